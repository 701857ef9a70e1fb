import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tar, untar } from '../../framework/packaging/tar';
import { EARLIEST_MS } from '../../framework/packaging/zip';
import { filesIn } from '../support/folders';

/*
 * What later versions are compared with is one archive for each release, `<version>.tar.gz`, and beside it `<version>.md`, which lists
 * what is in it. Equal files give an equal archive.
 */

/** Contents by path in the archive, with slashes. */
export type Files = ReadonlyMap<string, Buffer>;

/** The files in an archive, sorted by path. */
export const readArchive = (archive: string): Files =>
  new Map(untar(gunzipSync(readFileSync(archive))).map(({ name, data }) => [name, data]));

/** Writes an archive, `….tar.gz`, and its page. */
export async function writeArchive(archive: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  const entries = [...files].map(([name, data]) => ({ name, data: Buffer.from(data) }));
  await mkdir(dirname(archive), { recursive: true });
  await writeFile(archive, gzipSync(tar(entries, EARLIEST_MS), { level: 9 }));
  await writeFile(pageBeside(archive), pageOf(archive, readArchive(archive)));
}

/** Writes an archive of all files in a folder, and its page. */
export async function packFolder(archive: string, folder: string): Promise<void> {
  const named = (await filesIn(folder)).map(
    (file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file)] as const,
  );
  await writeArchive(archive, new Map(named));
}

export async function unpackArchive(archive: string, folder: string): Promise<void> {
  for (const [name, data] of readArchive(archive)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), data);
  }
}

export const pageBeside = (archive: string): string => archive.replace(/\.tar\.gz$/, '.md');

export function pageOf(archive: string, files: Files): string {
  const rows = [...files].map(
    ([name, data]) =>
      `| \`${name}\` | ${data.length} | \`${createHash('sha256').update(data).digest('hex').slice(0, 16)}\` |`,
  );
  return `# What is in ${basename(archive)}

Written with the archive by \`scripts/releases/archive.ts\`; [README.md](README.md) says what each file is for.

| File | Bytes | SHA-256 begins with |
| --- | --- | --- |
${rows.join('\n')}
`;
}
