import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { AlteredRun } from '../support/altered-run';
import { inRoot, ROOT } from '../support/paths';
import type { Mutant } from './mutants';
import { probed } from './probes';

/** A test file, and the mutants whose place it executes. */
export interface TestFile {
  readonly file: string;
  /** Duration, including its imports. */
  readonly ms: number;
  readonly mutants: readonly string[];
}

/** Projects whose tests import the code under test and run in one process. */
const PROJECTS = ['unit', 'enumerations'];

/**
 * Runs all tests once, with a probe at the place of each mutant. A file that fails is left out: it could not detect anything. The
 * result is kept in the sample's folder until `renew` is set.
 */
export async function readCoverage(folder: string, mutants: readonly Mutant[], renew: boolean): Promise<TestFile[]> {
  const kept = join(folder, 'coverage.json');
  const record = join(folder, 'probes.jsonl');
  if (existsSync(kept) && !renew) return JSON.parse(readFileSync(kept, 'utf8')) as TestFile[];
  mkdirSync(folder, { recursive: true });
  rmSync(record, { force: true });
  process.env.MUTANT_PROBES = record;
  const run = await AlteredRun.start({
    isolate: false,
    projects: PROJECTS,
    setupFiles: [inRoot('scripts/mutation/record-probes.ts')],
  });
  run.use(
    ...[...new Set(mutants.map(({ file }) => file))].map((file) => ({
      file,
      alter: (source: string) =>
        probed(
          mutants.filter((one) => one.file === file),
          source,
        ),
    })),
  );
  const modules = await run.run();
  await run.close();
  const records = new Map(
    readFileSync(record, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { file: string; mutants: string[] })
      .map(({ file, mutants }) => [relative(ROOT, file), mutants]),
  );
  const files = modules.flatMap((module): TestFile[] => {
    const file = module.relativeModuleId;
    if (module.state() !== 'passed') {
      console.error(`${file} fails with the probes`);
      return [];
    }
    const { duration, collectDuration } = module.diagnostic();
    return [{ file, ms: Math.ceil(duration + collectDuration), mutants: records.get(file) ?? [] }];
  });
  writeFileSync(kept, `${JSON.stringify(files)}\n`);
  return files;
}

/**
 * The tests that execute a mutant: those that mirror its file, those of its folder, then all others; the quickest of each group
 * first. If the mirror belongs to the project `processes`, its coverage is unknown: it comes last.
 */
export function testsOf({ id, file }: Mutant, coverage: readonly TestFile[]): TestFile[] {
  const mirror = `test/${file.replace(/\.ts$/, '')}`;
  const ofProcesses = `${mirror}.test.ts`;
  const isUnseen = !coverage.some((test) => test.file === ofProcesses) && existsSync(inRoot(ofProcesses));
  const rank = (test: string) => {
    if (test === `${mirror}.test.ts` || test.startsWith(`${mirror}/`)) return 0;
    return test.startsWith(`${dirname(mirror)}/`) ? 1 : 2;
  };
  const seen = coverage
    .filter(({ mutants }) => mutants.includes(id))
    .sort((a, b) => rank(a.file) - rank(b.file) || a.ms - b.ms);
  return isUnseen ? [...seen, { file: ofProcesses, ms: 0, mutants: [id] }] : seen;
}
