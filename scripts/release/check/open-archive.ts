import { readFile } from 'node:fs/promises';
import { archiveHash, packageHash } from '../hashes';
import { type Entry, unzip } from '../zip';
import { oncePerFile } from './folder';

/** An archive, and what is in it. */
export interface OpenArchive {
  readonly data: Buffer;
  readonly files: readonly Entry[];
}

export async function openArchive(file: string): Promise<OpenArchive> {
  const data = await readFile(file);
  return { data, files: unzip(data) };
}

/** Both hashes of an archive, once whatever its names. To unpack one takes a second: who has it open hands it over. */
export const hashesOf = (file: string, open = () => openArchive(file)): Promise<readonly string[]> =>
  oncePerFile('hashes', file, async () => {
    const { data, files } = await open();
    return [packageHash(files), archiveHash(data)];
  });
