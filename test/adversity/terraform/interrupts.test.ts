import { afterAll, expect, it } from 'vitest';
import type { TerraformCli } from '../../../scripts/support/terraform';
import { usableVersions } from '../../real/support/usable-terraforms';
import { diceOf, throwDice } from '../../support/dice';
import { drawRealCell, runRealCell } from './interrupted-run';

/**
 * A sample of the matrix of interruptions (P43, F9) with the real Terraform and OpenTofu: one apply of eight to twelve objects
 * against a slow service gets a signal. Afterwards state and service agree, or what is left is named; a killed one leaves no more
 * than was under way, and a practitioner finds it.
 */

const { seed } = throwDice('interrupted applies');
const [first, ...others] = await usableVersions();
// The Terraforms that can be installed are libraries in a Python program, which has signals of its own.
const clis = [first, ...others.filter(({ product }) => product !== first?.product)] as [
  TerraformCli,
  ...TerraformCli[],
];
const cells = Array.from({ length: 6 }, (_, at) => [seed + at] as const);
const counts = { cells: 0, missed: 0, left: 0, failed: [] as string[] };

afterAll(() => {
  const { cells: run, missed, left, failed } = counts;
  process.stderr.write(
    `interrupted applies: ${run} cells, ${missed} ended before the signal, ${left} objects in no state right after it, ${failed.length} problems${failed.map((one) => `\n  ${one}`).join('')}\n`,
  );
});

it.concurrent.each(cells)(
  'P43: seed %i: state and service agree after a signal, or what is left is named',
  async (each) => {
    const cell = drawRealCell(diceOf(each), clis);
    const { problems, left, wasInterrupted } = await runRealCell(cell);
    counts.cells += 1;
    counts.left += left;
    if (!wasInterrupted) counts.missed += 1;
    const where = `seed ${each}, ${cell.cli.product}, SIG${cell.signal} to ${cell.to} after ${cell.writes} writes`;
    counts.failed.push(...problems.map((problem) => `${where}: ${problem}`));
    expect(problems, where).toEqual([]);
  },
  600_000,
);
