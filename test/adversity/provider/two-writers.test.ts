import { afterAll, expect, it } from 'vitest';
import { stringifyJson } from '../../../contract/formats/json';
import { Emulator } from '../../../emulator';
import { BadLine, clockOf, type Injection, TROUBLES } from '../../support/bad-line';
import { type Dice, diceOf, throwDice } from '../../support/dice';
import { Host } from '../../support/host';
import { begin } from './begin';
import { makeBystanders, runCell } from './fault-cells';
import { STORIES, type Story } from './fault-stories';
import { idsIn, SecondWriter } from './second-writer';

/**
 * The fault matrix with a second, independent writer (P35): one call of a step fails, and at the same moment, or at every call,
 * the second writer creates, renames and deletes similar objects. Whatever the outcome, no object of the other writer is deleted,
 * overwritten, or in our state without a warning, and every object left over is named by its id.
 *
 * Twenty random cells.
 */

const { seed } = throwDice('two writers');
const cells = Array.from({ length: 20 }, (_, at) => [seed + at] as const);
const seen = counts();

afterAll(seen.tell);

it.each(cells)('P35: seed %i: no object of somebody else is lost, or adopted without a warning', async (each) => {
  const dice = diceOf(each);
  const { story, mode, takenName, isBusy, ...cell } = drawCell(dice);
  await using emulator = await Emulator.start({ dialect: story.dialect, knobs: { takenName } });
  await using line = await BadLine.start(emulator.baseUrl);
  const project = emulator.newProject();
  const clock = clockOf(line);
  const command = () =>
    Host.start(
      { ...project, baseUrl: line.baseUrl },
      { clock, settings: { lost_creates: mode, ...story.settings }, rereads: false },
    );

  const there = await makeBystanders(emulator, project);
  const { kept, go } = await begin(story, { emulator, project, clock, there, command });
  const known = idsIn(emulator, project.projectId);

  const writer = new SecondWriter(emulator, project, dice, isBusy);
  const host = await command();
  line.meanwhile = writer.meanwhile;
  line.arm(cell.injectionIn((await runCell(emulator, story)).calls));
  const after = await go(host, kept);
  line.meanwhile = undefined;
  await line.heal();

  const said = after.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n');
  const state = stringifyJson(after.kept?.state ?? null);
  const failed = after.diagnostics.some(({ severity }) => severity === 'error');
  const found = verdict({ story, known, writer, state, said, present: idsIn(emulator, project.projectId) });
  seen.note(found, { injected: line.injected > 0, failed });
});

/** One step in the life of an object with a fault, while a second writer is active. */
interface TwoWriterCell {
  readonly story: Story;
  readonly mode: 'adopt' | 'report';
  readonly takenName: 'accept' | 'conflict';
  /** Whether the second writer acts at every call instead of only at the failing one. */
  readonly isBusy: boolean;
  /** The fault in the calls that the step usually makes. */
  injectionIn(calls: readonly string[]): Injection;
}

/** Draws a cell. At least half of the faults hit a call before it takes effect. */
function drawCell(dice: Dice): TwoWriterCell {
  const steps = STORIES.filter(({ step }) => step !== 'read') as unknown as readonly [Story, ...Story[]];
  return {
    story: dice.pick(steps),
    mode: dice.pick<'adopt' | 'report'>(['adopt', 'adopt', 'report']),
    takenName: dice.pick<'accept' | 'conflict'>(['accept', 'conflict']),
    isBusy: dice.roll(2) === 0,
    injectionIn: (calls) => ({
      at: placeIn(dice, calls),
      trouble: troubleOf(dice),
      lasting: dice.roll(4) === 0,
    }),
  };
}

/** The outcome of a step. */
interface Outcome {
  readonly story: Story;
  /** Ids of the objects that existed before. */
  readonly known: readonly string[];
  readonly writer: SecondWriter;
  /** Text of the state after the step. */
  readonly state: string;
  /** Every warning and error of the step. */
  readonly said: string;
  /** Ids of the objects that exist now. */
  readonly present: readonly string[];
}

/** The outcome of a cell in numbers. */
interface Verdict {
  readonly foreign: number;
  readonly adopted: number;
  readonly left: number;
}

/**
 * Asserts that no object of the second writer was deleted, overwritten or silently adopted, and that every object left over is
 * named by its id.
 */
function verdict({ story, known, writer, state, said, present }: Outcome): Verdict {
  const foreign = writer.ids;
  const adopted = foreign.filter((id) => state.includes(id));
  const left = present.filter((id) => !foreign.includes(id) && !known.includes(id) && !state.includes(id));
  // Objects that cannot be listed are named by server and user name instead.
  const isNamed = (id: string) => said.includes(id) || (story.unlisted && /registry\.example[\s\S]*octo/.test(said));
  expect(writer.damaged(), said).toEqual([]);
  expect(
    adopted.filter((id) => !said.includes(id)),
    said,
  ).toEqual([]);
  expect(
    left.filter((id) => !isNamed(id)),
    said,
  ).toEqual([]);
  return { foreign: foreign.length, adopted: adopted.length, left: left.length };
}

/** Sums up the outcomes of the cells of a run. */
function counts() {
  const sum = { cells: 0, injected: 0, foreign: 0, adopted: 0, left: 0, failed: 0 };
  return {
    note(
      { foreign, adopted, left }: Verdict,
      { injected, failed }: { readonly injected: boolean; readonly failed: boolean },
    ): void {
      sum.cells += 1;
      if (injected) sum.injected += 1;
      sum.foreign += foreign;
      sum.adopted += adopted;
      sum.left += left;
      if (failed) sum.failed += 1;
    },
    tell(): void {
      const { cells, injected, foreign, adopted, left, failed } = sum;
      process.stderr.write(
        `two writers: ${cells} cells, ${injected} with a fault, ${foreign} foreign objects, ${adopted} adopted with a warning, ${left} left and named, ${failed} steps failed\n`,
      );
    },
  };
}

/** The index of the failing call: a create, if there is one, in at least four of five cells. */
function placeIn(dice: Dice, calls: readonly string[]): number {
  const creates = calls.flatMap((call, at) => (call.startsWith('create') ? [at] : []));
  const [first, ...rest] = creates;
  return first === undefined || dice.roll(5) === 0 ? dice.roll(Math.max(1, calls.length)) : dice.pick([first, ...rest]);
}

/** The fault: in at least half of the cells the call has no effect. */
function troubleOf(dice: Dice) {
  const [first, ...rest] = TROUBLES.filter((trouble) => !/refused|stall/.test(trouble));
  const before = ['500 before commit', '503 before commit', 'reset before the request is read'] as const;
  return dice.roll(2) === 0 || first === undefined ? dice.pick([...before]) : dice.pick([first, ...rest]);
}
