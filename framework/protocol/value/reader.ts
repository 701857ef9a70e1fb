import { Decimal, type NumberValue, type Unknown } from '../../values/value';
import { unknownExtension } from './extension';
import { readUtf8 } from './utf8';

/** The error for malformed msgpack. The message does not quote the bytes, which may be secret. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError';
}

/** The text of a whole number exactly as a bigint prints it. */
const WHOLE = /^(?:0|-?[1-9]\d*)$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Lengths of the bodies of extensions with a fixed length, in the order of their first bytes from 0xd4. */
const FIXED_EXTENSIONS = [1, 2, 4, 8, 16] as const;

/**
 * Reads msgpack item by item. Each method expects one kind of item; for another kind it returns `undefined` or false and stays in place.
 * Keys and text are not interpreted: `__proto__` is an ordinary key, and U+FEFF an ordinary character (F5). All but `takeIf` throw a
 * {@link MalformedError} for input that ends too early, and for text that is not UTF-8.
 */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  takeNull(): boolean {
    if (this.#peek() !== 0xc0) return false;
    this.#at++;
    return true;
  }

  /** Takes an extension. Every extension counts as an unknown value, as for the host. */
  takeUnknown(): Unknown | undefined {
    const first = this.#peek();
    if (first >= 0xd4 && first <= 0xd8) {
      this.#at++;
      return this.#unknown(FIXED_EXTENSIONS[first - 0xd4] as number);
    }
    if (first >= 0xc7 && first <= 0xc9) {
      this.#at++;
      return this.#unknown(this.#length(first - 0xc7));
    }
    return undefined;
  }

  takeBool(): boolean | undefined {
    const first = this.#peek();
    if (first !== 0xc2 && first !== 0xc3) return undefined;
    this.#at++;
    return first === 0xc3;
  }

  takeText(): string | undefined {
    const length = this.#lengthOf(0xa0, 0x1f, 0xd9);
    return length === undefined ? undefined : this.#text(length);
  }

  /** Takes exactly these bytes. Returns false if other bytes come next. */
  takeIf(expected: Uint8Array): boolean {
    const start = this.#at;
    for (let index = 0; index < expected.length; index++) {
      if (this.#bytes[start + index] !== expected[index]) return false;
    }
    this.#at = start + expected.length;
    return true;
  }

  /** Takes bytes or text, and returns their text. */
  takeBytesAsText(): string | undefined {
    const first = this.#peek();
    if (first < 0xc4 || first > 0xc6) return this.takeText();
    this.#at++;
    return this.#text(this.#length(first - 0xc4));
  }

  /** Takes an integer, a float, or decimal text; a safe integer is a `number`, unless it is text such as `1e3`. NaN is none, an infinity is one. */
  takeNumber(): NumberValue | undefined {
    const first = this.#peek();
    if (first <= 0x7f || first >= 0xe0) {
      this.#at++;
      return first <= 0x7f ? first : first - 0x100;
    }
    if (first >= 0xca && first <= 0xd3) {
      this.#at++;
      return this.#number(first);
    }
    const start = this.#at;
    const text = this.takeText();
    if (text !== undefined && WHOLE.test(text)) return shortest(BigInt(text));
    if (text !== undefined && DECIMAL.test(text)) return new Decimal(text);
    this.#at = start;
    return undefined;
  }

  /** Takes the head of an array, and returns the number of elements that follow. */
  takeArray(): number | undefined {
    const length = this.#containerOf(0x90, 0xdc);
    return length === undefined ? undefined : this.#plausible(length, 1);
  }

  /** Takes the head of a map, and returns the number of key-value pairs that follow. */
  takeMap(): number | undefined {
    const length = this.#containerOf(0x80, 0xde);
    return length === undefined ? undefined : this.#plausible(length, 2);
  }

  /** Throws if any bytes are left. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedError('more than one value');
  }

  #text(length: number): string {
    const start = this.#skip(length);
    try {
      return readUtf8(this.#bytes, start, this.#at);
    } catch {
      throw new MalformedError('text is not UTF-8');
    }
  }

  #number(first: number): NumberValue | undefined {
    const start = this.#at;
    switch (first) {
      case 0xca:
      case 0xcb: {
        const float = first === 0xca ? this.#view.getFloat32(this.#skip(4)) : this.#view.getFloat64(this.#skip(8));
        if (!Number.isNaN(float)) return float;
        this.#at = start - 1;
        return undefined;
      }
      case 0xcc:
        return this.#view.getUint8(this.#skip(1));
      case 0xcd:
        return this.#view.getUint16(this.#skip(2));
      case 0xce:
        return this.#view.getUint32(this.#skip(4));
      case 0xcf:
        return shortest(this.#view.getBigUint64(this.#skip(8)));
      case 0xd0:
        return this.#view.getInt8(this.#skip(1));
      case 0xd1:
        return this.#view.getInt16(this.#skip(2));
      case 0xd2:
        return this.#view.getInt32(this.#skip(4));
      default:
        return shortest(this.#view.getBigInt64(this.#skip(8)));
    }
  }

  #unknown(length: number): Unknown {
    const type = this.#view.getInt8(this.#skip(1));
    const start = this.#skip(length);
    return unknownExtension.decode(this.#bytes.subarray(start, this.#at), type, undefined) as Unknown;
  }

  #peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined || byte === 0xc1) throw new MalformedError('no value');
    return byte;
  }

  /** Skips the next bytes and returns the position at which they begin. */
  #skip(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw new MalformedError('too short');
    this.#at = start + length;
    return start;
  }

  /** Takes a length of one, two or four bytes (2 to the `power`). */
  #length(power: number): number {
    if (power === 0) return this.#view.getUint8(this.#skip(1));
    return power === 1 ? this.#view.getUint16(this.#skip(2)) : this.#view.getUint32(this.#skip(4));
  }

  /** Takes the length of a text, which is in its first byte or in the one, two or four bytes after it. */
  #lengthOf(fixed: number, mask: number, first: number): number | undefined {
    const byte = this.#peek();
    if ((byte & ~mask) === fixed) {
      this.#at++;
      return byte & mask;
    }
    if (byte < first || byte > first + 2) return undefined;
    this.#at++;
    return this.#length(byte - first);
  }

  /** Takes the length of an array or a map, which is in its first byte or in the two or four bytes after it. */
  #containerOf(fixed: number, first: number): number | undefined {
    const byte = this.#peek();
    if ((byte & 0xf0) === fixed) {
      this.#at++;
      return byte & 0x0f;
    }
    if (byte !== first && byte !== first + 1) return undefined;
    this.#at++;
    return this.#length(byte - first + 1);
  }

  /** Returns the length if enough bytes are left for it, else throws, so that a false length allocates no memory. */
  #plausible(length: number, least: number): number {
    if (length * least > this.#bytes.length - this.#at) throw new MalformedError('too short');
    return length;
  }
}

function shortest(integer: bigint): NumberValue {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
