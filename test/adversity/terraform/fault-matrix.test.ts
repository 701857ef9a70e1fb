import { afterAll, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import type { ObjectValue } from '../../../framework/values/value';
import { type Injection, TROUBLES } from '../../support/bad-line';
import { type Dice, throwDice } from '../../support/dice';
import { revokeKeys } from '../provider/begin';
import { type Cell, differences, leftOf, makeBystanders, runCell } from '../provider/fault-cells';
import { STORIES, type Story } from '../provider/fault-stories';
import { type Placed, RoughTerraform } from './rough-terraform';

/**
 * A sample of the fault matrix (`test/adversity/provider/fault-matrix.test.ts`) with the real Terraform. The provider is the built program, except where it would search 30 seconds for a lost create or an
 * overlap has to end: there it runs in this process, with its own clock.
 */

const dice = throwDice('fault matrix with Terraform');
const cells = Array.from({ length: 6 }, () => draw(dice));
const counts = { built: 0, attached: 0 };

afterAll(() => {
  process.stderr.write(`fault matrix with Terraform: ${counts.built} cells built, ${counts.attached} attached\n`);
});

it.each(cells)('$story.name: $trouble at $chance: one plain apply is enough', async ({ story, trouble, chance }) => {
  await using emulator = await Emulator.start({ dialect: story.dialect });
  const clean = await runCell(emulator, story);
  // A plan precedes the step, and reads the existing objects that can be listed.
  const planned = story.before.length > 0 && story.step !== 'read' && !story.unlisted ? 1 : 0;
  const at = planned + Math.floor(chance * clean.calls.length);
  const injection: Injection = { trouble, at, lasting: false };
  const placed: Placed = waits(story, injection, clean) ? 'attached' : 'built';
  counts[placed] += 1;
  const project = emulator.newProject();
  await using terraform = await RoughTerraform.start(emulator, project, placed);
  const { line, workspace, clock } = terraform;
  const there = await makeBystanders(emulator, project);
  const bystanders = idsIn(emulator, project.projectId);
  const address = `${story.typeName}.x`;
  const configure = (configured: ObjectValue | ((given: typeof there) => ObjectValue)) =>
    terraform.configure({
      [story.typeName]: { x: typeof configured === 'function' ? configured(there) : configured },
    });
  const values = async () =>
    (await workspace.state()).find((one) => one.address === address)?.values as ObjectValue | undefined;
  await terraform.settle(story.settings ?? {}, '30s');
  for (const configured of story.before) {
    await configure(configured);
    await workspace.apply();
  }
  if (story.revoked) {
    await revokeKeys(emulator.baseUrl, project, await values());
    // A younger key that no list has shown does not count as missing (P7).
    clock.now += 11 * 60_000;
  }
  clock.now += story.agoMs ?? 0;
  if (typeof story.step !== 'string') await configure(story.step);
  const command = story.step === 'delete' ? ['destroy'] : ['apply'];

  // The step, while one of its calls fails.
  await terraform.settle(story.settings ?? {}, trouble.startsWith('stall') ? '500ms' : '30s');
  line.arm(injection);
  const { output } = await terraform.change(...command, ...(story.step === 'read' ? ['-refresh-only'] : []));
  expect(line.injected, `${line.calls}\n${output}`).toBeGreaterThan(0);
  await line.heal();
  await terraform.settle(story.settings ?? {}, '30s');
  expect(await terraform.damaged()).toEqual([]);

  const plain = await terraform.change(...command);
  expect(plain.code, plain.output).toBe(0);

  const exempt = story.unlisted === true && output.includes('registry.example') && output.includes('octo');
  expect(differences(clean.left, leftOf(emulator, project, await values()), exempt)).toEqual([]);
  if (story.step !== 'delete') expect(await workspace.planActions()).toEqual({});
  await workspace.destroy();
  expect(await workspace.state()).toEqual([]);
  const remaining = idsIn(emulator, project.projectId).filter((id) => !bystanders.includes(id));
  // Objects that cannot be deleted remain; destroy has named them (P27).
  if (!story.unlisted) expect(remaining).toEqual([]);
});

function draw(from: Dice) {
  // Reading or deleting pull secrets that cannot be listed sends no requests.
  const [first, ...rest] = STORIES.filter(({ step, unlisted }) => !(unlisted && typeof step === 'string'));
  if (!first) throw new Error('there are no stories');
  return { story: from.pick([first, ...rest]), trouble: from.pick([...TROUBLES]), chance: from.roll(100) / 100 };
}

/** Whether a cell takes too long unless the test moves the clock. */
function waits({ agoMs, before, revoked }: Story, { trouble, at }: Injection, { calls }: Pick<Cell, 'calls'>): boolean {
  const lost = /before/.test(trouble) && calls.some((call) => call.startsWith('create'));
  // The line cannot see when the first call is due, so no fixed outage is sure to last until then.
  const unseen = trouble === 'connection refused' && at === 0;
  return (
    unseen ||
    revoked === true ||
    agoMs !== undefined ||
    (lost && (before.length > 0 || calls[at]?.startsWith('create') === true))
  );
}

/** Ids of everything in a project. */
function idsIn({ inspect }: Emulator, projectId: string): string[] {
  const all = [inspect.secrets(), inspect.buckets(), inspect.accessKeys(), inspect.pullSecrets()].flat();
  return all.filter((one) => one.projectId === projectId).map(({ id }) => id);
}
