import { expect, it } from 'vitest';
import { tar, untar } from '../../../../framework/packaging/tar';

const MINUTE_MS = Date.UTC(2026, 2, 4, 5, 6, 7, 890);
const A = { name: 'a.txt', data: Buffer.alloc(1000, 'a'), executable: true };
const LONG = `${'d'.repeat(60)}/${'e'.repeat(60)}/${'f'.repeat(70)}`;

it('an archive has sorted files with one time and no owner, in the form of ustar', () => {
  const archive = tar([{ name: LONG, data: Buffer.of(1) }, A], MINUTE_MS);

  expect(untar(archive)).toEqual([A, { name: LONG, data: Buffer.of(1), executable: false }]);
  const text = (at: number, length: number) => archive.toString('latin1', at, at + length);
  expect([text(0, 6), text(100, 8), text(108, 8), text(116, 8), text(124, 12)]).toEqual([
    'a.txt\0',
    '0000755\0',
    '0000000\0',
    '0000000\0',
    '00000001750\0',
  ]);
  expect([Number.parseInt(text(136, 11), 8), text(156, 1), text(257, 8)]).toEqual([
    Math.floor(MINUTE_MS / 1000),
    '0',
    'ustar\x0000',
  ]);
  const header = Buffer.from(archive.subarray(0, 512)).fill(' ', 148, 156);
  expect(text(148, 8)).toBe(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  );
  // A header and two blocks, a header and one, and two of zeros for the end.
  expect([archive.length, text(512 * 3, 70), text(512 * 3 + 345, 122)]).toEqual([
    512 * 7,
    'f'.repeat(70),
    `${'d'.repeat(60)}/${'e'.repeat(60)}\0`,
  ]);
});

it.each([
  ['a file name of 101 bytes', 'f'.repeat(101)],
  ['a folder of 156 bytes', `${'d'.repeat(156)}/f`],
  ['a file name of 101 bytes in a folder', `d/${'f'.repeat(101)}`],
])('%s is refused', (_what, name) => {
  expect(() => tar([{ name, data: A.data }], 0)).toThrow(`${name} is too long a name for a tar archive.`);
});

it('names of other tools are read: those of the next file in an entry of their own, and ./ before them', () => {
  const long = tar([{ name: 'x', data: Buffer.from(`${LONG}x\0`) }], 0).subarray(0, 1024);
  const pax = tar([{ name: 'x', data: Buffer.from(`17 path=${LONG}y\n`) }], 0).subarray(0, 1024);
  const folder = tar([{ name: 'x', data: Buffer.alloc(0) }], 0).subarray(0, 512);
  for (const [entry, type] of [
    [long, 'L'],
    [pax, 'x'],
    [folder, '5'],
  ] as const)
    entry.write(type, 156);
  const plain = (name: string) => tar([{ ...A, name }], 0).subarray(0, -1024);

  const archive = Buffer.concat([long, plain('a'), pax, plain('b'), folder, plain('./c'), Buffer.alloc(512)]);

  expect(untar(archive).map(({ name }) => name)).toEqual([`${LONG}x`, `${LONG}y`, 'c']);
});

/** The header and the data of one file, and then some of its fields as another tool writes them. */
function entry(name: string, fields: Readonly<Record<number, string>>, data = Buffer.alloc(0)): Buffer {
  const bytes = tar([{ name, data }], 0).subarray(0, -1024);
  for (const [at, text] of Object.entries(fields)) bytes.write(text, Number(at), 'latin1');
  return bytes;
}

it('a size may fill its field, and an archive that is cut short is refused', () => {
  const sized = (size: string) => entry('a', { 124: size, 136: '77777777777' }, Buffer.from('0123456789'));

  expect(untar(sized('000000000012')).map(({ data }) => data.toString())).toEqual(['0123456789']);
  expect(() => untar(sized('10000000000\0'))).toThrow('The tar archive ends in the middle of a file.');
  expect(() => untar(tar([A], 0).subarray(0, 1024))).toThrow('The tar archive ends in the middle of a file.');
});

it('files are sorted by the bytes of their names', () => {
  const names = ['b', 'a', 'c', '\u{1f600}', '\uffee'];
  const archive = tar(
    names.map((name) => ({ name, data: Buffer.alloc(0) })),
    8_000,
  );

  expect(untar(archive).map(({ name }) => name)).toEqual(['a', 'b', 'c', '\uffee', '\u{1f600}']);
});
