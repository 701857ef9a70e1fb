import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BY_HAND } from '../../../scripts/mutation/by-hand';
import { testsOf } from '../../../scripts/mutation/coverage';
import { EQUIVALENT } from '../../../scripts/mutation/equivalent';
import { type Mutant, mutantsOf } from '../../../scripts/mutation/mutants';
import { probed } from '../../../scripts/mutation/probes';
import { draw, FOLDERS, findAgain, readSample, SEED, sampleText } from '../../../scripts/mutation/sample';
import { inRoot } from '../../../scripts/support/paths';

it('the sample has 300 mutants, at least 40 of each folder, in proportion to its lines', () => {
  const draws = draw();
  const total = draws.reduce((sum, { lines }) => sum + lines, 0);

  expect(SEED).toBe(20261122);
  expect(draws.map(({ folder }) => folder)).toEqual([...FOLDERS]);
  for (const { lines, drawn } of draws) expect(drawn.length).toBe(Math.max(40, Math.ceil((300 * lines) / total)));
  expect(draws.reduce((sum, { drawn }) => sum + drawn.length, 0)).toBeGreaterThanOrEqual(300);
});

it('the text of a sample has a line for each mutant, and holds everything', () => {
  const kept = readFileSync(inRoot('scripts/mutation/sample.json'), 'utf8');
  const folders = JSON.parse(kept) as ReturnType<typeof draw>;

  expect(sampleText(folders)).toBe(kept);
  expect(kept.match(/^ {3}\{"id":.*\}/gm)).toHaveLength(folders.flatMap(({ drawn }) => drawn).length);
});

it('what was drawn is still there, or is named as gone, and what is said of single mutants is said of these', () => {
  const draws = readSample();

  for (const { drawn, found, gone } of draws) expect(found.length + gone.length).toBe(drawn);
  const ids = draws.flatMap(({ found, gone }) => [...found, ...gone].map(({ id }) => id));
  expect([...Object.keys(EQUIVALENT), ...Object.keys(BY_HAND)].filter((id) => !ids.includes(id))).toEqual([]);
});

const [drawn] = mutantsOf('a.ts', 'const answerOf = (status) => status >= lowest;') as [Mutant];

it.each([
  ['in another line', 'a.ts', 'other();\nconst answerOf = (status) => status >= lowest;', true],
  ['with other names', 'a.ts', 'const responseOf = (status) => status >= lowest;', true],
  ['in another statement', 'a.ts', 'if (left >= right) stop();', false],
  ['with another change', 'a.ts', 'const answerOf = (status) => status <= lowest;', false],
])('a drawn mutant is found again, or not: %s', (_name, file, text, isFound) => {
  expect(findAgain(drawn, mutantsOf(file, text))?.id).toBe(isFound ? drawn.id : undefined);
});

it.each([
  ['whole', 'const answerOf = (status) => status >= lowest;', true],
  ['with other names', 'const kindOf = (status) => status >= least;', false],
])('a statement that has moved to a file of another name is found again, or not: %s', (_how, text, isFound) => {
  expect(findAgain(drawn, mutantsOf('b.ts', text))?.id).toBe(isFound ? drawn.id : undefined);
});

it.each(Object.values(BY_HAND))(
  'a mutant that was judged by hand names a test that exists: $file',
  ({ file, title }) => {
    expect(readFileSync(inRoot(file), 'utf8')).toContain(`it('${title}'`);
  },
);

it.each([
  ['a && b;', "(globalThis.mutantProbes?.add('0'), a && b);"],
  ["f('x')?.g(h).i;", "(globalThis.mutantProbes?.add('1'), f((globalThis.mutantProbes?.add('0'), 'x'))?.g(h).i);"],
  ["const { 'x-y': z } = o;", "const { 'x-y': z } = (globalThis.mutantProbes?.add('0'), o);"],
  ['delete a?.b;', "(globalThis.mutantProbes?.add('0'), delete a?.b);"],
])('a probe tells that the program comes by: %s', (text, expected) => {
  const mutants = mutantsOf('a.ts', text)
    .toSorted((one, other) => Number(one.operator === 'optional') - Number(other.operator === 'optional'))
    .map((mutant, index) => ({ ...mutant, id: String(index) }));

  expect(probed(mutants, text)).toBe(expected);
});

it('the tests of a mutant are those that come by: its mirror first, then its folder, each time the quickest first', () => {
  const mutant = { ...drawn, file: 'provider/client/retry.ts' };
  const coverage = [
    { file: 'test/emulator/a.test.ts', ms: 1, mutants: [drawn.id] },
    { file: 'test/provider/client/slow.test.ts', ms: 9, mutants: [drawn.id] },
    { file: 'test/provider/client/quick.test.ts', ms: 2, mutants: [drawn.id] },
    { file: 'test/provider/client/other.test.ts', ms: 0, mutants: [] },
    { file: 'test/provider/client/retry.test.ts', ms: 99, mutants: [drawn.id] },
  ];

  expect(testsOf(mutant, coverage).map(({ ms }) => ms)).toEqual([99, 2, 9, 1]);
});
