import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { broken } from '../scripts/rules/break';
import { breaks } from '../scripts/rules/breaks';
import { byNumber, movedRules, readRules } from '../scripts/rules/pages';
import { rowsOf } from '../scripts/rules/quality-page';
import { inRoot } from '../scripts/support/paths';
import { asserts, testsIn } from './support/tests-in-source';

const rules = readRules();
const numbers = rules.map(({ number }) => number);
const moved = movedRules();

const testFiles = filesIn('test').filter((file) => file.endsWith('.test.ts'));
const tests = testFiles.flatMap((file) => testsIn(file));

/** The rule numbers at the start of a title: `P1, P2: …`. */
const cited = (title: string) => /^([PFEC]\d+(?:, [PFEC]\d+)*): \S/.exec(title)?.[1]?.split(', ') ?? [];

it('finds rules and tests', () => {
  expect(numbers.length).toBeGreaterThan(69);
  expect(tests.length).toBeGreaterThan(1400);
});

it('each group is numbered from 1 on, and each number is there once', () => {
  for (const letter of ['P', 'F', 'E', 'C']) {
    const group = [...numbers, ...moved.keys()].filter((number) => number.startsWith(letter)).sort(byNumber);
    expect(group).toEqual(group.map((_, index) => `${letter}${index + 1}`));
  }
});

it('a number that moved is that of a rule', () => {
  expect(moved.size).toBeGreaterThan(0);
  expect([...moved.values()].filter((number) => !numbers.includes(number))).toEqual([]);
});

describe('a citation', () => {
  /** `P12`, not in a longer word, a path, a colour or a name such as `P1D`, nor after a backslash or a quote that makes it a value. */
  const CITATION = /(?<![\w#.\-/\\$'"`=])([PFEC][1-9]\d?)(?![\w.-]*\w|['"`])/g;
  const files = ['bench', 'contract', 'docs', 'emulator', 'framework', 'projenrc', 'provider', 'scripts', 'src', 'test']
    .flatMap(filesIn)
    .filter((file) => /\.(?:ts|mts|md|go)$/.test(file) && !/\/(?:generated|tfplugin6|l1)\//.test(file));

  /** The first group of each match, with its file. */
  const found = (pattern: RegExp) =>
    files.flatMap((file) =>
      [...readFileSync(inRoot(file), 'utf8').matchAll(pattern)].map(([, what = '']) => ({ file, what })),
    );

  it('of a rule is of one that there is', () => {
    const all = found(CITATION);

    expect(all.length).toBeGreaterThan(500);
    const isThere = (what: string, file: string) =>
      numbers.includes(what) || (moved.has(what) && file === 'docs/internals/rules/README.md');
    expect(all.filter(({ what, file }) => !isThere(what, file))).toEqual([]);
  });

  it('of the interface is of a section that there is', () => {
    const page = readFileSync(inRoot('docs/interface.md'), 'utf8');
    const all = found(/\(interface, ("[^"]+"|rule \d)/g);

    const isThere = (what: string) =>
      what.startsWith('"')
        ? new RegExp(`^##+ ${what.slice(1, -1)}$`, 'm').test(page)
        : new RegExp(`^${what.slice(-1)}\\. `, 'm').test(page);
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter(({ what }) => !isThere(what))).toEqual([]);
  });

  it('is to the pages of this project, and to nothing outside of it', () => {
    const outside = files.filter((file) =>
      /\bSEMANTICS\b|\bDESIGN(?:\.md| §|, section)/.test(readFileSync(inRoot(file), 'utf8')),
    );

    expect(outside.filter((file) => file !== 'test/rules.test.ts')).toEqual([]);
  });
});

describe.each(rules)('$number', ({ number, tests: named, text }) => {
  it('says why', () => {
    expect(text).toContain('**Why.** ');
  });

  it('names tests that there are, that begin with its number, and that assert something', () => {
    expect(named).not.toEqual([]);
    const wrong = named.flatMap(({ file, title }) => {
      const found = tests.filter((one) => one.file === file && one.title.replace(/^[PFEC\d, ]+: /, '') === title);
      const ours = found.filter((one) => [...cited(one.title), ...one.above.flatMap(cited)].includes(number));
      if (ours.length === 0) return [`${file} has no test of ${number} with the title ${JSON.stringify(title)}`];
      return ours.some(asserts) ? [] : [`${file}: ${JSON.stringify(title)} asserts nothing`];
    });

    expect(wrong).toEqual([]);
  });

  it('has a break that fits the source', () => {
    const one = breaks[number];
    if (one === undefined) throw new Error(`scripts/rules/breaks/ has none for ${number}.`);
    const source = readFileSync(inRoot(one.file), 'utf8');

    expect(broken(one, source)).not.toBe(source);
  });
});

it('every test of a rule asserts something', () => {
  const silent = tests.filter((one) => cited(one.title).length > 0 && !asserts(one));

  expect(silent.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

it('no test has the number of a rule that there is not', () => {
  const wrong = tests.flatMap(({ title }) => cited(title)).filter((rule) => !numbers.includes(rule));

  expect(wrong).toEqual([]);
});

it('docs/internals/quality.md is about the breaks as they are now', () => {
  const rows = rowsOf(readFileSync(inRoot('docs/internals/quality.md'), 'utf8'));

  expect(rows).toEqual([...numbers].sort(byNumber).map((number) => [number, breaks[number]?.does]));
});

function filesIn(folder: string): string[] {
  return readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(?:^|\/)(?:node_modules|cdktf\.out)\//.test(file))
    .map((file) => `${folder}/${file}`);
}
