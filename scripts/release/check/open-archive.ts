import { readFile } from 'node:fs/promises';
import { archiveHash, packageHash } from '../../../framework/packaging/hashes';
import { type Entry, unzip } from '../../../framework/packaging/zip';
import { oncePerFile } from './folder';

/** An archive and its content, with entries for folders, which Terraform counts in its hash. */
export interface OpenArchive {
  readonly data: Buffer;
  readonly files: readonly Entry[];
}

export async function openArchive(file: string): Promise<OpenArchive> {
  const data = await readFile(file);
  return { data, files: unzip(data, true) };
}

/** Names of the programs in an archive. */
export const programsOf = (file: string, open = () => openArchive(file)): Promise<readonly string[]> =>
  oncePerFile('programs', file, async () => (await open()).files.flatMap((one) => (one.executable ? one.name : [])));

/** Both hashes of an archive, computed once for all its names. Unpacking takes a second, so a caller with an open archive passes it in. */
export const hashesOf = (file: string, open = () => openArchive(file)): Promise<readonly string[]> =>
  oncePerFile('hashes', file, async () => {
    const { data, files } = await open();
    return [packageHash(files), archiveHash(data)];
  });
