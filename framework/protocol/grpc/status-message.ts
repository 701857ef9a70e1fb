const encoder = new TextEncoder();

/** Percent-encodes a message for the `grpc-message` trailer: of its UTF-8, `%` and every byte that is not printable ASCII are escaped. */
export function encodeStatusMessage(message: string): string {
  let text = '';
  for (const byte of encoder.encode(message)) {
    const printable = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    text += printable ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
