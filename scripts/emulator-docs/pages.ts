import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { CommandLine, Flag } from '../../emulator/cli/arguments';
import { toVariable } from '../../emulator/cli/environment';
import { START } from '../../emulator/cli/flags';
import { PROBE } from '../../emulator/cli/probe';
import { SAVE_SEED } from '../../emulator/cli/save-seed';
import { controlCalls } from '../../emulator/control/api/table';
import { CONTROL_PREFIX } from '../../emulator/http/paths';
import { seedSchema } from '../../emulator/seed/json-schema';
import { dialects, type Knobs } from '../../emulator/settings/knobs';
import { knobFields } from '../../emulator/settings/settings';
import { EMULATOR_COMMAND } from '../../projenrc/names';
import { inRoot } from '../support/paths';
import { membersOf } from './doc-comments';
import { code, codes, fillRegions, members, table } from './markdown';
import { s3Parts } from './s3';

/** Folder of the emulator's pages, in docs/. */
export const EMULATOR_PAGES = 'emulator';

/** The schema of the seed file, beside the pages and in the npm package. */
export const SEED_SCHEMA = 'seed.schema.json';

/** The page of the package, from that folder. */
const PACKAGE_PAGE = '../../emulator/README.md';

const FAULT = 'emulator/faults/spec.ts';
const FILTER = 'emulator/journal/request-filter.ts';
const DIALECTS = Object.keys(dialects) as (keyof typeof dialects)[];

/** Parts of pages that are generated from the emulator's own tables, by name. */
export const PARTS: Readonly<Record<string, () => string>> = {
  flags: () =>
    table(
      ['Flag', 'Variable', 'What it does (default)'],
      START.flags.map((flag) => [shown(flag), variableOf(flag), said(flag)]),
    ),
  'probe-flags': () => flagsOf(PROBE),
  'save-seed-flags': () => flagsOf(SAVE_SEED),
  knobs: () =>
    table(
      ['Knob', 'What it decides', 'Values', ...DIALECTS.map(code)],
      // First those that change the form of responses, then those that change behaviour.
      [...membersOf('emulator/settings/knobs.ts', 'Knobs'), ...membersOf('emulator/domain/rules.ts', 'Rules')].map(
        ([name, says]) => {
          const knob = name as keyof Knobs;
          return [code(name), says, valuesOf(knob), ...DIALECTS.map((dialect) => valueIn(dialect, knob))];
        },
      ),
    ),
  lag: () => members(['`lag`', 'What it is (0, or as said)'], membersOf('emulator/domain/lag.ts', 'Lag')),
  control: () =>
    members(
      ['Call', 'Does'],
      controlCalls.map(({ method, path, summary }) => [`${method} ${CONTROL_PREFIX}${path}`, summary]),
    ),
  fault: () => members(MEMBER, membersOf(FAULT, 'FaultSpec')),
  where: () => members(MEMBER, [...membersOf(FILTER, 'RequestFilter'), ...membersOf(FAULT, 'FaultTarget')]),
  journal: () => members(MEMBER, membersOf('emulator/journal/entry.ts', 'JournalEntry')),
  'journal-filter': () =>
    members(MEMBER, [
      ...membersOf('emulator/journal/filter.ts', 'JournalFilter'),
      ...membersOf(FILTER, 'RequestFilter'),
    ]),
  ...s3Parts,
};

/** The generated files of docs/emulator/ by their path in it: pages with their generated parts and the emulator's start replaced, and the schema. */
export function emulatorFiles(): ReadonlyMap<string, string> {
  const folder = inRoot('docs', EMULATOR_PAGES);
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return new Map([
    ...[...pages, PACKAGE_PAGE].map(
      (file) => [file, spelt(fillRegions(readFileSync(`${folder}/${file}`, 'utf8'), PARTS))] as const,
    ),
    [SEED_SCHEMA, seedSchemaText()],
  ]);
}

/** Every start of the emulator as it has to be typed now. */
const spelt = (page: string) =>
  page.replaceAll(/(?:npx (?:--no )?|node_modules\/\.bin\/)coffer-emulator(?:@[\d.]+)?/g, EMULATOR_COMMAND);

export const seedSchemaText = () => `${JSON.stringify(seedSchema(), null, 2)}\n`;

const MEMBER = ['Member', 'What it is'];

const flagsOf = ({ flags }: Pick<CommandLine<string, string>, 'flags'>) =>
  table(
    ['Flag', 'What it does (default)'],
    flags.map((flag) => [shown(flag), said(flag)]),
  );

const shown = ({ name, placeholder }: Flag) =>
  code(placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`);

/** Flags that do not run the emulator have no variable. */
const variableOf = ({ name }: Flag) => (['help', 'version'].includes(name) ? '' : code(toVariable(name)));

/** Escapes text that looks like an HTML tag. */
const said = ({ says }: Flag) => says.replaceAll(/<(\w+)>/g, '\\<$1\\>');

function valueIn(dialect: keyof typeof dialects, name: keyof Knobs): string {
  const value = dialects[dialect][name];
  return dialect !== 'conventional' && value === dialects.conventional[name] ? '' : code(value);
}

function valuesOf(name: keyof Knobs): string {
  const schema = z.toJSONSchema(knobFields[name]) as { enum?: (string | number)[]; minimum?: number; maximum?: number };
  return schema.enum ? codes(schema.enum) : `${schema.minimum} to ${schema.maximum}`;
}
