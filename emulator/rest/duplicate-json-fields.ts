const [QUOTE, BACKSLASH, OPEN, CLOSE, COLON] = [0x22, 0x5c, 0x7b, 0x7d, 0x3a];
const BLANK = new Set<unknown>([0x20, 0x09, 0x0a, 0x0d]);

/** Keys that an object of this text has more than once, each once. Parsers keep the last value or the first. The text must be valid JSON in UTF-8. */
export function duplicateFields(text: Uint8Array): string[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const repeated = new Set<string>();
  const objects: Set<string>[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === OPEN) objects.push(new Set());
    else if (byte === CLOSE) objects.pop();
    else if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      const keys = objects.at(-1);
      if (keys !== undefined && isKey(bytes, end)) {
        // The same key may be written with escapes.
        const key = JSON.parse(bytes.toString('utf8', at, end)) as string;
        if (keys.has(key)) repeated.add(key);
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return [...repeated];
}

/** Where the string that begins here has ended. */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end + 1;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function isKey(bytes: Buffer, end: number): boolean {
  let at = end;
  while (BLANK.has(bytes[at])) at += 1;
  return bytes[at] === COLON;
}
