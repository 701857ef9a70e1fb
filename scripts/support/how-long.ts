import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from './paths';

/** Time of a run of every test on this machine. */
export interface TestTime {
  readonly minutes: number;
  readonly cores: number;
}

/** All tests with samples of the large matrices (`npm test`), or with all of them (`npm run test:full`). */
export type Extent = 'sample' | 'full';

const fileOf = (extent: Extent) => inRoot(extent === 'full' ? 'build/test-time-full.json' : 'build/test-time.json');

/** The expected time where no run has ended before. */
const EXPECTED: Readonly<Record<Extent, TestTime>> = {
  sample: { minutes: 15, cores: 2 },
  full: { minutes: 120, cores: 2 },
};

/** The first line of `npm test`: how long it takes, and what takes less. */
export function howLong(extent: Extent, last: TestTime | undefined, cores: number): string {
  const { minutes, cores: had } = last ?? EXPECTED[extent];
  const time = `${plural(minutes, 'minute')} on ${plural(had, 'core')}`;
  return [
    last
      ? `All tests: the last run took ${time}.`
      : `All tests: about ${time}; the first run also makes what they need.`,
    `This machine has ${plural(cores, 'core')}. For a first impression, use npm run test:quick.`,
  ].join(' ');
}

/** The time of the last run here; undefined before the first one has ended. */
export function lastTime(extent: Extent, file = fileOf(extent)): TestTime | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestTime;
  } catch {
    return undefined;
  }
}

/** Keeps the time of a run for {@link lastTime}. */
export function keepTime(extent: Extent, time: TestTime, file = fileOf(extent)): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(time));
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
