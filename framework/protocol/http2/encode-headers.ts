import { type Field, STATIC_TABLE } from './static-table';

/** Encodes headers of characters of one byte each, for any number of responses: it puts nothing into the client's table, and compresses no text. */
export const encodeHeaders = (headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(Object.entries(headers).map(encodeField));

function encodeField([name, value]: Field): Buffer {
  const known = STATIC_TABLE.findIndex((field) => field[0] === name && field[1] === value) + 1;
  if (known > 0) return integer(0b1000_0000, 7, known);
  const named = STATIC_TABLE.findIndex((field) => field[0] === name) + 1;
  return Buffer.concat([integer(0, 4, named), ...(named === 0 ? [text(name)] : []), text(value)]);
}

const text = (characters: string) =>
  Buffer.concat([integer(0, 7, characters.length), Buffer.from(characters, 'latin1')]);

/** A number that begins in the last bits of a byte whose other bits are `first` (RFC 7541, section 5.1). */
function integer(first: number, prefixBits: number, value: number): Buffer {
  const mask = 2 ** prefixBits - 1;
  if (value < mask) return Buffer.of(first | value);
  const bytes = [first | mask];
  let rest = value - mask;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}
