import { beforeEach, describe, expect, it } from 'vitest';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { Host, type Kept } from '../../../support/host';

/** What an interruption, and the loss of the host, leave of access keys, in state and at the service (P43). */

const emulator = useEmulator();
let host: Host;
let bucket_ids: readonly string[];
beforeEach(async () => {
  host = await Host.start(emulator);
  const { kept } = await host.apply('coffer_bucket', { max_size: 1000 });
  bucket_ids = [String(kept?.state.id)];
});

const ROTATING = 'coffer_rotating_access_key';
const idOf = (slot: unknown) => String((slot as { readonly id?: string } | null)?.id);
const keys = () => emulator.inspect.accessKeys().map(({ id }) => id);
const key = (more: object = {}) => ({ bucket_ids, permissions: { read: true }, ...more });

/** Begins a change, holds its request at the service after the effect, ends the change by `end`, and lets the response go. */
async function endWhileSent<R>(
  operation: 'createAccessKey' | 'createSecret' | 'updateSecret',
  change: () => Promise<R>,
  end: () => void,
  trouble: { readonly status?: number } = {},
): Promise<R> {
  const held = emulator.faults.add({ operation, pause: true, when: 'after-commit', times: 1, ...trouble });
  const changing = change();
  await held.whenMet();
  end();
  held.release();
  return changing;
}

const interrupt = () => host.stop();

describe('an interruption', () => {
  it('P43: saves a key whose request was sent', async () => {
    const { kept, diagnostics } = await endWhileSent(
      'createAccessKey',
      () => host.apply('coffer_access_key', key()),
      interrupt,
    );

    expect(diagnostics).toEqual([]);
    expect(keys()).toEqual([kept?.state.id]);
    expect(kept?.state.secret_access_key).toEqual(expect.any(String));
  });

  it('P43: saves a rotation whose request was sent, and deletes no more keys', async () => {
    const first = await host.apply(ROTATING, key({ rotation_trigger: { n: '1' } }));
    const second = await host.apply(ROTATING, key({ rotation_trigger: { n: '2' } }), first.kept);

    const { kept, diagnostics } = await endWhileSent(
      'createAccessKey',
      () => host.apply(ROTATING, key({ rotation_trigger: { n: '3' } }), second.kept),
      interrupt,
    );

    const { current, previous, undeleted_ids } = kept?.state ?? {};
    expect([idOf(previous), undeleted_ids]).toEqual([
      idOf(second.kept?.state.current),
      [idOf(first.kept?.state.current)],
    ]);
    expect([...(undeleted_ids as string[]), idOf(previous), idOf(current)].sort()).toEqual(keys().sort());
    expect(emulator.journal.count({ operation: 'deleteAccessKey' })).toBe(0);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { summary: 'Old access key not deleted', detail: expect.stringContaining(idOf(first.kept?.state.current)) },
    ]);
  });

  it('P43: saves a key whose secret half was sent to its sink', async () => {
    const { kept, diagnostics } = await endWhileSent(
      'createSecret',
      () => host.apply('coffer_access_key', key({ store_in: { secret_name: 's' } })),
      interrupt,
    );

    expect(diagnostics).toEqual([]);
    expect([keys(), emulator.inspect.secrets()]).toMatchObject([[kept?.state.id], [{ id: kept?.state.secret_id }]]);
  });

  it('P43: sends nothing for later operations, and names the interruption', async () => {
    interrupt();

    const { kept, diagnostics } = await host.apply('coffer_access_key', key());

    expect([kept, keys()]).toEqual([null, []]);
    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Interrupted' }]);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });
});

describe('the loss of the host', () => {
  /** Applies a change whose host is lost while the request is on its way. */
  const lose = (
    operation: 'createAccessKey' | 'createSecret' | 'updateSecret',
    typeName: string,
    config: object,
    kept: Kept | null = null,
    trouble: { readonly status?: number } = {},
  ) => {
    const gone = new AbortController();
    return endWhileSent(
      operation,
      () => host.apply(typeName, { ...config }, kept, { cancelled: gone.signal }),
      () => gone.abort(),
      trouble,
    );
  };

  it('P43: deletes a key whose result nobody saves', async () => {
    await lose('createAccessKey', 'coffer_access_key', key());

    expect(keys()).toEqual([]);
  });

  it('P43: deletes a key that was stored in a secret of its own, which the next apply names', async () => {
    const config = key({ store_in: { secret_name: 's' } });
    await lose('createSecret', 'coffer_access_key', config);

    expect(keys()).toEqual([]);
    expect(emulator.inspect.secrets()).toMatchObject([{ name: 's' }]);
    const again = await (await Host.start(emulator)).apply('coffer_access_key', config);
    expect(again.diagnostics).toMatchObject([{ summary: 'Secret name already exists' }]);
    expect(again.diagnostics[0]?.detail).toContain(emulator.inspect.secrets()[0]?.id);
    expect(again.diagnostics[0]?.detail).toContain('If a run that was killed left it behind, delete it.');
  });

  it('P43: keeps a key that was stored in a secret which already has readers', async () => {
    const { kept } = await host.apply('coffer_secret', { name: 's', value_wo: 'v' });
    const secret_id = String(kept?.state.id);

    await lose('updateSecret', 'coffer_access_key', key({ store_in: { secret_id } }));

    expect(keys()).toHaveLength(1);
  });

  it('P43: keeps the new key of a rotation that such a secret may hold', async () => {
    const { kept: secret } = await host.apply('coffer_secret', { name: 's', value_wo: 'v' });
    const config = (n: string) => key({ store_in: { secret_id: String(secret?.state.id) }, rotation_trigger: { n } });
    const { kept } = await host.apply(ROTATING, config('1'));

    await lose('updateSecret', ROTATING, config('2'), kept, { status: 500 });

    expect(keys()).toHaveLength(2);
  });
});
