import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Compiler } from './mutation/compiler';
import { readCoverage, testsOf } from './mutation/coverage';
import { Judge } from './mutation/judge';
import { mutantsOf } from './mutation/mutants';
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
  const judge = new Judge();
  process.once('exit', () => judge.stop());
  for (const mutant of open) {
    const siblings = mutantsOf(mutant.file, readFileSync(inRoot(mutant.file), 'utf8')).map(({ id }) => id);
    let left = MOST_MS;
    const all = testsOf(mutant, siblings, coverage);
    const inOrder = [...all.filter(({ ms }) => ms <= SLOW_MS), ...all.filter(({ ms }) => ms > SLOW_MS)];
    const tests = inOrder.filter(({ ms }, index) => {
      if (index > 0 && ms > left) return false;
      left -= ms;
      return true;
    });
    const result = await judge.judge({ mutant, files: tests.map(({ file }) => file) });
    addResult(seed, result);
    results.set(mutant.id, result);
    const { file, line, operator, original, replacement } = mutant;
    console.log(`${result.outcome.padEnd(8)} ${file}:${line} ${operator} ${original} => ${replacement}: ${result.by}`);
  }
  judge.stop();
  const judged = sample.flatMap((mutant) => {
    const result = results.get(mutant.id);
    return result ? [{ mutant, isKilled: isKilled(result) }] : [];
  });
  const page = inRoot('docs/internals/quality.md');
  writeFileSync(page, withSample(readFileSync(page, 'utf8'), describeSample(seed, commit, judged)));
  console.log(`${judged.filter((one) => one.isKilled).length} of ${judged.length} mutants were killed.`);
});
