import type { Construct, IConstruct } from 'constructs';
import { ValidationError } from './validation-error';

/** What a prop has to be: something, or an object with a method of that name, which messages describe. */
export type Wanted = true | readonly [method: string, description: string];

/** Props that are objects of ours. */
export const A_SIZE: Wanted = ['toBytes', 'a Size, such as Size.gibibytes(10)'];
export const A_SECRET_VALUE: Wanted = ['_expose', 'a SecretValue, such as SecretValue.fromVariable(this, "token")'];

/**
 * Throws one error that names the props which are missing, or are not what they have to be. Compilers and the other languages see to that;
 * plain JavaScript does not. A value is not repeated, since it may be the secret.
 */
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

/** Whether something takes in grants, and is not something else, or nothing. */
export function requireGrantee(bucket: IConstruct, grantee: unknown): void {
  if (typeof (grantee as { addGrant?: unknown } | undefined)?.addGrant === 'function') return;
  throw new ValidationError(
    `bucket "${bucket.node.path}" can be opened to an access key or a BucketAccess, got ${grantee ? 'something else' : 'nothing'}`,
  );
}
