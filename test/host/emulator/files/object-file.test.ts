import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireTaken } from '../../../../emulator/files/object-file';
import { ObjectFiles } from '../../../../emulator/files/object-files';
import { temporaryFolder } from '../support';

/** A file with these bytes. */
async function write(files: ObjectFiles, text: string): Promise<string> {
  const writer = await files.create();
  await writer.write([Buffer.from(text)]);
  await writer.close();
  return writer.file;
}

test('memory that only a piece uses is freed once it is written, and shared memory is not', async () => {
  const writer = await new ObjectFiles(temporaryFolder()).create();
  const shared = new Uint8Array(8);
  const pieces = [Uint8Array.from(Buffer.from('own ')), shared.subarray(0, 4)];

  await writer.write(pieces);
  await writer.close();

  expect(pieces.map(({ length }) => length)).toEqual([0, 4]);
});

test('a disk that takes only some of the bytes is full', () => {
  const pieces = [Buffer.alloc(2), Buffer.alloc(3)];

  expect(() => requireTaken(5, pieces)).not.toThrow();
  expect(() => requireTaken(4, pieces)).toThrow(
    expect.objectContaining({ code: 'ENOSPC', message: 'The disk took 4 of 5 bytes of an object.' }),
  );
});

test('a file that cannot be written leaves nothing, and the failure is told as it is', () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);
  files.writeNow([Buffer.from('first')]);
  const half = join(folder, 'objects', `${files.writer}-2.part`);
  writeFileSync(half, 'in the way');

  expect(() => files.writeNow([Buffer.from('second')])).toThrow(
    expect.objectContaining({ code: 'EEXIST', syscall: 'open' }),
  );
  expect(files.names()).toEqual([`${files.writer}-1`]);
  rmSync(join(folder, 'objects'), { recursive: true });
  expect(() => files.writeNow([Buffer.from('third')])).toThrow(
    expect.objectContaining({ code: 'ENOENT', syscall: 'open' }),
  );
});

test('the names of files come from the database, which somebody may have changed: a path is refused', () => {
  const files = new ObjectFiles(temporaryFolder());

  expect(() => files.readNow('../secret')).toThrow('"../secret" is not the name of a file of bytes.');
});

test('E16: files that are missing or too short are damage, which a reading tells', async () => {
  const folder = temporaryFolder();
  const first = new ObjectFiles(folder);
  const [whole, short] = [await write(first, 'whole'), await write(first, 'short')];
  const missing = whole.replace(/\d+$/, '99');
  const files = new ObjectFiles(folder);
  const before = files.isWhole;

  const { damage } = files.sweep({
    named: new Map([
      [whole, 4],
      [short, 6],
      [missing, 1],
    ]),
    ...{ freed: new Set(), writers: new Set() },
  });

  expect([...damage]).toEqual([
    [short, 'has 5 of 6 bytes'],
    [missing, 'is missing'],
  ]);
  expect([before, files.isWhole]).toEqual([true, false]);
  expect(() => files.requireWhole(whole)).not.toThrow();
  await expect(files.open(short)).rejects.toMatchObject({
    code: 'damaged',
    message:
      `Bytes of this object are lost: the file objects/${short} of the data folder has 5 of 6 bytes. ` +
      'Restore the file, or upload or delete the object.',
  });
  expect(() => files.readNow(missing)).toThrow('is missing');
  const none = { named: new Map([[missing, 1]]), freed: new Set<string>(), writers: new Set<string>() };
  expect([...new ObjectFiles(temporaryFolder()).sweep(none).damage]).toEqual([[missing, 'is missing']]);
});
