import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tar, untar } from '../../framework/packaging/tar';
import { EARLIEST_MS, unzip, zip } from '../../framework/packaging/zip';
import { recordOf } from '../release/wheel';
import { REFERENCE_FOLDER } from './reference-pages';

/** The pages of a reference, by their path. */
export type Pages = ReadonlyMap<string, Buffer>;

/** Functions that add the pages to a file or folder of a package that jsii-pacmak has written, by the name of the file. */
const ADDITIONS: readonly (readonly [file: RegExp, add: (path: string, pages: Pages) => Promise<void>])[] = [
  [/\.whl$/, toWheel],
  [/\.tar\.gz$/, toSourceArchive],
  [/-javadoc\.jar$/, toJavadoc],
  [/(^|\/)go\.mod$|\.csproj$/, (path, pages) => writePages(dirname(path), pages)],
];

/**
 * Puts the pages of the reference into a language's package in jsii-pacmak's output `folder`: beside the modules of the Python package, in the archive of Java's
 * documentation, in the folder of the Go module or of the C# project. npm takes it from the folder that it packs.
 */
export async function addReference(folder: string, pages: Pages): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names) {
    const addition = ADDITIONS.find(([file]) => file.test(name));
    await addition?.[1](join(folder, name), pages);
  }
}

/** Writes the pages into a folder, in which they replace those of before. */
export async function writePages(folder: string, pages: Pages): Promise<void> {
  await rm(join(folder, REFERENCE_FOLDER), { recursive: true, force: true });
  for (const [path, page] of pages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), page);
  }
}

/** The pages as files of an archive, below a folder of it. */
const entries = (pages: Pages, folder = '') => [...pages].map(([path, data]) => ({ name: `${folder}${path}`, data }));

/** The package's modules are in its only folder that is not its metadata. */
async function toWheel(path: string, pages: Pages): Promise<void> {
  const files = unzip(await readFile(path));
  const record = files.find(({ name }) => name.endsWith('.dist-info/RECORD'));
  const module = files.find(({ name }) => /^[^/]+\/__init__\.py$/.test(name));
  if (!record || !module) throw new Error(`${path} is not a wheel with one package.`);
  const others = files.filter((file) => file !== record);
  const all = [...others, ...entries(pages, `${dirname(module.name)}/`)];
  const listed = { ...record, data: Buffer.from(recordOf(all, record.name)) };
  await writeFile(path, await zip([...all, listed], EARLIEST_MS));
}

async function toSourceArchive(path: string, pages: Pages): Promise<void> {
  const files = untar(gunzipSync(await readFile(path)));
  const [root = ''] = files[0]?.name.split('/') ?? [];
  const all = [...files, ...entries(pages, `${root}/`)];
  await writeFile(path, gzipSync(tar(all, EARLIEST_MS), { level: 9 }));
}

/** Renews the checksums beside the archive, too. */
async function toJavadoc(path: string, pages: Pages): Promise<void> {
  const archive = await zip([...unzip(await readFile(path)), ...entries(pages)], EARLIEST_MS);
  await writeFile(path, archive);
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
    const beside = `${path}.${algorithm}`;
    if (existsSync(beside)) await writeFile(beside, createHash(algorithm).update(archive).digest('hex'));
  }
}
