import { expect, it } from 'vitest';
import { testsOf } from '../../../scripts/mutation/coverage';
import { type Mutant, mutantsOf } from '../../../scripts/mutation/mutants';
import { describeSample, withSample } from '../../../scripts/mutation/page';
import { probed } from '../../../scripts/mutation/probes';
import { drawSample, readSources } from '../../../scripts/mutation/sample';

const sources = [
  { file: 'src/large.ts', text: Array.from({ length: 30 }, (_, at) => `a${at} = ${at};`).join('\n') },
  { file: 'src/small.ts', text: Array.from({ length: 10 }, (_, at) => `b${at} = ${at};`).join('\n') },
];

const drawn = (seed: number, isValid: (mutant: Mutant) => boolean = () => true) =>
  drawSample(sources, seed, isValid, 8).map(({ file, statement }) => `${file} ${statement}`);

it('a sample has as many mutants of each file as it has of the lines, the same ones for a seed', () => {
  expect(drawn(1).filter((one) => one.startsWith('src/large.ts'))).toHaveLength(6);
  expect(drawn(1)).toHaveLength(8);
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(2)).not.toEqual(drawn(1));
});

it('a mutant that is not valid gives way to another one near it', () => {
  const [first] = drawn(1);
  const others = drawn(1, ({ file, statement }) => `${file} ${statement}` !== first);

  expect(others).not.toContain(first);
  expect(others).toHaveLength(8);
  expect(others.slice(1)).toEqual(drawn(1).slice(1));
});

it('a sample is drawn from what ships and is written by hand', () => {
  const files = readSources().map(({ file }) => file);

  expect(files).toEqual(
    expect.arrayContaining(['contract/routes.ts', 'emulator/main.ts', 'provider/main.ts', 'src/bucket.ts']),
  );
  expect(files.filter((file) => /\/(?:l1|generated)\//.test(file))).toEqual([]);
});

it.each([
  ['a && b;', "(globalThis.mutantProbes?.add('0'), a && b);"],
  ["f('x')?.g(h).i;", "(globalThis.mutantProbes?.add('1'), f((globalThis.mutantProbes?.add('0'), 'x'))?.g(h).i);"],
  ['delete a?.b;', "(globalThis.mutantProbes?.add('0'), delete a?.b);"],
])('a probe tells that the program comes by: %s', (text, expected) => {
  const mutants = mutantsOf('a.ts', text)
    .toSorted((one, other) => Number(one.operator === 'optional') - Number(other.operator === 'optional'))
    .map((mutant, index) => ({ ...mutant, id: String(index) }));

  expect(probed(mutants, text)).toBe(expected);
});

const mutant = { id: 'asked', file: 'provider/client/retry.ts' };
const test = (file: string, ms: number, mutants = ['asked']) => ({
  file: `test/${file}.test.ts`,
  hash: '',
  ms,
  mutants,
});
const tests = [
  test('emulator/a', 1),
  test('provider/client/slow', 9),
  test('provider/client/quick', 2),
  test('provider/client/other', 0, ['sibling']),
  test('provider/client/retry', 99),
];

it('the tests of a mutant are those that execute it: its mirror first, then its folder, each time the quickest first', () => {
  const coverage = { tests, unchanged: new Set([mutant.file]) };

  expect(testsOf(mutant, ['asked', 'sibling'], coverage).map(({ ms }) => ms)).toEqual([99, 2, 9, 1]);
  expect(testsOf({ ...mutant, id: 'unknown' }, ['unknown', 'sibling'], coverage)).toEqual([]);
});

it('a mutant of a file that has changed since is also judged by the tests that execute others of it, and by those near it', () => {
  const coverage = { tests, unchanged: new Set<string>() };

  expect(testsOf({ ...mutant, id: 'changed' }, ['sibling'], coverage).map(({ ms }) => ms)).toEqual([0, 99, 2, 9]);
  const moved = { id: 'moved', file: 'provider/client/deep/new.ts' };
  expect(testsOf(moved, ['asked'], coverage).map(({ ms }) => ms)).toEqual([1, 2, 9, 99, 0]);
});

it('the page leads with the figures of a sample by folder, and names what survived', () => {
  const judged = ['emulator/s3/xml/a.ts', 'emulator/s3/b.ts', 'src/c.ts'].map((file) => ({
    mutant: mutantsOf(file, '\na || b;')[0] as Mutant,
    isKilled: file !== 'src/c.ts',
  }));

  expect(describeSample(7, 'abc', judged)).toBe(`### Seed 7, commit abc: 2 of 3 killed

Killed of each folder: \`emulator/s3\` 2 of 2, \`src\` 0 of 1.

| Survivor | Change | From | To |
| --- | --- | --- | --- |
| \`src/c.ts\`, line 2 | logical | \`\\|\\|\` | \`&&\` |`);
});

it('the page has the last three samples, the latest first, and a sample that went on only once', () => {
  const seeds = (page: string) => [...page.matchAll(/^### Seed (\d+)/gm)].map(([, seed]) => Number(seed));
  const page = [1, 2, 3, 4, 3].reduce(
    (before, seed) => withSample(before, `### Seed ${seed}, commit a: 1 of 1 killed`),
    '# Page\n\n## Mutants\n\n## Rules\n\nrules\n',
  );

  expect(seeds(page)).toEqual([3, 4, 2]);
  expect(page).toMatch(/^# Page\n\n## Mutants\n\n[\s\S]*\n\n## Rules\n\nrules\n$/);
});
