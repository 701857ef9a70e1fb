import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** A request as it was sent: signatures are over these texts. Bytes of the body are read once. */
export interface S3Request {
  readonly method: string;
  /** Still percent-encoded, without the query; begins with a slash. */
  readonly rawPath: string;
  /** Names and values of the query, decoded, in the order in which they were sent; repeated names stay. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** As node has them: lower-case names, repeated ones joined with `, `. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}
