import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Judge } from './mutation/judge';
import type { Mutant } from './mutation/mutants';
import { describeMutants } from './mutation/page';
import { RelatedTests } from './mutation/related-tests';
import { addResult, isKilled, readResults } from './mutation/result';
import { type Draw, draw } from './mutation/sample';
import { withMutants } from './rules/quality-page';
import { main } from './support/main';
import { inRoot, ROOT } from './support/paths';

/** Test files per mutant: one that survives the nearest of them is not noticed by chance far away. */
const NEAREST = 12;

/**
 * Changes one place of the source at a time, and shows whether a test fails: `npm run test:mutation`, with a number for so many
 * mutants at most, with `again` for those that survived. What it finds goes to `docs/quality.md`.
 */
main(async () => {
  const [asked] = process.argv.slice(2);
  const results = readResults();
  const draws = draw();
  const isOpen = ({ id }: Mutant) => {
    const result = results.get(id);
    return asked === 'again' ? result !== undefined && !isKilled(result) : result === undefined;
  };
  const open = inTurns(draws).filter(isOpen);
  const most = asked === undefined || asked === 'again' ? open.length : Number(asked);
  const related = new RelatedTests(await testFiles());
  const judge = new Judge();
  process.once('exit', () => judge.stop());
  for (const mutant of open.slice(0, most)) {
    const tests = related.of(mutant.file).slice(0, NEAREST);
    const result = await judge.judge({ mutant, groups: [tests.slice(0, 1), tests.slice(1, 4), tests.slice(4)] });
    addResult(result);
    results.set(mutant.id, result);
    const { file, line, operator, original, replacement } = mutant;
    console.log(`${result.outcome.padEnd(8)} ${file}:${line} ${operator} ${original} => ${replacement}: ${result.by}`);
  }
  judge.stop();
  const page = inRoot('docs/quality.md');
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  writeFileSync(page, withMutants(before, describeMutants(draws, results)));
  const judged = draws.flatMap(({ drawn }) => drawn.flatMap(({ id }) => results.get(id) ?? []));
  console.log(`${judged.filter(isKilled).length} of ${judged.length} mutants were killed.`);
});

/** In proportion from all folders, so that a part of the run is a smaller sample of the same kind. */
function inTurns(draws: readonly Draw[]): Mutant[] {
  return draws
    .flatMap(({ drawn }) => drawn.map((mutant, index) => ({ mutant, place: (index + 0.5) / drawn.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ mutant }) => mutant);
}

/** Whether a file is one that runs in the test process. */
async function testFiles(): Promise<(file: string) => boolean> {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', { root: ROOT, watch: false, reporters: [{}], project: ['unit'] });
  const files = new Set((await vitest.globTestSpecifications()).map(({ moduleId }) => relative(ROOT, moduleId)));
  await vitest.close();
  return (file) => files.has(file);
}
