/** Bytes of a response that are sent as they come. */
export interface ByteStream {
  /** How many there will be. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What an operation says, before it is written to the wire. Headers by lower-case name, without those of every response. */
export interface S3Response {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Text is XML unless `headers` say otherwise; undefined: no body. */
  readonly body?: string | Uint8Array | ByteStream | undefined;
}

/** A response without a body. */
export function noContent(headers: Record<string, string> = {}): S3Response {
  return { status: 204, headers };
}
