import { expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host } from '../../../support/host';

it('finds a bucket by id and by alias with all listed fields, and lists all by alias', async () => {
  await using emulator = await Emulator.start();
  const host = await Host.start(emulator);
  const made: ObjectValue[] = [];
  for (const max_size of [2n ** 63n - 1n, 1n]) {
    const { kept } = await host.apply('coffer_bucket', { max_size, description: max_size === 1n ? 'text' : null });
    made.push(kept?.state ?? {});
  }
  const [big = {}, small = {}] = made;

  const byId = await host.data('coffer_bucket', { id: small.id ?? null });
  const byAlias = await host.data('coffer_bucket', { alias: big.alias ?? null });
  const all = await host.data('coffer_buckets', {});
  const one = await host.data('coffer_buckets', { name_regex: `^${small.alias}$` });

  const seen = ({
    deletion_protection: _p,
    wait_for: _w,
    timeouts: _t,
    force_destroy: _f,
    destroy_check: _d,
    ...rest
  }: ObjectValue) => rest;
  expect(byId.state).toEqual({ ...seen(small), timeouts: null });
  expect(byAlias.state).toEqual({ ...seen(big), timeouts: null });
  expect(all.state?.buckets).toEqual(
    [big, small].map(seen).sort((a, b) => (String(a.alias) < String(b.alias) ? -1 : 1)),
  );
  expect(one.state?.buckets).toEqual([seen(small)]);
});

it('a bucket without an alias is last, and matches no expression', async () => {
  await using emulator = await Emulator.start({ settle: '3600000ms' });
  const host = await Host.start(emulator);
  const { kept } = await host.apply('coffer_bucket', { max_size: 1, wait_for: 'none' });

  const all = await host.data('coffer_buckets', {});
  const some = await host.data('coffer_buckets', { name_regex: '' });

  expect(all.state?.buckets).toMatchObject([{ id: kept?.state.id, alias: null, endpoint: null }]);
  expect(some.state?.buckets).toEqual([]);
});
