/** The greatest length of each form of a head, and its first byte: of text, bytes, arrays, maps and extensions. */
interface Heads {
  /** The form whose length is in its first byte, if there is one. */
  readonly fixed?: { readonly first: number; readonly max: number };
  /** The first bytes of those with one, two and four bytes of length. */
  readonly sized: readonly [one: number | undefined, two: number, four: number];
}

const TEXT: Heads = { fixed: { first: 0xa0, max: 31 }, sized: [0xd9, 0xda, 0xdb] };
const BYTES: Heads = { sized: [0xc4, 0xc5, 0xc6] };
const ARRAY: Heads = { fixed: { first: 0x90, max: 15 }, sized: [undefined, 0xdc, 0xdd] };
const MAP: Heads = { fixed: { first: 0x80, max: 15 }, sized: [undefined, 0xde, 0xdf] };
const EXTENSION: Heads = { sized: [0xc7, 0xc8, 0xc9] };

/** Lengths of the bodies of extensions that have a form of their own, in the order of their first bytes from 0xd4. */
const FIXED_EXTENSIONS = [1, 2, 4, 8, 16];

/** Up to this many characters a loop is faster than the encoder. */
const SHORT = 24;

/** The most bytes of a character of UTF-16 in UTF-8. */
const CHARACTER_BYTES = 3;

/** Writes msgpack item by item, each in its shortest form, as the host does. Its buffer stays as large as the largest value was. */
export class Writer {
  #bytes = Buffer.allocUnsafeSlow(1024);
  #at = 0;

  /** What was written since the last call, in new bytes. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
    return taken;
  }

  /** Forgets what was written since the last {@link take}. */
  clear(): void {
    this.#at = 0;
  }

  null(): void {
    this.#byte(0xc0);
  }

  bool(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  /** A whole number in the safe range as one, any other number as a double. */
  number(value: number): void {
    if (!Number.isSafeInteger(value)) {
      this.#reserve(9);
      this.#byte(0xcb);
      this.#at = this.#bytes.writeDoubleBE(value, this.#at);
    } else if (value >= 0) this.#whole(value);
    else this.#negative(value);
  }

  /** A whole number of 64 bits. */
  bigint(value: bigint): void {
    const number = Number(value);
    if (Number.isSafeInteger(number)) this.number(number);
    else if (value >= 0n) this.#uint64(value);
    else this.#int64(value);
  }

  /** A text, which has to be well-formed. */
  text(text: string): void {
    this.#reserve(5 + text.length * CHARACTER_BYTES);
    if (text.length <= SHORT && this.#shortAscii(text)) return;
    const length = Buffer.byteLength(text);
    this.#head(TEXT, length);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  bytes(bytes: Uint8Array): void {
    this.#head(BYTES, bytes.length);
    this.raw(bytes);
  }

  /** The head of an array, of which so many elements are to follow. */
  array(length: number): void {
    this.#head(ARRAY, length);
  }

  /** The head of a map, of which so many keys are to follow, each with its value. */
  map(length: number): void {
    this.#head(MAP, length);
  }

  extension(type: number, bytes: Uint8Array): void {
    const fixed = FIXED_EXTENSIONS.indexOf(bytes.length);
    if (fixed >= 0) this.#byte(0xd4 + fixed);
    else this.#head(EXTENSION, bytes.length);
    this.#byte(type);
    this.raw(bytes);
  }

  /** Bytes that are msgpack already. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** Writes a text with its head if all of its characters are ASCII; returns whether it did. There has to be room for it. */
  #shortAscii(text: string): boolean {
    const start = this.#at + 1;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      this.#bytes[start + index] = code;
    }
    this.#bytes[this.#at] = 0xa0 | text.length;
    this.#at = start + text.length;
    return true;
  }

  #whole(value: number): void {
    if (value < 0x80) this.#byte(value);
    else if (value < 2 ** 32) this.#sized([0xcc, 0xcd, 0xce], value);
    else this.#uint64(BigInt(value));
  }

  #negative(value: number): void {
    this.#reserve(5);
    if (value >= -0x20) this.#byte(value & 0xff);
    else if (value >= -0x80) {
      this.#byte(0xd0);
      this.#at = this.#bytes.writeInt8(value, this.#at);
    } else if (value >= -0x8000) {
      this.#byte(0xd1);
      this.#at = this.#bytes.writeInt16BE(value, this.#at);
    } else if (value >= -(2 ** 31)) {
      this.#byte(0xd2);
      this.#at = this.#bytes.writeInt32BE(value, this.#at);
    } else this.#int64(BigInt(value));
  }

  #uint64(value: bigint): void {
    this.#reserve(9);
    this.#byte(0xcf);
    this.#at = this.#bytes.writeBigUInt64BE(value, this.#at);
  }

  #int64(value: bigint): void {
    this.#reserve(9);
    this.#byte(0xd3);
    this.#at = this.#bytes.writeBigInt64BE(value, this.#at);
  }

  #head({ fixed, sized }: Heads, length: number): void {
    if (fixed && length <= fixed.max) this.#byte(fixed.first | length);
    else this.#sized(sized, length);
  }

  /** A whole number below 2^32 after the first byte of the shortest form that has room for it. */
  #sized([one, two, four]: Heads['sized'], value: number): void {
    this.#reserve(5);
    if (one !== undefined && value <= 0xff) {
      this.#byte(one);
      this.#byte(value);
    } else if (value <= 0xffff) {
      this.#byte(two);
      this.#at = this.#bytes.writeUInt16BE(value, this.#at);
    } else {
      this.#byte(four);
      this.#at = this.#bytes.writeUInt32BE(value, this.#at);
    }
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = byte;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}
