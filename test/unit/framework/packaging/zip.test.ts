import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unzip, zip } from '../../../../framework/packaging/zip';

const TIME = Date.UTC(2026, 2, 4, 5, 6, 9);
const A = { name: 'a.txt', data: Buffer.from('a'.repeat(100)), executable: true };
const B = { name: 'b/ü.txt', data: Buffer.from('b'), executable: false };

it('an archive has its entries sorted by name, Java’s manifest first, in the form that the format asks for', async () => {
  const manifest = { name: 'META-INF/MANIFEST.MF', data: Buffer.from('m'), executable: false };
  const archive = await zip([B, A, manifest], TIME);

  const names = unzip(archive).map(({ name }) => name);
  const directory = archive.readUInt32LE(archive.length - 6);
  const lengths = [archive.readUInt16LE(directory + 28), archive.readUInt16LE(directory + 30)];
  expect(names).toEqual(['META-INF/MANIFEST.MF', 'a.txt', 'b/ü.txt']);
  expect(unzip(archive)).toEqual([manifest, A, B]);
  // Signature, version, UTF-8, deflated, 05:06:08 and 2026-03-04 in DOS time.
  const local = [archive.readUInt32LE(0), ...[4, 6, 8, 10, 12].map((at) => archive.readUInt16LE(at))];
  expect(local).toEqual([0x04034b50, 20, 0x800, 8, 0x28c4, 0x5c64]);
  // Made by Unix, version, and the mode of a file that nobody may start.
  expect([...archive.subarray(directory + 4, directory + 6), archive.readUInt32LE(directory + 38)]).toEqual([
    20,
    3,
    (0o100644 << 16) >>> 0,
  ]);
  expect(lengths).toEqual([manifest.name.length, 0]);
  // The end: signature, three entries on this disk and in all, and the size and the place of the directory.
  const end = archive.length - 22;
  expect([archive.readUInt32LE(end), ...[8, 10, 20].map((at) => archive.readUInt16LE(end + at))]).toEqual([
    0x06054b50, 3, 3, 0,
  ]);
  expect(archive.readUInt32LE(end + 12) + directory).toBe(end);
  expect(archive.readUInt32LE(directory)).toBe(0x02014b50);
});

it('a time before 1980 is 1980, and equal content gives equal bytes at a better compression, too', async () => {
  const [old, earliest] = [await zip([A], 0), await zip([A], Date.UTC(1980, 0, 1))];

  expect(old.equals(earliest)).toBe(true);
  expect([10, 12].map((at) => old.readUInt16LE(at))).toEqual([0, 0x21]);
  const best = await zip([A, B], TIME, 9);
  expect(best.equals(await zip([B, A], TIME, 9))).toBe(true);
  expect(unzip(best)).toEqual([A, B]);
});

it('what is no archive, or is damaged, is refused', async () => {
  const archive = await zip([A], TIME);
  const at = archive.readUInt32LE(archive.length - 6);
  const changed = (place: number) => {
    const copy = Buffer.from(archive);
    copy[place] = (copy[place] as number) ^ 1;
    return () => unzip(copy);
  };

  expect(() => unzip(Buffer.alloc(100))).toThrow('This is not a zip archive, or its end is missing.');
  expect(changed(at)).toThrow('The directory of the zip archive is damaged.');
  expect(changed(at + 16)).toThrow('The checksum of a.txt in the zip archive is wrong.');
});

it('the last time that can be stored is in 2107, and the compression is the sixth level', async () => {
  const data = Buffer.from(Array.from({ length: 5000 }, (_, at) => at * at).join(' '));
  const archive = await zip([{ name: 'a', data }], Date.UTC(2107, 11, 31, 23, 59, 59));

  expect(archive.readUInt32LE(10)).toBe(0xff9fbf7d);
  expect(archive.includes(deflateRawSync(data, { level: 6 }))).toBe(true);
});

it('names are sorted by their bytes', async () => {
  const names = ['b', 'a', '\u{1f600}', 'c', '\uffee'];
  const archive = await zip(
    names.map((name) => ({ name, data: Buffer.of() })),
    TIME,
  );

  expect(unzip(archive).map(({ name }) => name)).toEqual(['a', 'b', 'c', '\uffee', '\u{1f600}']);
});
