import { writeFile } from 'node:fs/promises';
import { EMULATOR_PAGES, emulatorFiles } from './emulator-docs/pages';
import { inRoot } from './support/paths';

/** Writes what is generated in docs/emulator/: tables in pages that are otherwise ours to write, and the schema of seed files. */
export async function generateEmulatorDocs(): Promise<void> {
  for (const [path, text] of emulatorFiles()) await writeFile(inRoot('docs', EMULATOR_PAGES, path), text);
}
