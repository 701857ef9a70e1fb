import { afterAll, expect, it } from 'vitest';
import { Emulator, type Project } from '../../../emulator';
import type { ObjectValue } from '../../../framework/values/value';
import { type Injection, TROUBLES } from '../../support/bad-line';
import { type Dice, diceOf, throwDice } from '../../support/dice';
import { revokeKeys } from '../provider/begin';
import { type Cell, differences, leftOf, makeBystanders, runCell } from '../provider/fault-cells';
import { type Bystanders, STORIES, type Story } from '../provider/fault-stories';
import { idsIn, SecondWriter } from '../provider/second-writer';
import { counts, drawCell, verdict } from '../provider/two-writers';
import { type Placed, RoughTerraform } from './rough-terraform';

/**
 * One step in the life of an object with the real Terraform, while one of its calls fails: a sample of the matrices in
 * `test/adversity/provider/`. Alone, one plain apply is enough afterwards (`fault-matrix.test.ts`); beside a second writer nothing of that
 * one is lost or taken without a word (`two-writers.test.ts`). The provider is the built program, except where it would search 30 seconds
 * for a lost create or an overlap has to end: there it runs in this process, with its own clock.
 */

const dice = throwDice('one step with Terraform');
const seen = { ...counts('two writers with Terraform'), built: 0, attached: 0 };

afterAll(() => {
  process.stderr.write(
    `one step with Terraform: ${seen.built} alone with the built program, ${seen.attached} attached\n`,
  );
  seen.tell();
});

/** Leads the object of a story up to its step. */
async function leadUp(
  terraform: RoughTerraform,
  emulator: Emulator,
  project: Project,
  story: Story,
  there: Bystanders,
) {
  const { workspace, clock } = terraform;
  const configure = (configured: Exclude<Story['step'], string>) =>
    terraform.configure({
      [story.typeName]: { x: typeof configured === 'function' ? configured(there) : configured },
    });
  const values = async () =>
    (await workspace.state()).find(({ address }) => address === `${story.typeName}.x`)?.values as
      | ObjectValue
      | undefined;
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
  return { values, command: story.step === 'delete' ? 'destroy' : 'apply' };
}

/** How many calls the plan before the step makes: it reads the existing objects that can be listed. */
const plannedOf = ({ before, step, unlisted }: Story) => (before.length > 0 && step !== 'read' && !unlisted ? 1 : 0);

it.each(Array.from({ length: 6 }, () => draw(dice)))(
  '$story.name: $trouble at $chance: one plain apply is enough',
  async ({ story, trouble, chance }) => {
    await using emulator = await Emulator.start({ dialect: story.dialect });
    const clean = await runCell(emulator, story);
    const at = plannedOf(story) + Math.floor(chance * clean.calls.length);
    const injection: Injection = { trouble, at, lasting: false };
    const placed: Placed = waits(story, injection, clean) ? 'attached' : 'built';
    seen[placed] += 1;
    const project = emulator.newProject();
    await using terraform = await RoughTerraform.start(emulator, project, placed);
    const { line, workspace } = terraform;
    const there = await makeBystanders(emulator, project);
    const bystanders = idsIn(emulator, project.projectId);
    const settle = (timeout: string) => terraform.settle(story.settings ?? {}, timeout);
    await settle('30s');
    const { values, command } = await leadUp(terraform, emulator, project, story, there);

    // The step, while one of its calls fails.
    await settle(trouble.startsWith('stall') ? '500ms' : '30s');
    line.arm(injection);
    const { output } = await terraform.change(command, ...(story.step === 'read' ? ['-refresh-only'] : []));
    expect(line.injected, `${line.calls}\n${output}`).toBeGreaterThan(0);
    await line.heal();
    await settle('30s');
    expect(await terraform.damaged()).toEqual([]);

    const plain = await terraform.change(command);
    expect(plain.code, plain.output).toBe(0);

    const exempt = story.unlisted === true && output.includes('registry.example') && output.includes('octo');
    expect(differences(clean.left, leftOf(emulator, project, await values()), exempt)).toEqual([]);
    if (story.step !== 'delete') expect(await workspace.planActions()).toEqual({});
    await workspace.destroy();
    expect(await workspace.state()).toEqual([]);
    const remaining = idsIn(emulator, project.projectId).filter((id) => !bystanders.includes(id));
    // Objects that cannot be deleted remain; destroy has named them (P27).
    if (!story.unlisted) expect(remaining).toEqual([]);
  },
);

it.each(Array.from({ length: 8 }, (_, at) => [dice.seed + at] as const))(
  'P35: seed %i, beside a second writer: nothing foreign is lost or taken without a word',
  async (each) => {
    const own = diceOf(each);
    const { story, mode, takenName, isBusy, ...cell } = drawCell(own);
    await using emulator = await Emulator.start({ dialect: story.dialect, knobs: { takenName } });
    const project = emulator.newProject();
    await using terraform = await RoughTerraform.start(emulator, project, 'attached');
    const { line, workspace } = terraform;
    const there = await makeBystanders(emulator, project);
    await terraform.settle({ lost_creates: mode, ...story.settings }, '30s');
    const { command } = await leadUp(terraform, emulator, project, story, there);
    const known = idsIn(emulator, project.projectId);

    const writer = new SecondWriter(emulator, project, own, isBusy);
    line.meanwhile = writer.meanwhile;
    line.arm(cell.injectionIn((await runCell(emulator, story)).calls, plannedOf(story)));
    const { code, output } = await terraform.change(command);
    line.meanwhile = undefined;
    await line.heal();

    const isThere = story.step !== 'delete' || code !== 0;
    const state = isThere ? await workspace.read('terraform.tfstate').catch(() => '') : '';
    const found = verdict({ story, known, writer, state, said: output, present: idsIn(emulator, project.projectId) });
    seen.note(found, { injected: line.injected > 0, failed: code !== 0 });
  },
);

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
