import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BY_HAND } from './by-hand';

/** Result of a mutant. */
export interface Result {
  readonly id: string;
  /**
   * `timeout`: a test timed out, or the whole process hung; it counts as killed. `untested`: no test executes it. `invalid`: it
   * does not compile, and does not count.
   */
  readonly outcome: 'killed' | 'timeout' | 'survived' | 'untested' | 'invalid';
  /** The failed test, or the number of passed files. */
  readonly by: string;
}

const fileIn = (folder: string) => join(folder, 'results.jsonl');

/** Results so far, by the mutant's id: a stopped run continues where it was. `folder` is that of its sample. */
export function readResults(folder: string): Map<string, Result> {
  const file = fileIn(folder);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.id, result]));
}

export function addResult(folder: string, result: Result): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(fileIn(folder), `${JSON.stringify(result)}\n`);
}

/** Whether a test detected it. */
export const isKilled = ({ id, outcome }: Result) => outcome === 'killed' || outcome === 'timeout' || isByHand({ id });

/** Whether only a test that runs outside the mutated process has detected it. */
export const isByHand = ({ id }: Pick<Result, 'id'>) => BY_HAND[id] !== undefined;

/** Whether tests could detect it at all. */
export const counts = ({ outcome }: Result) => outcome !== 'invalid';
