import { describe, expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';

/** Services that go on listing what was deleted (P53). */

type Marks = Pick<NonNullable<EmulatorOptions['knobs']>, 'deletedObjects'>;

async function start(knobs: Marks) {
  const emulator = await Emulator.start({ knobs, lag: { deletedShown: 1_000_000 } });
  const clock = { now: Date.now() };
  const command = () => Host.start(emulator, { clock });
  return {
    emulator,
    command,
    /** Applies, lets ten minutes pass, deletes the object elsewhere, and refreshes and plans again. */
    async deletedElsewhere(typeName: string, path: string, config: ObjectValue, idOf = ({ id }: ObjectValue) => id) {
      const made = await (await command()).apply(typeName, config);
      clock.now += 11 * 60_000;
      const id = String(idOf(made.kept?.state as ObjectValue));
      await remove(emulator, `${path}/${id}`);
      const host = await command();
      const read = await host.refresh(typeName, made.kept as Kept);
      return { id, host, read, plan: read.kept && (await host.plan(typeName, config, read.kept)) };
    },
    deletes: () =>
      emulator.journal.requests({ method: 'DELETE' }).map(({ path, status }) => `${path.split('/').at(-1)} ${status}`),
    [Symbol.asyncDispose]: () => emulator.stop(),
  };
}

const remove = ({ baseUrl, token }: Emulator, path: string) =>
  fetch(baseUrl + path, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });

const summaries = (diagnostics: readonly { readonly summary: string }[] = []) =>
  diagnostics.map(({ summary }) => summary);

const MARKS: readonly Marks[] = [{ deletedObjects: 'deleted_at' }, { deletedObjects: 'status' }];
const SECRET = { name: 'db', value_wo: 'v', value_wo_version: '1' };
const READ = { read: true };

describe.each(MARKS)('P53: with %j', (knobs) => {
  it('a secret deleted elsewhere is replaced, and its DELETE is sent', async () => {
    await using world = await start(knobs);

    const { id, host, read, plan } = await world.deletedElsewhere('coffer_secret', '/secrets', SECRET);
    const again = await host.apply('coffer_secret', SECRET, read.kept);

    expect(read.kept?.state.id).toBe(id);
    expect(plan).toMatchObject({ action: 'replace' });
    expect(summaries(plan?.diagnostics)).toEqual([`Deleted elsewhere: "${id}"`]);
    expect(world.deletes()).toEqual([`${id} 204`, `${id} 404`]);
    expect(world.emulator.inspect.secrets().map((one) => one.id)).toEqual([again.kept?.state.id]);
    const after = await host.refresh('coffer_secret', again.kept as Kept);
    expect((await host.plan('coffer_secret', SECRET, after.kept)).action).toBe('no-op');
  });

  it('a key that is stored in a secret of its own gets a successor there', async () => {
    await using world = await start(knobs);
    world.emulator.seedFrom({ buckets: [{ id: 'bucket-1', max_size: 1 }] });
    const config = { bucket_ids: ['bucket-1'], permissions: READ, store_in: { secret_name: 'sink' } };

    const { id, host, read, plan } = await world.deletedElsewhere('coffer_access_key', '/s3/keys', config);
    const again = await host.apply('coffer_access_key', config, read.kept);

    expect(plan?.action).toBe('update');
    expect(again.kept?.state.secret_id).toBe(read.kept?.state.secret_id);
    expect((await host.plan('coffer_access_key', config, again.kept)).action).toBe('no-op');
    expect(world.deletes()).toEqual([`${id} 204`, `${id} 404`]);
    expect(world.emulator.inspect.accessKeys().map((one) => one.id)).toEqual([again.kept?.state.id]);
  });

  it('the current key of a rotating one, deleted elsewhere, is made anew, and its DELETE is sent', async () => {
    await using world = await start(knobs);
    world.emulator.seedFrom({ buckets: [{ id: 'bucket-1', max_size: 1 }] });
    const config = { bucket_ids: ['bucket-1'], permissions: READ };

    const { id, host, read, plan } = await world.deletedElsewhere('coffer_rotating_access_key', '/s3/keys', config);
    const again = await host.apply('coffer_rotating_access_key', config, read.kept);
    const after = await host.refresh('coffer_rotating_access_key', again.kept as Kept);

    expect(read.kept?.state).toMatchObject({ current: null, undeleted_ids: [id] });
    expect(plan?.action).toBe('update');
    expect(after.kept?.state).toMatchObject({ undeleted_ids: [] });
    expect((await host.plan('coffer_rotating_access_key', config, after.kept)).action).toBe('no-op');
    expect(world.deletes()).toEqual([`${id} 204`, `${id} 404`]);
  });

  it('a bucket deleted elsewhere stays in state with a warning in the plan, and can be destroyed', async () => {
    await using world = await start(knobs);

    const { id, host, read, plan } = await world.deletedElsewhere('coffer_bucket', '/s3/buckets', { max_size: 1 });
    const gone = await host.destroy('coffer_bucket', read.kept as Kept);

    expect(read.kept?.state.id).toBe(id);
    expect(plan?.action).toBe('no-op');
    expect(summaries(plan?.diagnostics)).toEqual([`Deleted elsewhere: "${id}"`]);
    expect(gone).toMatchObject({ kept: null, diagnostics: [] });
    expect(world.deletes()).toEqual([`${id} 204`, `${id} 404`]);
  });

  it('look-ups leave out what was deleted', async () => {
    await using world = await start(knobs);

    const { id, host } = await world.deletedElsewhere('coffer_secret', '/secrets', SECRET);

    expect(await host.data('coffer_secrets', {})).toMatchObject({ state: { secrets: [] } });
    expect((await host.data('coffer_secret', { name: 'db' })).diagnostics).toMatchObject([{ severity: 'error' }]);
    expect((await host.import('coffer_secret', id)).kept).toBeNull();
  });
});
