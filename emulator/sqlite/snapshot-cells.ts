/** A range of the bytes that follow the JSON of a snapshot. */
export type Place = readonly [offset: number, length: number];

/** A table cell as JSON, which has neither bytes nor 64-bit integers: `n` in decimal, `b` in base64, longer bytes by their place. */
export type Cell = null | string | { readonly n: string } | { readonly b: string } | { readonly at: Place };

/** Longer bytes follow the JSON as they are, because the length of a text is limited. */
const SHORT_BYTES = 512;

/** Collects the bytes that follow the JSON. */
export class SnapshotBytes {
  readonly pieces: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): Place {
    const place = [this.#length, bytes.length] as const;
    this.pieces.push(bytes);
    this.#length += bytes.length;
    return place;
  }
}

/** @param bytes takes long values; undefined: all values are in the cell */
export function toCell(value: unknown, bytes: SnapshotBytes | undefined): Cell {
  if (value instanceof Uint8Array) {
    if (bytes && value.length > SHORT_BYTES) return { at: bytes.add(value) };
    return { b: Buffer.from(value).toString('base64') };
  }
  return value === null || typeof value === 'string' ? value : { n: String(value) };
}

export function fromCell(cell: Cell, tail: Uint8Array): null | string | bigint | Uint8Array {
  if (cell === null || typeof cell === 'string') return cell;
  if ('b' in cell) return Buffer.from(cell.b, 'base64');
  return 'n' in cell ? BigInt(cell.n) : at(tail, cell.at);
}

/** The bytes at a place. */
export function at(tail: Uint8Array, [offset, length]: Place): Uint8Array {
  return tail.subarray(offset, offset + length);
}
