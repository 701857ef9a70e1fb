import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { QueryPairs } from './query';

/** A request as it was sent: signatures cover these texts. The body can be read only once. */
export interface S3Request {
  readonly method: string;
  /** Still percent-encoded, without the query; begins with a slash. */
  readonly rawPath: string;
  readonly query: QueryPairs;
  /** As in node: lower-case names; but repeated ones are joined with `,`, as S3 signs and stores them. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** An `x-amz-…` header by its lower-case name; of a presigned URL, where there is none, the parameter of that name, which is signed as well. */
export function findAmzHeader(request: S3Request, name: string): string | undefined {
  const value = request.headers[name];
  if (value !== undefined) return String(value);
  if (!isPresigned(request)) return undefined;
  return request.query.find(([parameter]) => parameter.toLowerCase() === name)?.[1];
}

/** The names in a list with commas, without empty ones. */
export function namesIn(list = ''): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Whether the signature is in the query. */
export function isPresigned(request: S3Request): boolean {
  return request.query.some(([name]) => name === 'X-Amz-Signature');
}
