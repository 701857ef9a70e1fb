import { readdirSync, readFileSync } from 'node:fs';
import { seedSchema } from '../../emulator/seed/json-schema';
import { inRoot } from '../support/paths';
import { controlParts } from './control';
import { flagParts } from './flags';
import { knobParts } from './knobs';
import { fillRegions } from './markdown';
import { s3Parts } from './s3';

/** Folder of the emulator's pages, in docs/. */
export const EMULATOR_PAGES = 'emulator';

/** The schema of the seed file, beside the pages and in the npm package. */
export const SEED_SCHEMA = 'seed.schema.json';

/** Parts of pages that are generated from the emulator's own tables, by name. */
export const PARTS: Readonly<Record<string, () => string>> = {
  ...flagParts,
  ...knobParts,
  ...controlParts,
  ...s3Parts,
};

/** The generated files of docs/emulator/ by their path in it: pages with their generated parts replaced, and the schema. */
export function emulatorFiles(): ReadonlyMap<string, string> {
  const folder = inRoot('docs', EMULATOR_PAGES);
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return new Map([
    ...pages.map((file) => [file, fillRegions(readFileSync(`${folder}/${file}`, 'utf8'), PARTS)] as const),
    [SEED_SCHEMA, seedSchemaText()],
  ]);
}

/** The text of the schema. */
export const seedSchemaText = () => `${JSON.stringify(seedSchema(), null, 2)}\n`;
