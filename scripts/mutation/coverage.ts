import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AlteredRun } from '../support/altered-run';
import { inRoot } from '../support/paths';
import { type Mutant, mutantsOf } from './mutants';
import { probed, WRITER } from './probes';
import { hashOf, KEPT, readLines } from './results';
import type { Source } from './sample';

/** A test file, and the mutants whose place it executes. */
export interface TestFile {
  /** Path from the root of the checkout. */
  readonly file: string;
  /** Of its text when it ran. */
  readonly hash: string;
  /** Duration, including its imports. */
  readonly ms: number;
  readonly mutants: readonly string[];
}

export interface Coverage {
  readonly tests: readonly TestFile[];
  /** Source files that are as they were when the tests ran. */
  readonly unchanged: ReadonlySet<string>;
}

const TESTS = `${KEPT}/coverage.jsonl`;
const SOURCES = `${KEPT}/sources.json`;

/** Runs tests with a probe at each mutant, and keeps what they execute: only a changed test file runs again. To begin anew, remove {@link KEPT}. */
export async function readCoverage(sources: readonly Source[]): Promise<Coverage> {
  const run = await AlteredRun.start({
    ...{ isolate: false, maxWorkers: 1 },
    setupFiles: [inRoot('scripts/mutation/record-probes.ts')],
  });
  const hashes = Object.fromEntries(sources.map(({ file, text }) => [file, hashOf(text)]));
  if (!existsSync(SOURCES)) writeFileSync(SOURCES, JSON.stringify(hashes));
  const before = JSON.parse(readFileSync(SOURCES, 'utf8')) as Record<string, string>;
  const files = await run.files();
  const kept = readKept();
  const changed = files.filter((file) => kept.get(file)?.hash !== hashOf(readFileSync(inRoot(file), 'utf8')));
  run.use(
    ...sources.map(({ file }) => ({ file, alter: (text: string) => WRITER + probed(mutantsOf(file, text), text) })),
  );
  if (changed.length > 0) await run.run(changed);
  await run.close();
  const now = readKept();
  return {
    tests: files.flatMap((file) => now.get(file) ?? []),
    unchanged: new Set(Object.keys(hashes).filter((file) => hashes[file] === before[file])),
  };
}

const readKept = () => new Map(readLines<TestFile>(TESTS).map((test) => [test.file, test]));

/**
 * The tests that execute a mutant: those that mirror its file, those of its folder, each the quickest first, then all others, of which
 * those come first that execute most of the `siblings` in its file, and so more than what any import of it does. If its file has changed
 * since they ran, those that execute one of the siblings, and then those near it, may do so, too.
 */
export function testsOf(
  { id, file }: Pick<Mutant, 'id' | 'file'>,
  siblings: readonly string[],
  { tests, unchanged }: Coverage,
): TestFile[] {
  const mirror = `test/${file.replace(/\.ts$/, '')}`;
  const isIn = (folder: string) => (test: TestFile) => test.file.startsWith(`${folder}/`);
  const ofFile = new Set([id, ...siblings]);
  const rank = (test: TestFile) => {
    if (test.file === `${mirror}.test.ts` || isIn(mirror)(test)) return 0;
    if (isIn(dirname(mirror))(test)) return 1;
    return 2 + 1 / (1 + test.mutants.filter((one) => ofFile.has(one)).length);
  };
  const sorted = (found: readonly TestFile[]) => {
    const ranked = found.map((test) => ({ test, rank: rank(test) }));
    return ranked.sort((a, b) => a.rank - b.rank || a.test.ms - b.test.ms).map(({ test }) => test);
  };
  const executing = (ids: readonly string[]) => tests.filter(({ mutants }) => ids.some((one) => mutants.includes(one)));
  const near = (folder: string): TestFile[] => {
    const found = tests.filter(isIn(folder)).filter(({ mutants }) => mutants.length > 0);
    return found.length > 0 || folder === '.' ? found : near(dirname(folder));
  };
  const groups = unchanged.has(file) ? [[id]] : [[id], siblings];
  const others = unchanged.has(file) ? [] : near(dirname(mirror));
  return [...new Set([...groups.map(executing), others].flatMap(sorted))];
}
