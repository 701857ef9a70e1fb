import { afterAll, describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { TROUBLES } from '../../support/bad-line';
import { isSeeded, throwDice } from '../../support/dice';
import { each } from './each';
import { differences, runCell } from './fault-cells';
import { STORIES } from './fault-stories';

/**
 * The fault matrix through the whole provider: every fault on every call of every step in the life of every kind of object. One in eight is drawn, in a
 * run with a seed one in four, and one in four of these lasts for the whole step. Afterwards one plain apply is enough: the service holds what is
 * configured, nothing more, and the next plan is empty. After the step nothing is tainted, except objects that could neither be finished nor undone
 * during a lasting fault; after the apply nothing is.
 *
 * The one exempt cell is a lost pull secret of a service that cannot list them (P2): it may exist twice, and the error names it.
 */

const dice = throwDice('fault matrix');

const counts = { cells: 0, exempt: 0 };

afterAll(() => {
  process.stderr.write(`fault matrix: ${counts.cells} cells, ${counts.exempt} of them a lost pull secret\n`);
});

describe.each(STORIES.map((story) => [story.name, story] as const))('%s', (_name, story) => {
  it('one apply is enough after a fault in one of its calls', async () => {
    await using emulator = await Emulator.start({ dialect: story.dialect });
    const clean = await runCell(emulator, story);
    expect(clean.problems).toEqual([]);

    const injections = clean.calls
      .flatMap((_call, at) => TROUBLES.map((trouble) => ({ trouble, at })))
      .filter(() => dice.roll(isSeeded ? 4 : 12) === 0)
      .map((fault) => ({ ...fault, lasting: dice.roll(4) === 0 }));
    const wrong: string[] = [];
    await each(injections, 8, async (injection) => {
      const { left, problems, exempt } = await runCell(emulator, story, injection);
      counts.cells += 1;
      if (exempt) counts.exempt += 1;
      const found = [...problems, ...differences(clean.left, left, exempt)];
      const where = `${clean.calls[injection.at]} (call ${injection.at + 1}), ${injection.trouble}${injection.lasting ? ', lasting' : ''}`;
      wrong.push(...found.map((problem) => `${where}: ${problem}`));
    });

    expect(wrong).toEqual([]);
  }, 120_000);
});
