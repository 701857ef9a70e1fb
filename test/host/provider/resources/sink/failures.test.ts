import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../../../emulator';
import { Host, type Kept } from '../../../../support/host';
import { awaitNoResponse, summaries } from '../support/bench';
import { shareSinks, TYPE } from './support';

const { bench, config } = shareSinks();

describe('when storing fails', () => {
  it.each([
    ['refused', { status: 403 }],
    ['a cut connection', { cut: 'before-commit' as const }],
  ])('P25: %s: the key is deleted before the error is returned', async (_name, fault) => {
    bench.emulator.faults.add({ operation: 'createSecret', ...fault });

    const { kept, diagnostics } = await bench.host.apply(TYPE, config({ secret_name: 'k' }));

    expect(kept).toBeNull();
    expect(summaries(diagnostics)).toEqual(['error: Access key not stored']);
    expect(diagnostics[0]?.detail).toMatch(
      /^The secret half of access key "[^"]+" could not be stored in secret "k": POST \/secrets .* The key has been deleted again\./,
    );
    expect([bench.keys(), bench.secrets()]).toEqual([[], []]);
  });

  it('P25: a key that cannot be deleted is named, and stays in state for the next apply', async () => {
    bench.emulator.faults.add({ operation: 'createSecret', status: 403 });
    const stuck = bench.emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });

    const { kept, diagnostics } = await bench.host.apply(TYPE, config({ secret_name: 'k' }));

    const [key] = bench.keys();
    expect(diagnostics[0]?.detail).toContain(`"${key?.id}"`);
    expect(JSON.stringify(diagnostics)).not.toContain(bench.emulator.inspect.secretAccessKey(String(key?.id)));
    expect(kept?.state).toMatchObject({ id: key?.id, secret_access_key: null, secret_id: null });
    stuck.remove();
    expect(await bench.host.destroy(TYPE, kept as Kept)).toEqual({ kept: null, diagnostics: [] });
    expect(bench.keys()).toEqual([]);
  });

  it('messages of the service never contain the secret half', async () => {
    const attempt = async (says: string) => {
      await using seeded = await Emulator.start({ seed: 7 });
      const seededHost = await Host.start(seeded);
      const bucket = await seededHost.apply('coffer_bucket', { max_size: 1000 });
      seeded.faults.add({ operation: 'createSecret', status: 400, body: says });
      // Without this the key would be deleted, and there would be no secret half to compare.
      seeded.faults.add({ operation: 'deleteAccessKey', status: 403 });
      const { diagnostics } = await seededHost.apply(TYPE, {
        bucket_ids: [String(bucket.kept?.state.id)],
        permissions: { read: true },
        store_in: { secret_name: 'k', format: 'json' },
      });
      const [key] = seeded.inspect.accessKeys();
      return { half: seeded.inspect.secretAccessKey(String(key?.id)), detail: diagnostics[0]?.detail ?? '' };
    };
    const { half } = await attempt('no');

    const { half: again, detail } = await attempt(`bad value: ${half}`);

    expect(again).toBe(half);
    expect(detail).toContain('bad value');
    expect(detail).not.toContain(half);
  });
});

it('P25: an interruption while the key is being stored deletes it', async () => {
  awaitNoResponse();
  const held = bench.emulator.faults.add({ operation: 'createSecret', pause: true, times: 1 });
  const applying = bench.host.apply(TYPE, config({ secret_name: 'k' }));
  await held.whenMet();

  bench.host.stop();
  const { kept, diagnostics } = await applying;
  held.release();

  expect(kept).toBeNull();
  expect(summaries(diagnostics)).toEqual(['error: Access key not stored']);
  expect(bench.keys()).toEqual([]);
});
