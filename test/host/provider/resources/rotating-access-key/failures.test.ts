import { describe, expect, it } from 'vitest';
import { PrivateState } from '../../../../../framework/plan/private-state';
import type { Kept } from '../../../../support/host';
import { summaries } from '../support/bench';
import { idIn, ROTATES, shareRotatingKeys, TYPE } from './support';

const { bench, config, create, keys, refresh } = shareRotatingKeys();

describe('after a failure a key works and none is lost', () => {
  /** Every key at the service is in state, and the current one works. */
  const expectNoOrphan = (kept: Kept | null) => {
    const known = [idIn(kept, 'current'), idIn(kept, 'previous'), ...((kept?.state.undeleted_ids ?? []) as string[])];
    expect(keys().sort()).toEqual(known.filter(Boolean).sort());
    expect(keys()).toContain(idIn(kept, 'current'));
  };

  it.each([
    ['refused', { status: 403 }],
    ['lost', { status: 500, when: 'after-commit' as const }],
    ['cut before', { cut: 'before-commit' as const }],
  ])('P26: the create of a rotation is %s', async (_name, fault) => {
    await bench.restart({ settings: { lost_creates: 'sole_writer' } });
    const first = await create();
    const broken = bench.emulator.faults.add({ operation: 'createAccessKey', ...fault });

    const failed = await bench.host.apply(TYPE, config('2'), first);

    expect(failed.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    expect(failed.kept?.state).toEqual(first.state);
    expectNoOrphan(failed.kept);
    broken.remove();
    const { kept } = await bench.host.apply(TYPE, config('2'), failed.kept);
    expectNoOrphan(kept);
    expect(idIn(kept, 'previous')).toBe(idIn(first, 'current'));
  });

  it('P25: a sink found after a lost create does not count as storing the key: it is named, and current stays', async () => {
    const first = await create();
    bench.emulator.faults.add({ operation: 'createSecret', cut: 'after-commit' });

    const failed = await bench.host.apply(TYPE, config('1', { store_in: { secret_name: 'sink' } }), first);

    expect(failed.diagnostics.at(-1)).toMatchObject({ severity: 'error', summary: 'Access key not stored' });
    expect(failed.diagnostics.at(-1)?.detail).toContain(bench.secrets()[0]?.id);
    expect(failed.kept?.state.current).toEqual(first.state.current);
    expect(keys()).toEqual([idIn(first, 'current')]);
  });

  it('P26: the delete of the oldest', async () => {
    const { kept: rotated } = await bench.host.apply(TYPE, config('2'), await create());
    const broken = bench.emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });

    const failed = await bench.host.apply(TYPE, config('3'), rotated);

    expect(summaries(failed.diagnostics)).toEqual([ROTATES, 'error: Old access key not deleted']);
    expect(failed.kept?.state.undeleted_ids).toEqual([idIn(rotated, 'previous')]);
    expectNoOrphan(failed.kept);
    broken.remove();
    const { action, kept } = await bench.host.apply(TYPE, config('3'), await refresh(failed.kept));
    expect([action, keys().length]).toEqual(['update', 2]);
    expectNoOrphan(kept);
    expect((await bench.host.plan(TYPE, config('3'), kept)).action).toBe('no-op');
  });

  it('P25: a refused write of the secret deletes the new key, and the secret still contains one that works', async () => {
    const extra = { store_in: { secret_name: 'k' } };
    const first = await create(extra);
    const broken = bench.emulator.faults.add({ operation: 'updateSecret', status: 403 });

    const failed = await bench.host.apply(TYPE, config('2', extra), first);

    expect(summaries(failed.diagnostics)).toEqual([ROTATES, 'error: Access key not stored']);
    expect(failed.kept?.state).toEqual(first.state);
    expectNoOrphan(failed.kept);
    expect(storedKeyOf(failed.kept)).toBe(idIn(first, 'current'));
    broken.remove();
    const { kept } = await bench.host.apply(TYPE, config('2', extra), failed.kept);
    expect(storedKeyOf(kept)).toBe(idIn(kept, 'current'));
  });

  it.each([
    ['before-commit', { cut: 'before-commit' }],
    ['after-commit', { cut: 'after-commit' }],
    ['after-commit, and the retry refused', { cut: 'after-commit', times: 1 }, 403],
    ['after-commit, and the retry in conflict', { cut: 'after-commit', times: 1 }, 409],
  ] as const)(
    'P25: storing was lost (%s): whichever key the secret holds works, and the next apply stores another',
    async (_name, lost, status?: number) => {
      const extra = { store_in: { secret_name: 'k' } };
      const first = await create(extra);
      const faults = [lost, ...(status ? [{ status }] : [])];
      const broken = faults.map((fault) => bench.emulator.faults.add({ operation: 'updateSecret', ...fault }));

      const failed = await bench.host.apply(TYPE, config('2', extra), first);

      expectNoOrphan(failed.kept);
      expect(keys()).toContain(storedKeyOf(failed.kept));
      // Earlier releases know no other mark.
      expect(new PrivateState(failed.kept?.private).get('sink_in_doubt')).toBe(true);
      for (const one of broken) one.remove();
      const refreshed = await refresh(failed.kept);
      const again = await bench.host.plan(TYPE, config('1', extra), refreshed);
      expect([again.action, ...summaries(again.diagnostics)]).toEqual(['update', ROTATES]);
      const { kept } = await bench.host.apply(TYPE, config('2', extra), refreshed);
      expectNoOrphan(kept);
      expect(kept?.state.undeleted_ids).toEqual([]);
      expect(storedKeyOf(kept)).toBe(idIn(kept, 'current'));
      expect((await bench.host.plan(TYPE, config('2', extra), kept)).action).toBe('no-op');
    },
  );

  describe('a doubt about a secret that store_in names no more', () => {
    const DELETED = (ids: readonly string[]) =>
      `warning: A secret may hold a deleted key: ${ids.map((id) => JSON.stringify(id)).join(', ')}`;
    const storedIn = (secret_id: string) => ({ store_in: { secret_id } });
    /** Two secrets that were there before, and a key in the first, with a rotation into each of `lost` whose write is lost. */
    const doubting = async (lost: (ids: readonly string[]) => readonly string[]) => {
      const ids: string[] = [];
      for (const name of ['a', 'b']) {
        const { kept } = await bench.host.apply('coffer_secret', { name, value_wo: 'v' });
        ids.push(String(kept?.state.id));
      }
      const [a = '', b = ''] = ids;
      let kept = await create(storedIn(a));
      const broken = bench.emulator.faults.add({ operation: 'updateSecret', cut: 'after-commit' });
      for (const id of lost([a, b])) {
        const failed = await bench.host.apply(TYPE, config('2', storedIn(id)), kept);
        expectNoOrphan(failed.kept);
        kept = await refresh(failed.kept);
      }
      broken.remove();
      return { a, b, kept };
    };

    it('P25: is a warning when another secret takes the key and the doubted one is deleted', async () => {
      const { a, b, kept } = await doubting(([one = '']) => [one]);

      const after = await bench.host.apply(TYPE, config('2', storedIn(b)), kept);

      expect(summaries(after.diagnostics)).toEqual([ROTATES, DELETED([a])]);
      expect(after.kept?.state.undeleted_ids).toEqual([]);
      expect(storedKeyOf(after.kept)).toBe(idIn(after.kept, 'current'));
      expect(await bench.host.plan(TYPE, config('2', storedIn(b)), after.kept)).toMatchObject({ action: 'no-op' });
    });
  });

  it('P25, P43: a call that gets its response while the secret is written leaves a doubt, and the key in state', async () => {
    const extra = { store_in: { secret_name: 'k' } };
    const first = await create(extra);
    const held = bench.emulator.faults.add({ operation: 'updateSecret', pause: true, when: 'after-commit', times: 1 });
    const host = await bench.start();
    const applying = host.apply(TYPE, config('2', extra), first);
    await held.whenMet();

    const end = host.shutDown();
    await host.pass(5_000);
    const { kept } = await applying;
    held.release();
    await end;

    expectNoOrphan(kept);
    expect(kept?.state).toMatchObject({ undeleted_ids: [storedKeyOf(kept)] });
    const after = await bench.host.apply(TYPE, config('1', extra), kept);
    expect([summaries(after.diagnostics), storedKeyOf(after.kept)]).toEqual([[ROTATES], idIn(after.kept, 'current')]);
  });

  /** Id of the key whose secret half the sink holds. */
  const storedKeyOf = (kept: Kept | null) => {
    const value = bench.emulator.inspect.secretValue(String(kept?.state.secret_id));
    return keys().find((id) => bench.emulator.inspect.secretAccessKey(id) === value);
  };
});
