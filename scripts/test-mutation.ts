import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Compiler } from './mutation/compiler';
import { readCoverage, testsOf } from './mutation/coverage';
import { Judge } from './mutation/judge';
import type { Mutant } from './mutation/mutants';
import { describeMutants } from './mutation/page';
import { addResult, counts, isKilled, type Result, readResults } from './mutation/result';
import { type Draw, folderOf, readSample, SEED } from './mutation/sample';
import { withPart } from './rules/quality-page';
import { makeSources } from './sources/sources';
import { main } from './support/main';
import { inRoot } from './support/paths';

/** Limit for the duration of one mutant's tests, measured without a mutation: further test files are skipped. */
const MOST_MS = 60_000;

/** Number of concurrent mutants. */
const WORKERS = 2;

/**
 * Changes one place of the source at a time, and shows whether a test fails: `npm run test:mutation`. A number as argument limits
 * the number of mutants; `again` repeats the surviving ones with the current tests. Writes the result to `docs/internals/quality.md`. With
 * `--seed N` it draws another sample, for which no test was written, prints its survivors, and leaves the page unchanged.
 */
main(async () => {
  await makeSources();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
  const [asked] = positionals;
  const seed = Number(values.seed ?? SEED);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be an integer; got ${JSON.stringify(values.seed)}.`);
  const folder = folderOf(seed);
  const results = readResults(folder);
  const draws = readSample(seed);
  const isOpen = ({ id }: Mutant) => {
    const result = results.get(id);
    return asked === 'again' ? result !== undefined && counts(result) && !isKilled(result) : result === undefined;
  };
  const open = inTurns(draws).filter(isOpen);
  const most = asked === undefined || asked === 'again' ? open.length : Number(asked);
  const coverage = await readCoverage(
    folder,
    draws.flatMap(({ found }) => found),
    asked === 'again',
  );
  const queue = open.slice(0, most).values();
  const compiler = new Compiler();
  const work = async () => {
    const judge = new Judge();
    process.once('exit', () => judge.stop());
    for (const mutant of queue) {
      const result = await judged(mutant);
      addResult(folder, result);
      results.set(mutant.id, result);
      const { file, line, operator, original, replacement } = mutant;
      console.log(
        `${result.outcome.padEnd(8)} ${file}:${line} ${operator} ${original} => ${replacement}: ${result.by}`,
      );
    }
    judge.stop();

    function judged(mutant: Mutant): Promise<Result> | Result {
      if (!compiler.accepts(mutant)) return { id: mutant.id, outcome: 'invalid', by: 'the compiler' };
      let left = MOST_MS;
      const tests = testsOf(mutant, coverage).filter(({ ms }, index) => {
        if (index > 0 && ms > left) return false;
        left -= ms;
        return true;
      });
      return judge.judge({ mutant, files: tests.map(({ file }) => file) });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  if (seed === SEED) {
    const page = inRoot('docs/internals/quality.md');
    const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
    writeFileSync(page, withPart(before, describeMutants(draws, results)));
  }
  const all = draws.flatMap(({ found }) => found.flatMap(({ id }) => results.get(id) ?? [])).filter(counts);
  console.log(`${all.filter(isKilled).length} of ${all.length} mutants were killed.`);
});

/** Mixes the folders in proportion, so that a partial run is a smaller sample of the same kind. */
function inTurns(draws: readonly Draw[]): Mutant[] {
  return draws
    .flatMap(({ found }) => found.map((mutant, index) => ({ mutant, place: (index + 0.5) / found.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ mutant }) => mutant);
}
