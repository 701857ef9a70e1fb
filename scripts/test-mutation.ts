import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Compiler } from './mutation/compiler';
import { type Coverage, readCoverage, type TestFile, testsOf } from './mutation/coverage';
import { Judge } from './mutation/judge';
import { type Mutant, mutantsOf } from './mutation/mutants';
import { describeSample, withSample } from './mutation/page';
import { addResult, isKilled, KEPT, readResults } from './mutation/results';
import { drawSample, readSources } from './mutation/sample';
import { makeSources } from './sources/sources';
import { main } from './support/main';
import { inRoot, ROOT } from './support/paths';
import { must } from './support/run';

/** Limit for the duration of one mutant's tests, measured without a mutation: further test files are skipped. */
const MOST_MS = 90_000;

/** Test files that take longer, such as those that start processes, come last. */
const SLOW_MS = 10_000;

/**
 * Changes one place of the source at a time, and shows whether a test fails: `npm run test:mutation`. Which places is decided by a seed:
 * the hash of the last commit, or `--seed N`. Goes on where it was stopped. Writes the result to `docs/internals/quality.md`.
 */
main(async () => {
  setPriority(5);
  await makeSources();
  mkdirSync(KEPT, { recursive: true });
  const { values } = parseArgs({ options: { seed: { type: 'string' } } });
  const commit = (await must('git', ['rev-parse', 'HEAD'], { cwd: ROOT })).stdout.slice(0, 8);
  const seed = Number(values.seed ?? Number.parseInt(commit, 16));
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed must be an integer; got ${JSON.stringify(values.seed)}.`);
  const results = readResults(seed);
  const sources = readSources();
  const compiler = new Compiler();
  const sample = drawSample(sources, seed, (mutant) => {
    const known = results.get(mutant.id);
    if (known) return known.outcome !== 'invalid';
    if (compiler.accepts(mutant)) return true;
    addResult(seed, { id: mutant.id, outcome: 'invalid', by: 'the compiler' });
    return false;
  });
  const open = sample.filter(({ id }) => !results.has(id));
  const coverage = await readCoverage(sources);
  const judges = Array.from({ length: availableParallelism() }, () => new Judge());
  const stop = () => {
    for (const judge of judges) judge.stop();
  };
  process.once('exit', stop);
  const next = open.values();
  const judgeAll = async (judge: Judge): Promise<void> => {
    for (const mutant of next) {
      const tests = testsFor(mutant, coverage);
      const expectedMs = tests.reduce((sum, { ms }) => sum + ms, 0);
      const result = await judge.judge({ mutant, files: tests.map(({ file }) => file) }, expectedMs);
      addResult(seed, result);
      results.set(mutant.id, result);
      const { file, line, operator, original, replacement } = mutant;
      console.log(
        `${result.outcome.padEnd(8)} ${file}:${line} ${operator} ${original} => ${replacement}: ${result.by}`,
      );
    }
  };
  await Promise.all(judges.map(judgeAll));
  stop();
  const judged = sample.flatMap((mutant) => {
    const result = results.get(mutant.id);
    return result ? [{ mutant, isKilled: isKilled(result) }] : [];
  });
  const page = inRoot('docs/internals/quality.md');
  writeFileSync(page, withSample(readFileSync(page, 'utf8'), describeSample(seed, commit, judged)));
  console.log(`${judged.filter((one) => one.isKilled).length} of ${judged.length} mutants were killed.`);
});

/** The tests of {@link testsOf} that fit into {@link MOST_MS}, slow ones last; at least one, if there are any. */
function testsFor(mutant: Mutant, coverage: Coverage): TestFile[] {
  const siblings = mutantsOf(mutant.file, readFileSync(inRoot(mutant.file), 'utf8')).map(({ id }) => id);
  const all = testsOf(mutant, siblings, coverage);
  let left = MOST_MS;
  return [...all.filter(({ ms }) => ms <= SLOW_MS), ...all.filter(({ ms }) => ms > SLOW_MS)].filter(({ ms }, index) => {
    if (index > 0 && ms > left) return false;
    left -= ms;
    return true;
  });
}
