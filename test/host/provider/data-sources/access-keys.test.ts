import { expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host } from '../../../support/host';
import { AlteredLine } from '../support/altered-line';

it('finds an access key by either id, and lists all, without secret halves; an empty key id is none', async () => {
  await using emulator = await Emulator.start();
  const host = await Host.start(emulator);
  const bucket = await host.apply('coffer_bucket', { max_size: 1 });
  const made: ObjectValue[] = [];
  for (const permissions of [{ read: true }, { write: true }]) {
    const { kept } = await host.apply('coffer_access_key', {
      bucket_ids: [bucket.kept?.state.id ?? null],
      permissions,
    });
    made.push(kept?.state ?? {});
  }
  const [reader = {}, writer = {}] = made;

  const byId = await host.data('coffer_access_key', { id: reader.id ?? null });
  const byKeyId = await host.data('coffer_access_key', { access_key_id: writer.access_key_id ?? null });
  const all = await host.data('coffer_access_keys', {});
  const one = await host.data('coffer_access_keys', { name_regex: `^${reader.access_key_id}$` });
  await using line = await AlteredLine.start(emulator.baseUrl);
  line.alter = (_, reply) => ({ ...reply, body: reply.body.replaceAll(String(reader.access_key_id), '') });
  const other = await Host.start({ ...emulator, baseUrl: line.baseUrl });
  const inOrder = await other.data('coffer_access_keys', {});
  const named = await other.data('coffer_access_keys', { name_regex: '^' });

  const seen = ({
    rotation_trigger: _r,
    secret_access_key: _s,
    store_in: _i,
    secret_id: _d,
    timeouts: _t,
    ...rest
  }: ObjectValue) => rest;
  expect(byId.state).toEqual({ ...seen(reader), timeouts: null });
  expect(byKeyId.state).toEqual({ ...seen(writer), timeouts: null });
  const sorted = [reader, writer]
    .map(seen)
    .sort((a, b) => (String(a.access_key_id) < String(b.access_key_id) ? -1 : 1));
  expect(all.state?.access_keys).toEqual(sorted);
  expect(one.state?.access_keys).toEqual([seen(reader)]);
  expect(inOrder.state?.access_keys).toEqual([seen(writer), { ...seen(reader), access_key_id: null }]);
  expect(named.state?.access_keys).toEqual([seen(writer)]);
  for (const { secret_access_key } of made) {
    expect(JSON.stringify([byId.state, byKeyId.state, all.state])).not.toContain(String(secret_access_key));
  }
});
