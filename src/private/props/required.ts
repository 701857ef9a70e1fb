import type { Construct, IConstruct } from 'constructs';
import { ValidationError } from './validation-error';

/** Requirement on a prop: any value, or an object with a method of the given name; messages use the description. */
export type Wanted = true | readonly [method: string, description: string];

/** Requirements on props that are objects of this library. */
export const A_SIZE: Wanted = ['toBytes', 'a Size, such as Size.gibibytes(10)'];
export const A_SECRET_VALUE: Wanted = ['_expose', 'a SecretValue, such as SecretValue.fromVariable(this, "token")'];
export const AN_ITERATOR: Wanted = ['_getForEachExpression', 'an iterator, such as TerraformIterator.fromList(names)'];

/**
 * Throws one error that names all props that are missing or of a wrong type. Compilers and the other languages check this already;
 * plain JavaScript does not. The message omits the value, which may be the secret.
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

/** Throws unless the grantee has an `addGrant` method. */
export function requireGrantee(bucket: IConstruct, grantee: unknown): void {
  if (typeof (grantee as { addGrant?: unknown } | undefined)?.addGrant === 'function') return;
  throw new ValidationError(
    `bucket "${bucket.node.path}" can be opened to an access key or a BucketAccess, got ${grantee ? 'something else' : 'nothing'}`,
  );
}
