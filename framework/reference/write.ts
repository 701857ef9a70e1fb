import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GENERATED_FOLDERS } from './pages';

/** Writes reference pages below a folder, by default `docs`. Other files in the generated folders are removed; guides stay. */
export async function writePages(pages: ReadonlyMap<string, string>, folder: string): Promise<void> {
  for (const generated of GENERATED_FOLDERS) await rm(join(folder, generated), { recursive: true, force: true });
  for (const [path, text] of pages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
