import { expect, test } from 'vitest';
import type { ClusterHealth, ClusterNode } from '../../../emulator/domain/cluster';
import { Watch } from '../../../emulator/garage/watch';

const HEALTH = { status: 'healthy' } as unknown as ClusterHealth;
const NODES: readonly ClusterNode[] = [];

/** A watch of a cluster that responds as `respond` says, and how often it was asked. */
function watch(respond: () => Promise<ClusterHealth>) {
  const seen = { asked: 0, now: 0 };
  const api = {
    health: () => {
      seen.asked += 1;
      return respond();
    },
    status: async () => NODES,
  };
  return { seen, of: new Watch(api, () => seen.now) };
}

test('a look is fresh for five seconds, and several at once ask once', async () => {
  const { seen, of } = watch(async () => HEALTH);

  const [first, second] = await Promise.all([of.look(), of.look()]);
  seen.now = 4_999;
  const third = await of.look();

  expect(first).toEqual({ seen: { at: 0, health: HEALTH, nodes: NODES }, trouble: undefined });
  expect([second, third]).toEqual([first, first]);
  expect(seen.asked).toBe(1);
  seen.now = 5_000;
  expect((await of.look()).seen?.at).toBe(5_000);
  expect(seen.asked).toBe(2);
});

test('after a failure what was seen last is shown, with the reason, and every look asks again', async () => {
  let fails = false;
  const { seen, of } = watch(async () => {
    if (fails) throw new Error('cut off');
    return HEALTH;
  });
  const { seen: before } = await of.look();
  fails = true;
  seen.now = 60_000;

  const [failed, again] = [await of.look(), await of.look()];

  expect(failed).toEqual({ seen: before, trouble: expect.stringContaining('cut off') });
  expect(again).toEqual({ seen: before, trouble: expect.stringContaining('cut off') });
  expect(seen.asked).toBe(3);
  fails = false;
  expect(await of.look()).toMatchObject({ seen: { at: 60_000 }, trouble: undefined });
});

test('a cluster that does not respond is told, and is not asked twice at once', async () => {
  const answer = Promise.withResolvers<ClusterHealth>();
  const { seen, of } = watch(() => answer.promise);

  expect(await of.look()).toEqual({ seen: undefined, trouble: 'it has not responded yet' });
  const later = of.look();
  answer.resolve(HEALTH);

  expect(await later).toMatchObject({ seen: { at: 0 }, trouble: undefined });
  expect(seen.asked).toBe(1);
});
