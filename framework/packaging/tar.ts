/*
 * Tar archives, uncompressed and in memory. Reads the variants that Debian's and npm's tools write. Writes equal bytes for equal content:
 * sorted by name, with one modification time and no owner.
 */

import { byName, type Entry } from './zip';

const BLOCK = 512;
const [FILE, OLD_FILE, LONG_NAME, PAX] = ['0', '\0', 'L', 'x'] as const;

/** The regular files of an archive, in its order, as views of its bytes. Compares no checksums. Throws if a file is cut short. */
export function untar(archive: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const text = (from: number, length: number) =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const type = String.fromCharCode(archive[at + 156] as number);
    const prefix = text(257, 6) === 'ustar' ? text(345, 155) : '';
    const data = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (data.length < size) throw new Error('The tar archive ends in the middle of a file.');
    if (type === LONG_NAME) longName = data.toString('utf8').replace(/\0+$/, '');
    else if (type === PAX) longName = /\d+ path=(.*)\n/.exec(data.toString('utf8'))?.[1];
    else {
      const name = longName ?? (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100));
      const executable = (Number.parseInt(text(100, 8), 8) & 0o111) !== 0;
      if (type === FILE || type === OLD_FILE) entries.push({ name: name.replace(/^\.\//, ''), data, executable });
      longName = undefined;
    }
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return entries;
}

/** An archive of some files, all with one modification time in milliseconds since 1970. Throws for a name that is too long. */
export function tar(entries: readonly Entry[], modifiedMs: number): Buffer {
  const parts = [...entries]
    .sort(byName)
    .flatMap(({ name, data, executable = false }) => [
      header(name, data.length, executable ? 0o755 : 0o644, modifiedMs),
      data,
      Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK),
    ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(name: string, size: number, mode: number, modifiedMs: number): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  const [prefix, rest] = splitName(name);
  bytes.write(rest, 0);
  bytes.write(octal(mode, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  bytes.write(octal(size, 11), 124);
  bytes.write(octal(Math.floor(modifiedMs / 1000), 11), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write(FILE, 156);
  bytes.write('ustar\x0000', 257, 'latin1');
  bytes.write(prefix, 345);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 6)}\0 `, 148);
  return bytes;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** Splits a name of more than 100 bytes at a slash into a prefix of up to 155 bytes and the rest. */
function splitName(name: string): readonly [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return [prefix, rest];
  }
  throw new Error(`${name} is too long a name for a tar archive.`);
}
