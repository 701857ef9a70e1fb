import { afterAll, it } from 'vitest';
import { stringifyJson } from '../../../contract/formats/json';
import { Emulator } from '../../../emulator';
import type { ObjectValue } from '../../../framework/values/value';
import { BadLine, clockOf } from '../../support/bad-line';
import { diceOf, throwDice } from '../../support/dice';
import { Host, type Kept } from '../../support/host';
import { makeBystanders, revokeKeys, runCell } from './fault-cells';
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
    Host.start({ ...project, baseUrl: line.baseUrl }, { clock, settings: { lost_creates: mode, ...story.settings } });

  const there = await makeBystanders(emulator, project);
  const configOf = (configured: ObjectValue | ((given: typeof there) => ObjectValue)) =>
    typeof configured === 'function' ? configured(there) : configured;
  let kept: Kept | null = null;
  for (const configured of story.before)
    kept = (await (await command()).apply(story.typeName, configOf(configured), kept)).kept;
  clock.now += story.agoMs ?? 0;
  if (kept) kept = (await (await command()).refresh(story.typeName, kept)).kept;
  if (story.revoked && kept) {
    // A key younger than ten minutes would not count as gone.
    clock.now += 11 * 60_000;
    await revokeKeys(emulator.baseUrl, project, kept.state);
    kept = (await (await command()).refresh(story.typeName, kept)).kept;
  }
  const known = idsIn(emulator, project.projectId);

  const writer = new SecondWriter(emulator, project, dice, isBusy);
  const host = await command();
  line.meanwhile = writer.meanwhile;
  line.arm(cell.injectionIn((await runCell(emulator, story)).calls));
  const wanted = typeof story.step === 'string' ? story.before.at(-1) : story.step;
  const step = async () => {
    if (story.step === 'delete') return kept ? host.destroy(story.typeName, kept) : { kept, diagnostics: [] };
    return host.apply(story.typeName, configOf(wanted ?? {}), kept);
  };
  const after = await step();
  line.meanwhile = undefined;
  await line.heal();

  const said = after.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n');
  const state = stringifyJson(after.kept?.state ?? null);
  const failed = after.diagnostics.some(({ severity }) => severity === 'error');
  const found = verdict({ story, known, writer, state, said, present: idsIn(emulator, project.projectId) });
  seen.note(found, { injected: line.injected > 0, failed });
});
