import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tar, untar } from '../../framework/packaging/tar';
import { EARLIEST_MS, unzip, zip } from '../../framework/packaging/zip';
import { recordOf } from '../release/wheel';

/** Name of the reference in every package. */
export const REFERENCE_FILE = 'REFERENCE.md';

/** Functions that add the page to a file or folder of a package that jsii-pacmak has written, by the name of the file. */
const ADDITIONS: readonly (readonly [file: RegExp, add: (path: string, page: Buffer) => Promise<void>])[] = [
  [/\.whl$/, toWheel],
  [/\.tar\.gz$/, toSourceArchive],
  [/-javadoc\.jar$/, toJavadoc],
  [/(^|\/)go\.mod$|\.csproj$/, (path, page) => writeFile(join(dirname(path), REFERENCE_FILE), page)],
];

/**
 * Puts the reference into a language's package in jsii-pacmak's output `folder`: beside the modules of the Python package, in the archive of Java's
 * documentation, in the folder of the Go module or of the C# project. npm takes it from the folder that it packs.
 */
export async function addReference(folder: string, page: Buffer): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const name of names) {
    const addition = ADDITIONS.find(([file]) => file.test(name));
    await addition?.[1](join(folder, name), page);
  }
}

/** The package's modules are in its only folder that is not its metadata. */
async function toWheel(path: string, page: Buffer): Promise<void> {
  const files = unzip(await readFile(path));
  const record = files.find(({ name }) => name.endsWith('.dist-info/RECORD'));
  const module = files.find(({ name }) => /^[^/]+\/__init__\.py$/.test(name));
  if (!record || !module) throw new Error(`${path} is not a wheel with one package.`);
  const others = files.filter((file) => file !== record);
  const all = [...others, { name: `${dirname(module.name)}/${REFERENCE_FILE}`, data: page }];
  const listed = { ...record, data: Buffer.from(recordOf(all, record.name)) };
  await writeFile(path, await zip([...all, listed], EARLIEST_MS));
}

async function toSourceArchive(path: string, page: Buffer): Promise<void> {
  const files = untar(gunzipSync(await readFile(path)));
  const [root = ''] = files[0]?.name.split('/') ?? [];
  const all = [...files, { name: `${root}/${REFERENCE_FILE}`, data: page }];
  await writeFile(path, gzipSync(tar(all, EARLIEST_MS), { level: 9 }));
}

/** Renews the checksums beside the archive, too. */
async function toJavadoc(path: string, page: Buffer): Promise<void> {
  const archive = await zip([...unzip(await readFile(path)), { name: REFERENCE_FILE, data: page }], EARLIEST_MS);
  await writeFile(path, archive);
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
    const beside = `${path}.${algorithm}`;
    if (existsSync(beside)) await writeFile(beside, createHash(algorithm).update(archive).digest('hex'));
  }
}
