import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BY_HAND } from './by-hand';

/** What became of a mutant. */
export interface Result {
  readonly id: string;
  /**
   * `timeout`: a test ran out of time, or the whole process hung; it counts as killed. `untested`: no test comes by. `invalid`: it does
   * not compile, and does not count.
   */
  readonly outcome: 'killed' | 'timeout' | 'survived' | 'untested' | 'invalid';
  /** Test that failed, or how many files passed. */
  readonly by: string;
}

const fileIn = (folder: string) => join(folder, 'results.jsonl');

/** Results until now, by the mutant's id: a run can be stopped and goes on where it was. `folder` is the one of its sample. */
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

/** Whether tests noticed it. */
export const isKilled = ({ id, outcome }: Result) => outcome === 'killed' || outcome === 'timeout' || isByHand({ id });

/** Whether only a test that a run cannot show it to has noticed it. */
export const isByHand = ({ id }: Pick<Result, 'id'>) => BY_HAND[id] !== undefined;

/** Whether it is one that tests could notice. */
export const counts = ({ outcome }: Result) => outcome !== 'invalid';
