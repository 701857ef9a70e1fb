import { ErrorCode, Http2Error } from './frames';
import { decodeHuffman } from './huffman';
import { type Field, STATIC_TABLE } from './static-table';

/** Headers by their names in lower case. Of several with one name it has the last. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What a table may hold: names, values, and so much for each of its headers (RFC 7541, section 4). We never allow another size. */
const TABLE_BYTES = 4096;
const FIELD_BYTES = 32;

/** No number in a block of headers is above this one: it is the greatest length, index or size that could ever fit. */
const MAX_INTEGER = 2 ** 24;

const malformed = (message: string) => new Http2Error(ErrorCode.COMPRESSION_ERROR, message);

/** Decodes the headers of one connection (HPACK, RFC 7541). It has to get every block in its order: each may refer to those before it. */
export class HeaderDecoder {
  /** What earlier blocks have added, the newest last. */
  #table: Field[] = [];
  #bytes = 0;
  #maxBytes = TABLE_BYTES;

  /** Throws an {@link Http2Error} for a malformed block; the decoder is of no use then. */
  decode(block: Buffer): Headers {
    const headers: Record<string, string> = Object.create(null);
    const reader = new BlockReader(block);
    while (!reader.isAtEnd) {
      const first = reader.peek();
      if (first >= 0b1000_0000) {
        const [name, value] = this.#field(reader.integer(7));
        headers[name] = value;
      } else if (first >= 0b0100_0000) {
        const field = this.#literal(reader, 6);
        this.#add(field);
        headers[field[0]] = field[1];
      } else if (first >= 0b0010_0000) {
        if (Object.keys(headers).length > 0) throw malformed('a size of the table after a header');
        this.#resize(reader.integer(5));
      } else {
        const [name, value] = this.#literal(reader, 4);
        headers[name] = value;
      }
    }
    return headers;
  }

  #literal(reader: BlockReader, prefixBits: number): Field {
    const index = reader.integer(prefixBits);
    const name = index === 0 ? reader.text() : this.#field(index)[0];
    return [name, reader.text()];
  }

  #field(index: number): Field {
    const found = STATIC_TABLE[index - 1] ?? this.#table[this.#table.length - (index - STATIC_TABLE.length)];
    if (found === undefined) throw malformed('a header that is not in the table');
    return found;
  }

  #add(field: Field): void {
    this.#table.push(field);
    this.#bytes += bytesOf(field);
    this.#shrink();
  }

  #resize(bytes: number): void {
    if (bytes > TABLE_BYTES) throw malformed('a table above the limit');
    this.#maxBytes = bytes;
    this.#shrink();
  }

  #shrink(): void {
    let surplus = 0;
    for (; this.#bytes > this.#maxBytes; surplus++) this.#bytes -= bytesOf(this.#table[surplus] as Field);
    if (surplus > 0) this.#table = this.#table.slice(surplus);
  }
}

const bytesOf = ([name, value]: Field) => name.length + value.length + FIELD_BYTES;

/** Reads the parts of a block, one after another. */
class BlockReader {
  #at = 0;

  constructor(private readonly block: Buffer) {}

  get isAtEnd(): boolean {
    return this.#at >= this.block.length;
  }

  peek(): number {
    const byte = this.block[this.#at];
    if (byte === undefined) throw malformed('headers that end too early');
    return byte;
  }

  /** A number that begins in the last bits of a byte, and continues in bytes of seven bits if these are all ones. */
  integer(prefixBits: number): number {
    const mask = 2 ** prefixBits - 1;
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (value > MAX_INTEGER || scale > MAX_INTEGER) throw malformed('a number above every limit');
      if (byte < 0x80) return value;
    }
  }

  /** A text of characters of one byte each. */
  text(): string {
    const isHuffman = this.peek() >= 0x80;
    const length = this.integer(7);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.block.length) throw malformed('headers that end too early');
    const bytes = this.block.subarray(start, this.#at);
    return isHuffman ? decodeHuffman(bytes) : bytes.toString('latin1');
  }

  #byte(): number {
    const byte = this.peek();
    this.#at++;
    return byte;
  }
}
