import { expect, test } from 'vitest';
import { scaled } from '../support/dice';
import { fc } from '../support/property';
import { findMissing } from './app-code';
import { problemsOf } from './app-oracle';
import { apps } from './apps';
import { type Outcome, runApp } from './run-app';

/** The number of apps, each built in two orders. */
const RUNS = scaled(3000);

test('C8: no app of several stacks drops or merges what it declares without an error, and the order of statements changes nothing', () => {
  const tried = { fine: 0, wrong: 0 };
  const property = fc.property(apps, ([app, order, other]) => {
    const [one, two] = [runApp(app, order), runApp(app, other)];

    expect(unexplained(one, problemsOf(app))).toEqual({ unexpected: [], missing: [] });
    expect(unordered(two)).toEqual(unordered(one));
    expect(findMissing(app, one)).toEqual([]);
    tried[one.code ? 'fine' : 'wrong'] += 1;
  });

  fc.assert(property, { numRuns: RUNS });

  // The test proves nothing without enough apps of both kinds.
  expect(Math.min(tried.fine, tried.wrong)).toBeGreaterThan(RUNS / 5);
}, 600_000);

/** Unexpected problems, and expected ones that are missing; one may be expected in two ways. */
function unexplained({ problems }: Outcome, expected: readonly string[]): { unexpected: string[]; missing: string[] } {
  return {
    unexpected: problems.filter((line) => !expected.some((part) => line.includes(part))),
    missing: expected.filter((part) => !problems.some((line) => line.includes(part))),
  };
}

/** The order-independent outcome. */
const unordered = ({ code, problems }: Outcome) => ({
  code: JSON.stringify(code, sortLists),
  problems: [...problems].sort(),
});

const sortLists = (_name: string, value: unknown): unknown =>
  Array.isArray(value) ? [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value;
