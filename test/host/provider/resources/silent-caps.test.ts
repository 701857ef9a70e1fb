import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';

/** Lists that end at a number of objects without a word (P7). */

const KEYS = { bucket_ids: ['bucket-1'], permissions: { read: true } };

async function start(listCap: number) {
  const emulator = await Emulator.start({ lag: { listCap } });
  emulator.seedFrom({ buckets: [{ id: 'bucket-1', max_size: 1 }] });
  const clock = { now: Date.now() };
  const command = (settings: ObjectValue = {}) => Host.start(emulator, { clock, settings });
  return {
    ...{ emulator, clock, command },
    /** Makes as many objects as lists show, by another client. */
    fill: async (typeName: string, configOf: (n: number) => ObjectValue) => {
      const host = await command();
      for (let n = 0; n < listCap; n += 1) await host.apply(typeName, configOf(n));
    },
    [Symbol.asyncDispose]: () => emulator.stop(),
  };
}

const CASES: readonly (readonly [string, (n: number) => ObjectValue, (e: Emulator) => number])[] = [
  ['coffer_access_key', () => KEYS, ({ inspect }) => inspect.accessKeys().length],
  ['coffer_rotating_access_key', () => KEYS, ({ inspect }) => inspect.accessKeys().length],
  ['coffer_secret', (n) => ({ name: `s-${n}`, value: 'v' }), ({ inspect }) => inspect.secrets().length],
];

describe.each(CASES)('%s', (typeName, configOf, count) => {
  it('P7: that no list has ever shown, while lists show others, stays in state with a warning', async () => {
    await using world = await start(20);
    await world.fill(typeName, configOf);
    const made = await (await world.command()).apply(typeName, configOf(20));
    const id = (made.kept as Kept).state.id;
    let kept = made.kept as Kept;

    for (const minutes of [2, 20, 24 * 60]) {
      world.clock.now += minutes * 60_000;
      const host = await world.command();
      const read = await host.refresh(typeName, kept);
      kept = read.kept as Kept;
      expect(kept?.state.id).toBe(id);
      expect(read.diagnostics).toMatchObject([{ severity: 'warning', summary: `Never listed: "${id}"` }]);
      expect((await host.plan(typeName, configOf(20), kept)).action).toBe('no-op');
    }
    const gone = await (await world.command()).destroy(typeName, kept);

    expect(gone.kept).toBeNull();
    expect(count(world.emulator)).toBe(20);
  });

  it('P7: that a list has shown is gone once lists no longer show it, and so is one of a list that is no round number', async () => {
    await using world = await start(20);
    await world.fill(typeName, configOf);
    world.emulator.settings.change({ lag: { listCap: 0 } });
    const made = await (await world.command()).apply(typeName, configOf(20));
    world.clock.now += 31_000;
    const seen = await (await world.command()).refresh(typeName, made.kept as Kept);
    world.clock.now += 20 * 60_000;
    const host = await world.command();
    await host.destroy(typeName, made.kept as Kept);

    expect((await (await world.command()).refresh(typeName, seen.kept as Kept)).kept).toBeNull();
    await host.apply(typeName, configOf(21));
    expect((await (await world.command()).refresh(typeName, made.kept as Kept)).kept).toBeNull();
  });
});

it.each(CASES)(
  'P2, P7: a lost create of %s is not sent again if lists may end without a word',
  async (typeName, configOf, count) => {
    await using world = await start(20);
    await world.fill(typeName, configOf);
    const kind = typeName === 'coffer_secret' ? 'createSecret' : 'createAccessKey';
    world.emulator.faults.add({ operation: kind, cut: 'after-commit', times: 1 });

    const made = await (await world.command()).apply(typeName, configOf(20));

    expect(made).toMatchObject({ kept: null, diagnostics: [{ severity: 'error' }] });
    expect(made.diagnostics[0]?.detail).toContain(
      'The provider did not retry, because the list has 20 records, before and after.',
    );
    expect(count(world.emulator)).toBe(21);
  },
);
