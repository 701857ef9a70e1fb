const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Up to this many bytes a loop is faster than the decoder. */
const SHORT = 24;

/** Decodes UTF-8 from `start` to before `end` and keeps U+FEFF at the start (F5). Throws a `TypeError` for malformed UTF-8. */
export function readUtf8(bytes: Uint8Array, start = 0, end = bytes.length): string {
  if (end - start <= SHORT) {
    let text = '';
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte > 0x7f) return decoder.decode(bytes.subarray(start, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}
