import type { Emulator, FaultHandle, FaultSpec } from '../../../../emulator';
import type { Diagnostic } from '../../../../framework/diagnostic';
import type { ObjectValue } from '../../../../framework/values/value';
import { differences, leftOf } from '../fault-cells';
import type { Act, Heard, Operation } from './operations';
import {
  begunAfter,
  type Found,
  foundIn,
  holds,
  isLostPullSecretNamed,
  isNamed,
  keysStoredIn,
  requestsOf,
} from './oracle';
import { destroy, hasErrors, recover, settle } from './recovery';
import { interrupt, turn, WAYS, type Way } from './ways';
import { createWorld, type WatchedWorld } from './world';

/** When the interruption comes: before a request is sent again, while the service holds it, or right after its response. */
export const MOMENTS = ['waiting', 'before commit', 'after commit', 'answered'] as const;

/** Where and how an operation is interrupted. */
export interface Cell {
  readonly way: Way;
  readonly moment: (typeof MOMENTS)[number];
  /** Which request of the operation, from 0. */
  readonly at: number;
  /** Whether the request that is under way is answered. */
  readonly answer: 'comes' | 'is lost';
  /** Arguments of the provider block. */
  readonly settings: ObjectValue;
}

/** What became of a cell. */
export interface Outcome {
  /** Violations; empty means none. */
  readonly problems: readonly string[];
  /** How many objects were in no state right after it. */
  readonly left: number;
  /** Whether the interruption came at all. */
  readonly wasInterrupted: boolean;
}

/** What an operation does if nobody interrupts it: its requests, and the objects in the end. */
export interface Reference {
  readonly requests: readonly string[];
  readonly left: readonly string[];
}

/** Runs an operation without an interruption. */
export async function runReference(
  emulator: Emulator,
  operation: Operation,
  settings: ObjectValue,
): Promise<Reference> {
  await using world = await createWorld(emulator, { ...settings, ...operation.settings });
  const act = await operation.prepare(world);
  const count = requestsOf(world).length;
  const host = await world.command();
  const heard = await act.run(host);
  const requests = requestsOf(world).slice(count);
  await act.finish?.(host, heard);
  const { kept } = await settle(world, act, act.finish ? null : heard.kept);
  return { requests, left: leftOf(emulator, world.project, kept?.state) };
}

/** Interrupts an operation, and judges what is left, first at once and then after what a practitioner does next. */
export async function runCell(
  emulator: Emulator,
  operation: Operation,
  cell: Cell,
  reference: Reference,
): Promise<Outcome> {
  await using world = await createWorld(emulator, { ...cell.settings, ...operation.settings });
  const bystanders = foundIn(emulator, world.project).map(({ id }) => id);
  const act = await operation.prepare(world);
  const known = foundIn(emulator, world.project).map(({ id }) => id);
  const foreign = new Set([...bystanders, ...known.filter((id) => !holds(act.kept, id))]);
  const problems: string[] = [];

  const { heard, begun, creates, wasInterrupted } = await runInterrupted(world, act, cell);
  problems.push(...begun.map((one) => `begun after it: ${one}`));
  const told: Diagnostic[] = [...(heard?.diagnostics ?? [])];
  const kept = heard ? heard.kept : act.kept;
  const left = () => foundIn(emulator, world.project).filter(({ id }) => !foreign.has(id));
  const lost = left().filter(({ id }) => !holds(kept, id));
  problems.push(
    ...judge(cell, operation, {
      ...{ isHeard: heard !== undefined, lost, told, creates },
      stored: keysStoredIn(emulator, world.project, new Set(known)),
    }),
  );
  const targets = new Set(act.targets);
  const there = new Set(foundIn(emulator, world.project).map(({ id }) => id));
  for (const id of foreign) if (!there.has(id) && !targets.has(id)) problems.push(`foreign and gone: ${id}`);

  const after = await recover(world, act, { kept, failed: hasErrors(told), lost });
  problems.push(...after.problems);
  const found = leftOf(emulator, world.project, after.kept?.state);
  problems.push(...differences(reference.left, found, false).filter((text) => text.startsWith('missing')));
  told.push(...after.told);
  if (after.kept && (await destroy(world, act, after.kept))) problems.push('the destroy leaves it in state');
  for (const one of left()) {
    const isExempt = operation.unlisted && one.kind === 'pull secret';
    if (isNamed(told, one.id) || after.listed.has(one.id) || isExempt) continue;
    problems.push(`left in the end, never named: ${one.kind}`);
  }
  return { problems, left: lost.length, wasInterrupted };
}

/** Runs an operation up to the moment of the cell, interrupts it and lets what is under way end. */
async function runInterrupted(world: WatchedWorld, act: Act, { way, moment, at, answer }: Cell) {
  const { emulator, project } = world;
  const host = await world.command();
  const where = { projectId: project.projectId };
  const mine: FaultHandle[] = [];
  const add = (fault: Omit<FaultSpec, 'operation' | 'where'>) => {
    const handle = emulator.faults.add({ operation: '*', where, ...fault });
    mine.push(handle);
    return handle;
  };
  const kill = () => void add({ cut: 'before-commit' });
  let done = Promise.resolve(true);
  const first = requestsOf(world).length;
  let arrived: number | undefined;
  const strike = () => {
    arrived = requestsOf(world).length;
    ({ done } = interrupt(way, host, { isOver: () => isOver, kill }));
  };
  let isOver = false;
  const until = async (isTrue: () => boolean) => {
    while (!isTrue() && !isOver) await turn(1);
  };
  const held = add(
    moment === 'waiting'
      ? { skip: at, times: 1, status: 429, retryAfter: 1 }
      : {
          ...{ skip: at, times: 1, pause: true, when: moment === 'before commit' ? 'before-commit' : 'after-commit' },
          ...(answer === 'is lost' && { cut: moment === 'before commit' ? 'before-commit' : 'after-commit' }),
        },
  );
  if (moment === 'waiting') {
    world.onWait = () => {
      if (held.met === 0 || arrived !== undefined) return;
      strike();
    };
  }
  const running = act.run(host).finally(() => {
    isOver = true;
  });
  running.catch(() => {});
  if (moment !== 'waiting') {
    await until(() => held.held > 0);
    if (moment === 'answered') held.release();
    if (!isOver) strike();
    await turn();
    held.release();
  }
  let heard: Heard | undefined = await running;
  if (WAYS[way].heard)
    heard = { ...heard, diagnostics: [...heard.diagnostics, ...((await act.finish?.(host, heard)) ?? [])] };
  const isInTime = await done;
  // A host that cancels its calls goes, too: what they opened is closed then.
  if (way === 'cancelled') await host.hangUp();
  world.onWait = () => {};
  const begun = arrived === undefined || moment === 'answered' || way === 'killed' ? [] : begunAfter(world, arrived);
  // What is lost is not heard, nor what was opened and is closed by now.
  if (!WAYS[way].heard && arrived !== undefined && isInTime) heard = undefined;
  else if (act.finish) heard = { kept: null, diagnostics: heard.diagnostics };
  await until(() => true);
  for (const fault of mine) fault.remove();
  const sent = requestsOf(world).slice(first, arrived);
  const creates = sent.filter((each) => each.startsWith('create')).length;
  return { heard, begun, creates, wasInterrupted: arrived !== undefined };
}

/** What an interruption leaves. */
interface Aftermath {
  /** Whether Terraform got the result of the operation. */
  readonly isHeard: boolean;
  /** Objects that are in no state. */
  readonly lost: readonly Found[];
  readonly told: readonly Diagnostic[];
  /** How many creates the operation had sent: it reports all of them at once, at its end. */
  readonly creates: number;
  /** Keys that a secret holds which was there before. */
  readonly stored: ReadonlySet<string>;
}

/** What is wrong with that. */
function judge(
  { way, moment, answer }: Cell,
  { unlisted }: Operation,
  { isHeard, lost, told, creates, stored }: Aftermath,
): readonly string[] {
  if (isHeard) {
    return lost.flatMap(({ kind, id }) => {
      if (unlisted && kind === 'pull secret' && isLostPullSecretNamed(told)) return [];
      if (!isNamed(told, id)) return [`left, not named: ${kind}`];
      return answer === 'comes' ? [`left although it was answered: ${kind}`] : [];
    });
  }
  const isTooMuch = lost.length > creates && moment !== 'answered';
  const keys =
    way === 'killed' || answer !== 'comes'
      ? []
      : lost.filter((one) => one.kind === 'access key' && !stored.has(one.id));
  return [
    ...(isTooMuch ? [`more left than was sent: ${lost.length}`] : []),
    ...keys.map(() => `left by a provider that was ${way}: access key`),
  ];
}
