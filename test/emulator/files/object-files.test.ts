import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ObjectFiles } from '../../../emulator/files/object-files';
import { temporaryFolder } from '../support';

async function write(files: ObjectFiles, ...pieces: string[]): Promise<string> {
  const writer = await files.create();
  for (const piece of pieces) await writer.write([Buffer.from(piece)]);
  await writer.close();
  return writer.file;
}

test('what is written is read, in any part of it, by its owner only', async () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);

  const file = await write(files, 'one ', 'two ', 'three');
  const reader = await files.open(file);
  const parts = [await reader.read(0, 3), await reader.read(4, 9)].map(String);
  await reader.close();

  expect(parts).toEqual(['one', 'two three']);
  expect(String(files.readNow(file))).toBe('one two three');
  expect(String(files.readNow(file, 4, 3))).toBe('two');
  expect(statSync(join(folder, 'objects')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'objects', file)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'objects', files.writeNow([Buffer.from('x')]))).mode & 0o777).toBe(0o600);
});

test('reading beyond the end fails', async () => {
  const files = new ObjectFiles(temporaryFolder());
  const file = await write(files, 'short');
  const reader = await files.open(file);
  onTestFinished(() => reader.close());

  await expect(reader.read(0, 6)).rejects.toThrow('ends 1 bytes early');
  expect(() => files.readNow(file, 4, 3)).toThrow('ends 2 bytes early');
});

test('a removed file can be read to its end by whoever has it open', async () => {
  const files = new ObjectFiles(temporaryFolder());
  const file = await write(files, 'bytes');
  const reader = await files.open(file);
  onTestFinished(() => reader.close());

  files.remove([file, 'nothing of this name']);
  await files.idle();

  expect(files.names()).toEqual([]);
  expect(String(await reader.read(0, 5))).toBe('bytes');
});

test('a file that is discarded is gone', async () => {
  const files = new ObjectFiles(temporaryFolder());
  const writer = await files.create();
  await writer.write([Buffer.from('half')]);

  await writer.discard();

  expect(files.names()).toEqual([]);
});

test('a sweep removes what no row knows, and nothing else', async () => {
  const folder = temporaryFolder();
  const first = new ObjectFiles(folder);
  const [kept, stray] = [await write(first, 'kept'), await write(first, 'stray')];
  mkdirSync(join(folder, 'objects', 'a-folder'));
  chmodSync(join(folder, 'objects'), 0o755);
  writeFileSync(join(folder, 'neighbour'), 'x');

  const second = new ObjectFiles(folder);
  second.sweep(new Set([kept]));

  expect(stray).not.toBe(kept);
  expect(second.names()).toEqual([kept]);
  expect(statSync(join(folder, 'objects')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(folder, 'neighbour'), 'utf8')).toBe('x');
});

test('a data folder without objects gets no folder for them', async () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);

  files.sweep(new Set());
  await files.close();

  expect(existsSync(join(folder, 'objects'))).toBe(false);
});

test('two openings of one folder never name a file alike', async () => {
  const folder = temporaryFolder();
  const names = [await write(new ObjectFiles(folder), 'a'), await write(new ObjectFiles(folder), 'b')];

  expect(new Set(names).size).toBe(2);
});

test('closing removes temporary files, and leaves those of a data folder', async () => {
  const folder = temporaryFolder();
  const [kept, temporary] = [new ObjectFiles(folder), new ObjectFiles(undefined)];
  await write(kept, 'x');
  await write(temporary, 'x');
  expect(temporary.names()).toHaveLength(1);

  await kept.close();
  await temporary.close();

  expect(kept.names()).toHaveLength(1);
  expect(temporary.names()).toEqual([]);
});
