/*
 * Zip archives with the same bytes for the same content, from the same zlib: Node and Bun deflate differently. Entries are sorted by name
 * (Java's manifest comes first), without extra fields, and without folders, which count in Terraform's hash of an archive but not of its files.
 */

import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface Entry {
  /** Path in the archive, with slashes. */
  readonly name: string;
  readonly data: Buffer;
  /** Whether the file is executable for everybody; read from an archive, for anybody. Default: false. */
  readonly executable?: boolean;
}

/** The earliest time that a zip archive can store, the beginning of 1980 in UTC, in milliseconds since 1970. */
export const EARLIEST_MS = Date.UTC(1980, 0, 1);

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
/** The format version that deflate needs; and "made by" Unix, so that readers use the file mode. */
const MADE_BY = Buffer.of(20, 3);
const UTF8 = 1 << 11;

const compress = promisify(deflateRaw) as (data: Uint8Array, options: { level: number }) => Promise<Buffer>;

/**
 * An archive of files of different names, all with one modification time: `modifiedMs` since 1970, in steps of two seconds, to 2107; one before
 * 1980 counts as 1980. `level` is the compression level, from 1 to 9. Rejects beyond 4 GiB or 65,535 files.
 */
export async function zip(entries: readonly Entry[], modifiedMs: number, level = 6): Promise<Buffer> {
  const sorted = [...entries].sort((a, b) => byName(orderOf(a), orderOf(b)));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, executable = false } of sorted) {
    const [packed, path] = [await compress(data, { level }), Buffer.from(name)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(dosTime(modifiedMs), 6);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([uint32(LOCAL), common, path]);
    const mode = 0o100000 | (executable ? 0o755 : 0o644);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(uint32(CENTRAL), MADE_BY, common, rest, path);
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  for (const at of [8, 10]) end.writeUInt16LE(sorted.length, at);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Compares names by their bytes, as Terraform does for its hash of a package. */
export const byName = (a: Pick<Entry, 'name'>, b: Pick<Entry, 'name'>): number =>
  Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));

/** Sort key; Java expects its manifest at the beginning. */
const orderOf = ({ name }: Entry) => ({ name: name === 'META-INF/MANIFEST.MF' ? '' : name });

/** The files of an archive, in its order, without entries for folders unless `withFolders`. Throws for wrong checksums and for what it cannot read. */
export function unzip(archive: Buffer, withFolders = false): readonly Entry[] {
  const end = archive.lastIndexOf(uint32(END));
  if (end < 0) throw new Error('This is not a zip archive, or its end is missing.');
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('The directory of the zip archive is damaged.');
    const [method = 0, crc = 0, packed = 0] = [10, 16, 20].map((field) => archive.readUInt32LE(at + field));
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const body = archive.subarray(start, start + packed);
    const data = (method & 0xffff) === 0 ? body : inflateRawSync(body);
    if (crc32(data) !== crc) throw new Error(`The checksum of ${name} in the zip archive is wrong.`);
    const isFolder = name.endsWith('/');
    const executable = !isFolder && ((archive.readUInt32LE(at + 38) >>> 16) & 0o111) !== 0;
    if (withFolders || !isFolder) entries.push({ name, data, executable });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

/** DOS time in UTC: no time zone, steps of two seconds, from 1980 on. */
function dosTime(ms: number): number {
  const date = new Date(Math.max(ms, EARLIEST_MS));
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
