import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BlobReader } from '../../../../emulator/domain/objects/ports';
import { ObjectFiles } from '../../../../emulator/files/object-files';
import { temporaryFolder } from '../support';

async function write(files: ObjectFiles, ...pieces: string[]): Promise<string> {
  const writer = await files.create();
  for (const piece of pieces) await writer.write([Buffer.from(piece)]);
  await writer.close();
  return writer.file;
}

async function read(reader: BlobReader, position: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length);
  await reader.read(position, bytes);
  return bytes.toString();
}

test('what is written is read, in any part of it, by its owner only', async () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);

  const file = await write(files, 'one ', 'two ', 'three');
  const reader = await files.open(file);
  const parts = [await read(reader, 0, 3), await read(reader, 4, 9)];
  await reader.close();

  expect(parts).toEqual(['one', 'two three']);
  expect(String(files.readNow(file))).toBe('one two three');
  expect(String(files.readNow(file, 4, Buffer.alloc(3)))).toBe('two');
  expect(statSync(join(folder, 'objects')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'objects', file)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'objects', files.writeNow([Buffer.from('x')]))).mode & 0o777).toBe(0o600);
});

test('E11: a sweep names what is superfluous, sets aside what nobody knows, and touches nothing else', async () => {
  const folder = temporaryFolder();
  const first = new ObjectFiles(folder);
  const [kept, freed, stray] = [await write(first, 'kept'), await write(first, 'freed'), await write(first, 'stray')];
  const writer = await first.create();
  onTestFinished(() => writer.close().catch(() => undefined));
  const half = writer.file;
  mkdirSync(join(folder, 'objects', 'a-folder'));
  chmodSync(join(folder, 'objects'), 0o755);
  writeFileSync(join(folder, 'neighbour'), 'x');

  const second = new ObjectFiles(folder);
  const swept = second.sweep({
    named: new Map([[kept, 4]]),
    freed: new Set([freed]),
    writers: new Set([first.writer]),
  });
  second.removeNow(swept.superfluous);

  expect([...swept.superfluous].sort()).toEqual([freed, `${half}.part`].sort());
  expect(swept.strays).toEqual([join(folder, 'lost+found', stray)]);
  expect(readFileSync(join(folder, 'lost+found', stray), 'utf8')).toBe('stray');
  expect(second.names().sort()).toEqual([kept, 'a-folder'].sort());
  expect(statSync(join(folder, 'objects')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder, 'neighbour'), 'utf8')).toBe('x');
});

test('E11: what has the name of a file of ours, and not its shape, is left alone', async () => {
  const folder = temporaryFolder();
  const first = new ObjectFiles(folder);
  const [freed, stray] = [await write(first, 'freed'), await write(first, 'stray')];
  const at = (name: string) => join(folder, 'objects', name);
  for (const name of [freed, stray]) rmSync(at(name));
  writeFileSync(join(folder, 'foreign'), 'x');
  symlinkSync(join(folder, 'foreign'), at(freed));
  symlinkSync(join(folder, 'foreign'), at(`${first.writer}-99.part`));
  mkdirSync(at(stray));
  const before = first.names().sort();

  const swept = new ObjectFiles(folder).sweep({
    named: new Map(),
    freed: new Set([freed]),
    writers: new Set([first.writer]),
  });

  expect(swept).toMatchObject({ superfluous: [], strays: [] });
  expect(first.names().sort()).toEqual(before);
  expect(before).toHaveLength(3);
});
