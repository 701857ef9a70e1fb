import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { tar, untar } from '../../../../../framework/packaging/tar';
import { type Entry, unzip, zip } from '../../../../../framework/packaging/zip';
import { addReference } from '../../../../../scripts/constructs/add-reference';
import { temporaryFolder } from '../../../support/temporary-folder';

const PAGE = Buffer.from('# API Reference\n');
const PAGES = new Map([
  ['REFERENCE.md', PAGE],
  ['reference/Bucket.md', Buffer.from('# Bucket\n')],
]);

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder('coffer-reference-');
});

const entry = (name: string): Entry => ({ name, data: Buffer.from(name) });
const textOf = (entries: readonly Entry[], name: string) => entries.find((one) => one.name === name)?.data.toString();
const digest = (algorithm: string, data: Buffer) => createHash(algorithm).update(data).digest('hex');

async function write(name: string, data: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, data);
  return path;
}

test('a wheel holds it beside the modules, and lists it with its hash', async () => {
  const files = ['lib/__init__.py', 'lib/l1/__init__.py', 'lib-1.dist-info/METADATA', 'lib-1.dist-info/RECORD'];
  const wheel = await write(
    'lib-1-py3-none-any.whl',
    await zip(
      files.map((name) => entry(name)),
      0,
    ),
  );

  await addReference(folder, PAGES);

  const found = unzip(await readFile(wheel));
  expect(found.map(({ name }) => name).sort()).toEqual(
    [...files, 'lib/REFERENCE.md', 'lib/reference/Bucket.md'].sort(),
  );
  expect(textOf(found, 'lib/REFERENCE.md')).toBe(PAGE.toString());
  const record = textOf(found, 'lib-1.dist-info/RECORD')?.trim().split('\n') ?? [];
  expect(record.map((line) => line.split(',')[0]).sort()).toEqual(found.map(({ name }) => name).sort());
  // As `openssl dgst -sha256 -binary | basenc --base64url` has it.
  expect(record).toContain('lib/REFERENCE.md,sha256=UTPuhLNatCJYOYCv1lcw1NHrG8Bygd1JRp2siVpwLZ8,16');
});

test('a source archive of Python holds it in its one folder', async () => {
  const archive = await write('lib-1.tar.gz', gzipSync(tar([entry('lib-1/PKG-INFO'), entry('lib-1/src/a.py')], 0)));

  await addReference(folder, PAGES);

  const found = untar(gunzipSync(await readFile(archive)));
  expect(found.map(({ name }) => name)).toEqual([
    'lib-1/PKG-INFO',
    'lib-1/REFERENCE.md',
    'lib-1/reference/Bucket.md',
    'lib-1/src/a.py',
  ]);
  expect(textOf(found, 'lib-1/REFERENCE.md')).toBe(PAGE.toString());
});

test('of the archives for Java that of the Javadoc holds it, and the checksums beside it fit', async () => {
  const jar = await zip([entry('index.html')], 0);
  const program = await write('dev/lib/1/lib-1.jar', jar);
  const javadoc = await write('dev/lib/1/lib-1-javadoc.jar', jar);
  for (const algorithm of ['md5', 'sha1'])
    await write(`dev/lib/1/lib-1-javadoc.jar.${algorithm}`, 'of before, and longer than a digest is');

  await addReference(folder, PAGES);

  expect(await readFile(program)).toEqual(jar);
  const changed = await readFile(javadoc);
  expect(textOf(unzip(changed), 'REFERENCE.md')).toBe(PAGE.toString());
  expect(await readFile(`${javadoc}.md5`, 'utf8')).toBe(digest('md5', changed));
  expect(await readFile(`${javadoc}.sha1`, 'utf8')).toBe(digest('sha1', changed));
  expect((await readdir(dirname(javadoc))).filter((name) => /sha(256|512)/.test(name))).toEqual([]);
});

test.each(['lib/go.mod', 'Lib/Lib.csproj'])('the folder of %s holds it', async (project) => {
  await write(project, '');

  await addReference(folder, PAGES);

  expect(await readFile(join(folder, dirname(project), 'REFERENCE.md'))).toEqual(PAGE);
  expect(await readFile(join(folder, dirname(project), 'reference/Bucket.md'), 'utf8')).toBe('# Bucket\n');
});
