import { afterAll, it } from 'vitest';
import { Emulator } from '../../../emulator';
import type { ObjectValue } from '../../../framework/values/value';
import { diceOf, throwDice } from '../../support/dice';
import { revokeKeys } from '../provider/begin';
import { makeBystanders, runCell } from '../provider/fault-cells';
import type { Story } from '../provider/fault-stories';
import { idsIn, SecondWriter } from '../provider/second-writer';
import { counts, drawCell, verdict } from '../provider/two-writers';
import { RoughTerraform } from './rough-terraform';

/**
 * A sample of `test/adversity/provider/two-writers.test.ts` with the real Terraform. The
 * provider runs in this process, with its own clock, because it searches 30 seconds for a create that may be lost.
 */

const { seed } = throwDice('two writers with Terraform');
const cells = Array.from({ length: 8 }, (_, at) => [seed + at] as const);
const seen = counts('two writers with Terraform');

afterAll(seen.tell);

it.each(cells)('P35: seed %i: nothing foreign is lost or taken without a word', async (each) => {
  const dice = diceOf(each);
  const { story, mode, takenName, isBusy, ...cell } = drawCell(dice);
  await using emulator = await Emulator.start({ dialect: story.dialect, knobs: { takenName } });
  const project = emulator.newProject();
  await using terraform = await RoughTerraform.start(emulator, project, 'attached');
  const { line, workspace, clock } = terraform;
  const there = await makeBystanders(emulator, project);
  await terraform.settle({ lost_creates: mode, ...story.settings }, '30s');
  const configure = (configured: Exclude<Story['step'], string>) =>
    terraform.configure({
      [story.typeName]: { x: typeof configured === 'function' ? configured(there) : configured } as ObjectValue,
    });
  for (const configured of story.before) {
    await configure(configured);
    await workspace.apply();
  }
  clock.now += story.agoMs ?? 0;
  if (story.revoked) {
    const [made] = await workspace.state();
    await revokeKeys(emulator.baseUrl, project, made?.values as ObjectValue | undefined);
    // A younger key that no list has shown does not count as missing (P7).
    clock.now += 11 * 60_000;
  }
  const known = idsIn(emulator, project.projectId);
  if (typeof story.step !== 'string') await configure(story.step);

  const writer = new SecondWriter(emulator, project, dice, isBusy);
  // A plan precedes the step, and reads the existing objects that can be listed.
  const planned = story.before.length > 0 && !story.unlisted ? 1 : 0;
  line.meanwhile = writer.meanwhile;
  line.arm(cell.injectionIn((await runCell(emulator, story)).calls, planned));
  const { code, output } = await terraform.change(story.step === 'delete' ? 'destroy' : 'apply');
  line.meanwhile = undefined;
  await line.heal();

  const isThere = story.step !== 'delete' || code !== 0;
  const state = isThere ? await workspace.read('terraform.tfstate').catch(() => '') : '';
  const found = verdict({ story, known, writer, state, said: output, present: idsIn(emulator, project.projectId) });
  seen.note(found, { injected: line.injected > 0, failed: code !== 0 });
});
