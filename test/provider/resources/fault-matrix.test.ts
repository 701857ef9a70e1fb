import { afterAll, describe, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { TROUBLES } from '../../support/bad-line';
import { differences, runCell } from './support/fault-cells';
import { STORIES } from './support/fault-stories';

/**
 * The fault matrix through the whole provider: for every call of every step in the life of every kind of object, everything
 * that can go wrong with that call, once; and with COFFER_TEST_SCALE=1 for as long as the step lasts, too. Afterwards one
 * plain apply is enough: what is at the service is what is configured, nothing more, and the plan after it is empty. Nothing is
 * tainted after the step, but for what could neither be finished nor undone in a trouble that lasts; nothing after the apply.
 *
 * The one exempt cell is a lost pull secret of a service that cannot list them (P2): it may be there twice, and the error
 * names it. What the client makes of one lost create is in `test/provider/client/fault-matrix.test.ts`.
 */

/** Whether a trouble lasts as long as the step: with COFFER_TEST_SCALE=1 also yes. */
const LASTING = Number(process.env.COFFER_TEST_SCALE ?? 0.1) < 1 ? [false] : [false, true];

const counts = { cells: 0, exempt: 0 };

afterAll(() => {
  process.stderr.write(`fault matrix: ${counts.cells} cells, ${counts.exempt} of them a lost pull secret\n`);
});

describe.each(STORIES.map((story) => [story.name, story] as const))('%s', (_name, story) => {
  it('one plain apply is enough, whatever happened to one of its calls', async () => {
    await using emulator = await Emulator.start({ dialect: story.dialect });
    const clean = await runCell(emulator, story);
    expect(clean.problems).toEqual([]);

    const injections = clean.calls.flatMap((_call, at) =>
      TROUBLES.flatMap((trouble) => LASTING.map((lasting) => ({ trouble, at, lasting }))),
    );
    const wrong = await allOf(injections, async (injection) => {
      const { left, problems, exempt } = await runCell(emulator, story, injection);
      counts.cells += 1;
      if (exempt) counts.exempt += 1;
      const found = [...problems, ...differences(clean.left, left, exempt)];
      const where = `${clean.calls[injection.at]} (call ${injection.at + 1}), ${injection.trouble}${injection.lasting ? ', lasting' : ''}`;
      return found.map((problem) => `${where}: ${problem}`);
    });

    expect(wrong).toEqual([]);
  }, 120_000);
});

/** Runs some cells at a time, since most of what they cost is waiting. */
async function allOf<T>(items: readonly T[], work: (item: T) => Promise<readonly string[]>): Promise<string[]> {
  const queue = [...items];
  const found: string[] = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) found.push(...(await work(item)));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return found;
}
