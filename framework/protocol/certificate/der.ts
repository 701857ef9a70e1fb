/* The part of DER (ITU-T X.690) that a certificate needs. Every function returns one element: tag, length, content. */

/** An element with this tag of one byte. Its content is the concatenated parts. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits = Buffer.from(hex(bytes), 'hex');
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits]);
}

function hex(value: number | bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 ? `0${digits}` : digits;
}

/** A sequence of elements; the others likewise: a set, which is not sorted, bytes, text, and the boolean true. */
export const sequence = (...parts: readonly Uint8Array[]) => element(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => element(0x31, ...parts);
export const octets = (content: Uint8Array) => element(0x04, content);
export const utf8 = (text: string) => element(0x0c, Buffer.from(text));
export const TRUE = element(0x01, Buffer.from([0xff]));

/** A whole number that is not negative. */
export function integer(value: bigint): Buffer {
  const digits = Buffer.from(hex(value), 'hex');
  // A first bit of 1 would make the number negative.
  return element(0x02, (digits[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), digits);
}

/** A bit string. The last `unused` bits (0 to 7) of the last byte, which must be 0, do not count. */
export function bits(content: Uint8Array, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), content);
}

/** An object identifier, such as `2.5.29.17`, whose second part is below 40. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** A time from 1950 on, in UTC, without its milliseconds. The year has two digits up to 2049, and four from then on (RFC 5280, 4.1.2.5). */
export function time(date: Date): Buffer {
  const text = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(text.slice(2))) : element(0x18, Buffer.from(text));
}
