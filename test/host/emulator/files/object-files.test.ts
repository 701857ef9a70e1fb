import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('reading beyond the end fails', async () => {
  const files = new ObjectFiles(temporaryFolder());
  const file = await write(files, 'short');
  const reader = await files.open(file);
  onTestFinished(() => reader.close());

  await expect(read(reader, 0, 6)).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining(`the file objects/${file} of the data folder ends 1 byte early. Restore`),
  });
  expect(() => files.readNow(file, 4, Buffer.alloc(3))).toThrow('ends 2 bytes early');
});

test('a file that somebody else has removed is damage that names it, and any other failure is itself', async () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);
  const [file, other] = [await write(files, 'bytes'), await write(files, 'bytes')];
  for (const each of [file, other]) rmSync(join(folder, 'objects', each));
  mkdirSync(join(folder, 'objects', other));

  await expect(files.open(file)).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('is missing'),
  });
  expect(() => files.readNow(file)).toThrow('is missing');
  expect(() => files.readNow(other)).toThrow('EISDIR');
});

test('a removed file can be read to its end by whoever has it open', async () => {
  const files = new ObjectFiles(temporaryFolder());
  const file = await write(files, 'bytes');
  const reader = await files.open(file);
  onTestFinished(() => reader.close());

  files.remove([file, '0000000000000000-1']);
  await files.idle();

  expect(files.names()).toEqual([]);
  expect(await read(reader, 0, 5)).toBe('bytes');
});

test('a file that is discarded is gone', async () => {
  const files = new ObjectFiles(temporaryFolder());
  const writer = await files.create();
  await writer.write([Buffer.from('half')]);

  await writer.discard();

  expect(files.names()).toEqual([]);
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

test('a data folder without objects gets no folder for them', async () => {
  const folder = temporaryFolder();
  const files = new ObjectFiles(folder);

  files.sweep({ named: new Map(), freed: new Set(), writers: new Set() });
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

test('without a data folder, small files lie in memory as long as there is room, and are read like any other', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const onDisk = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new ObjectFiles(undefined);
  const half = Buffer.alloc(32 * 1024 ** 2);

  const small = files.writeNow([Buffer.from('one '), Buffer.from('two')]);
  const reader = await files.open(small);
  const parts = [await read(reader, 0, 3), await read(reader, 4, 3), String(files.readNow(small))];
  const first = files.writeNow([half]);
  expect(onDisk()).toEqual([]);
  const second = files.writeNow([half]);
  expect(onDisk().map(({ name }) => name)).toEqual([second]);
  files.remove([first]);
  const third = files.writeNow([half]);
  expect(onDisk()).toHaveLength(1);

  expect(parts).toEqual(['one', 'two', 'one two']);
  await expect(reader.read(5, Buffer.alloc(3))).rejects.toThrow('ends 1 byte early');
  expect(files.names().sort()).toEqual([small, second, third].sort());
  await files.close();
  expect([files.names(), onDisk()]).toEqual([[], []]);
});
