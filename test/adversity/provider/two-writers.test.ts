import { afterAll, it } from 'vitest';
import { stringifyJson } from '../../../contract/formats/json';
import { Emulator } from '../../../emulator';
import { BadLine, clockOf } from '../../support/bad-line';
import { diceOf, throwDice } from '../../support/dice';
import { Host } from '../../support/host';
import { begin } from './begin';
import { makeBystanders, runCell } from './fault-cells';
import { idsIn, SecondWriter } from './second-writer';
import { counts, drawCell, verdict } from './two-writers';

/**
 * The fault matrix with a second, independent writer (P35): one call of a step fails, and at the same moment, or at every call,
 * the second writer creates, renames and deletes similar objects. Whatever the outcome, no object of the other writer is deleted,
 * overwritten, or in our state without a warning, and every object left over is named by its id.
 *
 * Twenty random cells.
 */

const { seed } = throwDice('two writers');
const cells = Array.from({ length: 20 }, (_, at) => [seed + at] as const);
const seen = counts('two writers');

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
