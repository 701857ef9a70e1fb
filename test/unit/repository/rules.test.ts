import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';

/** Rules have pages, and code, tests and pages cite them by number. */
const PAGES = 'internals/rules';

/** Numbers of rules, from the headings of their pages: `## P12: …`. */
const rules = filesBelow(PAGES).flatMap((file) => numbersIn(file, /^## ([PFECD]\d+): /gm));

it('a cited rule exists', () => {
  /** `P12`, but not within a word, a path, a color or a name such as `P1D`, nor as a value in quotes. */
  const citation = /(?<![\w#.\-/\\$'"`=])([PFECD][1-9]\d?)(?![\w.-]*\w|['"`])/g;
  const files = [
    'bench',
    'contract',
    'docs',
    'emulator',
    'framework',
    'internals',
    'projenrc',
    'provider',
    'scripts',
    'src',
    'test',
  ]
    .flatMap(filesBelow)
    .filter((file) => /\.(?:ts|mts|md|go)$/.test(file) && !/\/(?:generated|tfplugin6|l1)\//.test(file))
    // Its list of numbers that moved is the one place for an old number.
    .filter((file) => file !== `${PAGES}/README.md`);

  const unknown = files.flatMap((file) =>
    numbersIn(file, citation).flatMap((number) => (rules.includes(number) ? [] : [`${file}: ${number}`])),
  );

  expect(rules.length).toBeGreaterThan(50);
  expect(unknown).toEqual([]);
});

it('a rule has a test whose title begins with its number', () => {
  const files = filesBelow('test').filter((file) => file.endsWith('.test.ts'));
  const tested = files.flatMap((file) => numbersIn(file, /['"`]((?:[PFECD]\d+, )*[PFECD]\d+): \S/g));

  expect(rules.filter((number) => !tested.includes(number))).toEqual([]);
  expect(tested.filter((number) => !rules.includes(number))).toEqual([]);
});

/** The numbers in the first group of each match. */
function numbersIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(inRoot(file), 'utf8').matchAll(pattern)].flatMap(([, numbers = '']) => numbers.split(', '));
}

function filesBelow(folder: string): string[] {
  return readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(?:^|\/)(?:node_modules|cdktf\.out)\//.test(file))
    .filter((file) => /\.\w+$/.test(file))
    .map((file) => `${folder}/${file}`);
}
