import { expect, test } from 'vitest';
import { scaled } from '../support/dice';
import { fc } from '../support/property';
import { expectationOf, findMissing } from './program-oracle';
import { type Outcome, programs, runProgram } from './programs';

/** The number of programs, each run in two orders. */
const RUNS = scaled(1000);

test('C8: no program drops what it declares without an error, and the order of statements changes nothing', () => {
  const tried = { fine: 0, wrong: 0 };
  const property = fc.property(programs, ([program, order, other]) => {
    const expected = expectationOf(program);

    const [one, two] = [runProgram(program, order), runProgram(program, other)];

    expect(unordered(two)).toEqual(unordered(one));
    expect(unexplained(one, expected.problems)).toEqual({ unexpected: [], missing: [] });
    if (one.code) expect(findMissing(program, one, expected)).toEqual([]);
    tried[one.code ? 'fine' : 'wrong'] += 1;
  });

  fc.assert(property, { numRuns: RUNS });

  // The test proves nothing without enough programs of both kinds.
  expect(Math.min(tried.fine, tried.wrong)).toBeGreaterThan(RUNS / 5);
}, 600_000);

/** Unexpected problems, and expected ones that are missing. */
function unexplained({ problems }: Outcome, expected: readonly string[]): { unexpected: string[]; missing: string[] } {
  const unexpected = [...problems];
  const missing = expected.filter((part) => {
    const index = unexpected.findIndex((line) => line.includes(part));
    if (index >= 0) unexpected.splice(index, 1);
    return index < 0;
  });
  return { unexpected, missing };
}

/** The order-independent outcome: the code, and the words of each problem, which may name its constructs in either order. */
const unordered = ({ code, problems }: Outcome) => ({
  code: JSON.stringify(code, sortLists),
  problems: problems
    .map((line) =>
      line
        .replace(/\b(Rotating|Ephemeral)?(AccessKey|Secret) "/g, '"')
        .split(/[\s,;:]+/)
        .sort()
        .join(' '),
    )
    .sort(),
});

const sortLists = (_name: string, value: unknown): unknown =>
  Array.isArray(value) ? [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value;
