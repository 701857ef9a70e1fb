/** A response body that is streamed. */
export interface ByteStream {
  /** Total number of bytes. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** An operation's response before it is sent. Header names are lower-case; headers common to all responses are not included. */
export interface S3Response {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Text is XML unless `headers` say otherwise; undefined: no body. */
  readonly body?: string | Uint8Array | ByteStream | undefined;
  /** Called when a body of bytes has been sent and its memory may be reused; never, if the connection is cut. */
  readonly release?: (() => void) | undefined;
}

export const noContent = (): S3Response => ({ status: 204, headers: {} });

/** A response with a document, or with an empty body. */
export const ok = (body = '', headers: Record<string, string> = {}): S3Response => ({ status: 200, headers, body });
