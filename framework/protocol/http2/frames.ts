/* The frames of HTTP/2 as bytes (RFC 9113, sections 4, 6 and 7). */

export const FrameType = {
  DATA: 0,
  HEADERS: 1,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9,
} as const;

/** What a flag means depends on the type of its frame. */
export const Flag = { END_STREAM: 0x1, ACK: 0x1, END_HEADERS: 0x4, PADDED: 0x8, PRIORITY: 0x20 } as const;

export const Setting = { INITIAL_WINDOW_SIZE: 4, MAX_FRAME_SIZE: 5, MAX_HEADER_LIST_SIZE: 6 } as const;

export const ErrorCode = {
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  FRAME_SIZE_ERROR: 6,
  COMPRESSION_ERROR: 9,
  ENHANCE_YOUR_CALM: 11,
} as const;

/** What a client sent that ends its connection. */
export class Http2Error extends Error {
  override readonly name = 'Http2Error';

  constructor(
    readonly code: (typeof ErrorCode)[keyof typeof ErrorCode],
    message: string,
  ) {
    super(message);
  }
}

/** What every client sends first. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export const HEAD_BYTES = 9;

/** The longest payload of a frame until the receiver allows longer ones; we never do. */
export const FRAME_BYTES = 16 * 1024;

/** The greatest window and number of a stream: the bit before it means nothing. */
export const MAX_31_BITS = 2 ** 31 - 1;

/** The first bytes of a frame, whose payload follows. */
export function headOf(length: number, type: number, flags: number, streamId: number): Buffer {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head[0] = length >> 16;
  head.writeUInt16BE(length & 0xffff, 1);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(streamId, 5);
  return head;
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The payload of a DATA or HEADERS frame without its padding and its priority, which nobody uses any more. */
export function contentOf(payload: Buffer, type: number, flags: number): Buffer {
  const isPadded = (flags & Flag.PADDED) !== 0;
  const start = (isPadded ? 1 : 0) + (type === FrameType.HEADERS && (flags & Flag.PRIORITY) !== 0 ? 5 : 0);
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0);
  if (start > end) throw new Http2Error(ErrorCode.PROTOCOL_ERROR, 'more padding than payload');
  return payload.subarray(start, end);
}
