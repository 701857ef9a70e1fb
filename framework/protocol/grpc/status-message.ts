const encoder = new TextEncoder();

/** Percent-encodes a message for the `grpc-message` trailer: UTF-8, with everything but printable ASCII and `%` escaped. */
export function encodeStatusMessage(message: string): string {
  let text = '';
  for (const byte of encoder.encode(message)) {
    const printable = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    text += printable ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
