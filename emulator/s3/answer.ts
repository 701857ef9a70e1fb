/** Bytes of an answer that are sent as they come. */
export interface ByteStream {
  /** How many there will be. */
  readonly length: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** What an operation says, before it is written to the wire. Headers by lower-case name, without those of every answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Text is XML unless `headers` say otherwise; undefined: no body. */
  readonly body?: string | Uint8Array | ByteStream | undefined;
}

/** An answer without a body. */
export function noContent(headers: Record<string, string> = {}): Answer {
  return { status: 204, headers };
}
