import { createHash } from 'node:crypto';
import { byName, type Entry } from './zip';

/** SHA-256 in lower-case hexadecimal; of a text, that of its UTF-8. */
export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** The `h1:` of lock files: SHA-256 over SHA-256 (`sum`, lower-case hexadecimal) and name of each file, sorted by name, with slashes. */
export function packageHash(files: readonly (Entry | { readonly name: string; readonly sum: string })[]): string {
  const lines = [...files]
    .sort(byName)
    .map((file) => `${'sum' in file ? file.sum : sha256(file.data)}  ${file.name}\n`);
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`;
}

/** The `zh:` of dependency lock files: SHA-256 of the archive. */
export const archiveHash = (archive: Uint8Array): string => `zh:${sha256(archive)}`;
