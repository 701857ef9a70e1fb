import { afterAll, describe, expect, it } from 'vitest';
import { type Dialect, Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { type Dice, diceOf, isSeeded, throwDice } from '../../../support/dice';
import { each } from '../each';
import { type Cell, MOMENTS, type Reference, runCell, runReference } from './cell';
import { OPERATIONS } from './operations';
import { WAYS, type Way } from './ways';

/**
 * The matrix of interruptions (P43): every way in which one reaches the provider, at every request of every operation, before and
 * after the service commits it. Afterwards state and service agree, or what is left is named.
 *
 * One cell in 50 of each operation, one in 25 of a run with a seed. The seed draws them, and what the interface leaves open.
 */

const { seed } = throwDice('interruptions');
const counts = { cells: 0, missed: 0, left: 0, failed: new Map<string, string[]>() };

const emulators: Emulator[] = [];
afterAll(async () => {
  for (const emulator of emulators) await emulator.stop();
  const { cells, missed, left, failed } = counts;
  const kinds = [...failed].sort().map(([problem, where]) => `\n  ${where.length} × ${problem}; ${where[0]}`);
  process.stderr.write(
    `interruptions: ${cells} cells, ${missed} ended before their request, ${left} objects in no state right after it${kinds.join('')}\n`,
  );
});

describe.each(OPERATIONS.map((operation, at) => [operation.name, operation, at] as const))('%s', (_, operation, at) => {
  it('P43: after any interruption, state and service agree, or objects left over are named', async () => {
    const dice = diceOf(seed + at);
    const references = new Map<string, Promise<Reference>>();
    const referenceOf = async (dialect: Dialect, settings: ObjectValue) => {
      const key = JSON.stringify([dialect, settings]);
      const known = references.get(key) ?? runReference(await emulatorOf(dialect), operation, settings);
      references.set(key, known);
      return known;
    };
    const { requests } = await referenceOf(operation.dialect ?? 'conventional', {});
    const wrong: string[] = [];

    await each(drawn(cellsAt(requests.length), dice), 4, async (place) => {
      const dialect = operation.dialect ?? dice.pick<Dialect>(['conventional', 'conventional', 'minimal', 'enveloped']);
      const settings = { lost_creates: dice.pick(['adopt', 'adopt', 'report', 'sole_writer']) };
      const cell = { ...place, settings };
      const outcome = await runCell(await emulatorOf(dialect), operation, cell, await referenceOf(dialect, settings));
      counts.cells += 1;
      counts.left += outcome.left;
      if (!outcome.wasInterrupted) counts.missed += 1;
      const { way, moment, answer, at: nth } = cell;
      const where = `${way}, ${moment}, request ${nth} (${requests[nth]}), its response ${answer}, ${dialect}, ${settings.lost_creates}`;
      for (const problem of outcome.problems) {
        const kind = `${way}: ${problem}`;
        counts.failed.set(kind, [...(counts.failed.get(kind) ?? []), `${operation.name}: ${where}`]);
        wrong.push(`${where}: ${problem}`);
      }
    });

    expect(wrong).toEqual([]);
  }, 900_000);
});

type Place = Omit<Cell, 'settings'>;

/** Every way to interrupt an operation of so many requests. */
function cellsAt(requests: number): Place[] {
  return Array.from({ length: requests }, (_one, at) => at).flatMap((at) =>
    (Object.keys(WAYS) as Way[]).flatMap((way) =>
      MOMENTS.flatMap((moment) => {
        const isHeld = moment === 'before commit' || moment === 'after commit';
        const answers = isHeld ? (['comes', 'is lost'] as const) : (['comes'] as const);
        return answers.map((answer) => ({ way, moment, at, answer }));
      }),
    ),
  );
}

function drawn<T>(all: readonly T[], dice: Dice): T[] {
  const rest = [...all];
  const length = Math.ceil(all.length / (isSeeded ? 25 : 75));
  return Array.from({ length }, () => rest.splice(dice.roll(rest.length), 1)).flat();
}

const current = new Map<Dialect, { readonly started: Promise<Emulator>; cells: number }>();

/** An emulator for some cells: one with the objects of a thousand projects is slow to look through. */
async function emulatorOf(dialect: Dialect): Promise<Emulator> {
  const known = current.get(dialect);
  const shared = known && known.cells < 100 ? known : { started: Emulator.start({ dialect }), cells: 0 };
  current.set(dialect, shared);
  shared.cells += 1;
  const emulator = await shared.started;
  if (!emulators.includes(emulator)) emulators.push(emulator);
  return emulator;
}
