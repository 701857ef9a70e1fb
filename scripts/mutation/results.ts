import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { inRoot } from '../support/paths';

export interface Result {
  readonly id: string;
  /** `timeout`: a test timed out or the process hung; counts as killed. `untested`: no test executes it. `invalid`: cannot compile; redrawn. */
  readonly outcome: 'killed' | 'timeout' | 'survived' | 'untested' | 'invalid';
  /** The failed test, or the number of passed files. */
  readonly by: string;
}

/** Folder of what is kept between runs: coverage for all samples, and the results of each. */
export const KEPT = inRoot('build/mutation');

const fileOf = (seed: number) => `${KEPT}/${seed}.jsonl`;

/** Results so far, by the mutant's id: a stopped run continues where it was. */
export const readResults = (seed: number): Map<string, Result> =>
  new Map(readLines<Result>(fileOf(seed)).map((result) => [result.id, result]));

export function addResult(seed: number, result: Result): void {
  appendFileSync(fileOf(seed), `${JSON.stringify(result)}\n`);
}

export const isKilled = ({ outcome }: Result) => outcome === 'killed' || outcome === 'timeout';

/** The values of a file with one JSON value a line; none if there is no file. */
export function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
