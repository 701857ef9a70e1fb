import { writeFile } from 'node:fs/promises';
import { EMULATOR_PAGES, emulatorFiles } from './emulator-docs/pages';
import { inRoot } from './support/paths';

/** Writes the generated parts of docs/emulator/: tables in otherwise hand-written pages, and the schema of seed files. */
export async function generateEmulatorDocs(): Promise<void> {
  for (const [path, text] of emulatorFiles()) await writeFile(inRoot('docs', EMULATOR_PAGES, path), text);
}
