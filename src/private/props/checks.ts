import type { Construct, IConstruct } from 'constructs';
import { isUnknown } from '../code/hcl-text';
import { ValidationError } from '../validation-error';

/** A sentence about one invalid prop, or undefined if the prop is valid. */
export type Problem = string | undefined;

/** Throws one error with all problems and the path of their construct; does nothing without problems. */
export function refuse(construct: IConstruct, problems: readonly Problem[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0)
    throw new ValidationError(found.map((line) => `${line} (in ${construct.node.path})`).join('\n'));
}

/** Checks a value that is known at synthesis. Tokens and absent values pass: Terraform and the provider check them later. */
export function ifKnown<T>(value: T | undefined, check: (known: T) => Problem): Problem {
  return value === undefined || isUnknown(value) ? undefined : check(value);
}

/** Requires text with at least one character. */
export function notEmpty(prop: string, text: string | undefined): Problem {
  return ifKnown(text, (known) => (known === '' ? `"${prop}" must not be empty` : undefined));
}

/** The members of an enumeration. */
type Choices = Readonly<Record<string, string>>;

/** Requires a member of an enumeration, also in languages that check none at run time. Tokens pass: the provider checks them. */
export function oneOf(prop: string, value: unknown, choices: Choices): Problem {
  return isUnknown(value) ? undefined : known(prop, value, choices);
}

/** Requires a member of an enumeration that has to be known at synthesis. */
export function known(prop: string, value: unknown, choices: Choices): Problem {
  if (value === undefined || value === null || Object.values(choices).includes(value as string)) return undefined;
  const allowed = Object.entries(choices).map(([name, member]) => `${name} (${JSON.stringify(member)})`);
  const got = isUnknown(value) ? 'a token' : JSON.stringify(value);
  return `"${prop}" must be one of ${allowed.join(', ')}, got ${got}`;
}

/** Requires a member of an enumeration that has to be given, and known at synthesis. */
export const required = (argument: string, value: unknown, choices: Choices): Problem =>
  known(argument, value ?? 'nothing', choices);

/** Requires a number that JavaScript can hold: a greater whole number has been rounded before it arrives here. */
export const exactNumber = (what: string, value: number): Problem =>
  Number.isInteger(value) && !Number.isSafeInteger(value)
    ? `${what} must be text, since JavaScript rounds whole numbers beyond 2^53, got ${value}`
    : undefined;

/** Allows at most one of several props. */
export function onlyOne(props: object, names: readonly string[]): Problem {
  const all: Readonly<Record<string, unknown>> = { ...props };
  const given = names.filter((name) => all[name] !== undefined);
  return given.length > 1 ? `only one of ${listed(names)} can be given, got ${listed(given)}` : undefined;
}

const listed = (names: readonly string[]): string =>
  names
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ');

/** A user name, a query or a fragment, encoded or not; or a ":" that stands neither after a scheme, before a port nor in brackets: before a password. */
const MAY_HOLD_SECRETS = /[@?#%]|:(?![/\\]|\d*(?:[/\\]|$)|[\da-f:.]*\])/i;

/** A URL for a message: `(hidden)` if it may hold a password or a token. */
export const shownUrl = (url = ''): string => (MAY_HOLD_SECRETS.test(url) ? '(hidden)' : url);

/** Requires text that matches the pattern; `form` describes it, with an example. */
export function matches(prop: string, text: string | undefined, pattern: RegExp, form: string): Problem {
  return ifKnown(text, (known) =>
    pattern.test(known) ? undefined : `"${prop}" must be ${form}, got ${JSON.stringify(known)}`,
  );
}

/** Checks a name that Terraform declares something by. It is used verbatim, so a token is none. */
export const validName = (argument: string, name: string, reserved: readonly string[] = []): Problem =>
  /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && !reserved.includes(name)
    ? undefined
    : `"${argument}" must be a name that Terraform allows (letters, digits, "_" and "-", ${reserved.length > 0 ? `not ${reserved.join(', ')}, ` : ''}no digit or "-" first), got ${JSON.stringify(name)}`;

/** Requirement on a prop: any value, or an object with a method of the given name; messages use the description. */
export type Wanted = true | readonly [method: string, description: string];

/** Requirements on props that are objects of this library. */
export const A_SIZE: Wanted = ['toBytes', 'a Size, such as Size.gibibytes(10)'];
export const A_SECRET_VALUE: Wanted = ['_expose', 'a SecretValue, such as SecretValue.fromVariable(this, "token")'];
export const AN_ITERATOR: Wanted = ['_getForEachExpression', 'an iterator, such as TerraformIterator.fromList(names)'];

/** Throws one error that names all missing props and those of a wrong type, which plain JavaScript allows; not the value, which may be the secret. */
export function requireProps(at: string, props: object | undefined, wanted: Readonly<Record<string, Wanted>>): void {
  const given: Readonly<Record<string, unknown>> = { ...props };
  const problems = Object.entries(wanted).flatMap(([name, kind]) => {
    const value = given[name];
    if (value === undefined || value === null) return [`"${name}" is required (in ${at})`];
    if (kind === true) return [];
    const [method, description] = kind;
    const isThat = typeof (value as Readonly<Record<string, unknown>>)[method] === 'function';
    return isThat ? [] : [`"${name}" must be ${description}, got a ${typeof value} (in ${at})`];
  });
  if (problems.length > 0) throw new ValidationError(problems.join('\n'));
}

/** The path that a construct will have. */
export const pathIn = (scope: Construct, id: string): string => [scope.node.path, id].filter(Boolean).join('/');

/** Throws unless the grantee has an `addGrant` method. */
export function requireGrantee(bucket: IConstruct, grantee: unknown): void {
  if (typeof (grantee as { addGrant?: unknown } | undefined)?.addGrant === 'function') return;
  throw new ValidationError(
    `bucket "${bucket.node.path}" can be opened to an access key or a BucketAccess, got ${grantee ? 'something else' : 'nothing'}`,
  );
}
