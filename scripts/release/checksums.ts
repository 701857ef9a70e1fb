import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { filesIn } from '../support/folders';
import { CHECKSUMS, CHECKSUMS_SIGNATURE } from './names';

/** Writes the SHA-256 of every file of a release except this list and its signature, in the format of `sha256sum --check`. */
export async function writeChecksums(folder: string): Promise<void> {
  const sums = await checksumsOf(folder);
  await writeFile(join(folder, CHECKSUMS), [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''));
}

/** SHA-256 of every file except the list itself and its signature, by path. A file with several hard links is read once. */
export async function checksumsOf(folder: string, sum = sumOf): Promise<ReadonlyMap<string, string>> {
  const byInode = new Map<number, Promise<string>>();
  const sums = new Map<string, string>();
  for (const file of await filesIn(folder)) {
    const name = relative(folder, file);
    if (name === CHECKSUMS || name === CHECKSUMS_SIGNATURE) continue;
    const { ino } = await stat(file);
    const found = byInode.get(ino) ?? sum(file);
    byInode.set(ino, found);
    sums.set(name, await found);
  }
  return sums;
}

/** SHA-256 of a file of any size. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
