import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Dialect, Emulator, type Project } from '../../../emulator';
import { UNKNOWN } from '../../../provider/framework/value';
import { Host, type Kept } from '../../support/host';

const TYPE = 'coffer_access_key';
let emulator: Emulator;
let project: Project;
let host: Host;
let buckets: string[];

beforeAll(async () => {
  emulator = await Emulator.start();
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  emulator.faults.clear();
  emulator.journal.clear();
  project = emulator.newProject();
  host = await start();
  buckets = [];
  for (const description of ['one', 'two']) {
    const { kept } = await host.apply('coffer_bucket', { max_size: 1000, description });
    buckets.push(String(kept?.state.id));
  }
});

const start = (settings = {}) => Host.start({ baseUrl: emulator.baseUrl, ...project }, { settings });
const config = (store_in: Record<string, string> | null, extra = {}) => ({
  bucket_ids: [...buckets],
  permissions: { read: true },
  store_in,
  ...extra,
});
const keys = () => emulator.inspect.accessKeys().filter(({ projectId }) => projectId === project.projectId);
const secrets = () => emulator.inspect.secrets().filter(({ projectId }) => projectId === project.projectId);
const summaries = (diagnostics: readonly { severity: string; summary: string }[]) =>
  diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
const halfOf = (kept: Kept | null) => emulator.inspect.secretAccessKey(String(kept?.state.id));
const stored = (kept: Kept | null) => emulator.inspect.secretValue(String(kept?.state.secret_id));

async function create(store_in: Record<string, string>, extra = {}) {
  const { kept, diagnostics } = await host.apply(TYPE, config(store_in, extra));
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

/** A secret of its own, with its id. */
async function secretOf(name: string) {
  const { kept } = await host.apply('coffer_secret', { name, value_wo: 'before' });
  return { kept: kept as Kept, id: String(kept?.state.id) };
}

/** A host of another emulator, and a bucket there. */
async function withBucket(other: Emulator) {
  const itsHost = await Host.start(other);
  const { kept } = await itsHost.apply('coffer_bucket', { max_size: 1000 });
  return { host: itsHost, bucketId: String(kept?.state.id) };
}

describe('by name', () => {
  it('P25: the secret half is in a secret of that name and nowhere in state', async () => {
    const kept = await create({ secret_name: 'reader-key' });

    expect(secrets()).toMatchObject([{ id: kept.state.secret_id, name: 'reader-key' }]);
    expect(stored(kept)).toBe(halfOf(kept));
    expect(kept.state.secret_access_key).toBeNull();
    expect(JSON.stringify(kept.state) + new TextDecoder().decode(kept.private)).not.toContain(halfOf(kept));
    expect(host.plan(TYPE, config({ secret_name: 'reader-key' }), kept).action).toBe('no-op');
  });

  it('P25: a name that is taken is an error before a key is made', async () => {
    const { id } = await secretOf('taken');
    emulator.journal.clear();

    const { kept, diagnostics } = await host.apply(TYPE, config({ secret_name: 'taken' }));

    expect(kept).toBeNull();
    expect(summaries(diagnostics)).toEqual(['error: Name of the secret is taken']);
    expect(diagnostics[0]?.detail).toContain(`secret_id = "${id}"`);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });

  it('P25: destroying the key destroys the secret', async () => {
    const kept = await create({ secret_name: 'reader-key' });

    expect(await host.destroy(TYPE, kept)).toEqual({ kept: null, diagnostics: [] });

    expect([keys(), secrets()]).toEqual([[], []]);
  });

  it('is replaced with the same name in one apply', async () => {
    const first = await create({ secret_name: 'reader-key' });

    const { action, kept, diagnostics } = await host.apply(
      TYPE,
      config({ secret_name: 'reader-key' }, { permissions: { write: true } }),
      first,
    );

    expect({ action, diagnostics }).toEqual({ action: 'replace', diagnostics: [] });
    expect(stored(kept)).toBe(halfOf(kept));
    expect([keys().length, secrets().length]).toEqual([1, 1]);
  });
});

describe('by id', () => {
  it('P25: writes into the secret, keeps its name, and never deletes it', async () => {
    const { id } = await secretOf('app');

    const kept = await create({ secret_id: id });
    expect(stored(kept)).toBe(halfOf(kept));
    await host.destroy(TYPE, kept);

    expect(secrets()).toMatchObject([{ id, name: 'app' }]);
    expect(keys()).toEqual([]);
  });

  it('P25: the next key can be made before the old one is destroyed', async () => {
    const { id } = await secretOf('app');
    const old = await create({ secret_id: id });

    const next = await create({ secret_id: id });
    await host.destroy(TYPE, old);

    expect(stored(next)).toBe(halfOf(next));
    expect(keys().map((key) => key.id)).toEqual([next.state.id]);
  });

  it('an unknown secret is an error before a key is made', async () => {
    const { diagnostics } = await host.apply(TYPE, config({ secret_id: 'nobody' }));

    expect(summaries(diagnostics)).toEqual(['error: No such secret']);
    expect(diagnostics[0]?.path).toEqual([{ attribute: 'store_in' }, { attribute: 'secret_id' }]);
    expect(keys()).toEqual([]);
  });
});

describe('formats', () => {
  const aliases = () =>
    emulator.inspect
      .buckets()
      .filter(({ id }) => buckets.includes(id))
      .map(({ alias }) => alias)
      .sort();

  it('P25: json', async () => {
    const kept = await create({ secret_name: 'k', format: 'json' });

    expect(JSON.parse(stored(kept))).toEqual({
      access_key_id: kept.state.access_key_id,
      secret_access_key: halfOf(kept),
      endpoint: emulator.s3Endpoint,
      region: 'us-east-1',
      buckets: aliases(),
    });
  });

  it('P25, P31: env, with the region of the provider', async () => {
    host = await start({ s3_region: 'eu-west-3' });

    const kept = await create({ secret_name: 'k', format: 'env' });

    expect(stored(kept).split('\n')).toEqual([
      `AWS_ACCESS_KEY_ID=${kept.state.access_key_id}`,
      `AWS_ENDPOINT_URL_S3=${emulator.s3Endpoint}`,
      'AWS_REGION=eu-west-3',
      `AWS_SECRET_ACCESS_KEY=${halfOf(kept)}`,
      `S3_BUCKETS=${aliases().join(',')}`,
      '',
    ]);
  });

  it('P25: alias and endpoint are waited for before the key is made', async () => {
    await using slow = await Emulator.start({ settle: '3polls' });
    const slowHost = await Host.start(slow);
    const bucket = await slowHost.apply('coffer_bucket', { max_size: 1000, wait_for: 'none' });

    const { kept } = await slowHost.apply(TYPE, {
      bucket_ids: [String(bucket.kept?.state.id)],
      permissions: { read: true },
      store_in: { secret_name: 'k', format: 'json' },
    });

    const { buckets: listed } = JSON.parse(slow.inspect.secretValue(String(kept?.state.secret_id))) as {
      buckets: string[];
    };
    expect(listed).toEqual(slow.inspect.buckets().map(({ alias }) => alias));
  });

  it('a bucket that does not exist is an error before a key is made', async () => {
    const { diagnostics } = await host.apply(TYPE, {
      ...config({ secret_name: 'k', format: 'env' }),
      bucket_ids: ['nobody'],
    });

    expect(summaries(diagnostics)).toEqual(['error: No such bucket']);
    expect(diagnostics[0]?.detail).toMatch(/"nobody".*No key was made\. Refer to the bucket by/);
    expect(emulator.journal.count({ operation: 'createAccessKey' })).toBe(0);
  });
});

describe('when storing fails', () => {
  it.each([
    ['refused', { status: 403 }],
    ['a failing service', { status: 500 }],
    ['a cut connection', { cut: 'before-commit' as const }],
  ])('P25: %s: the key is deleted before the error is returned', async (_name, fault) => {
    emulator.faults.add({ operation: 'createSecret', ...fault });

    const { kept, diagnostics } = await host.apply(TYPE, config({ secret_name: 'k' }));

    expect(kept).toBeNull();
    expect(summaries(diagnostics)).toEqual(['error: Access key not stored']);
    expect(diagnostics[0]?.detail).toContain('has been deleted again');
    expect([keys(), secrets()]).toEqual([[], []]);
  });

  it('P25: by id, too', async () => {
    const { id } = await secretOf('app');
    emulator.faults.add({ operation: 'updateSecret', status: 500 });

    const { kept } = await host.apply(TYPE, config({ secret_id: id }));

    expect(kept).toBeNull();
    expect(keys()).toEqual([]);
    expect(emulator.inspect.secretValue(id)).toBe('before');
  });

  it('P25: a key that cannot be deleted either is named, and stays in state for the next apply', async () => {
    emulator.faults.add({ operation: 'createSecret', status: 403 });
    const stuck = emulator.faults.add({ operation: 'deleteAccessKey', status: 403 });

    const { kept, diagnostics } = await host.apply(TYPE, config({ secret_name: 'k' }));

    const [key] = keys();
    expect(diagnostics[0]?.detail).toContain(`"${key?.id}"`);
    expect(JSON.stringify(diagnostics)).not.toContain(emulator.inspect.secretAccessKey(String(key?.id)));
    expect(kept?.state).toMatchObject({ id: key?.id, secret_access_key: null, secret_id: null });
    stuck.remove();
    expect(await host.destroy(TYPE, kept as Kept)).toEqual({ kept: null, diagnostics: [] });
    expect(keys()).toEqual([]);
  });

  it('what the service says never holds the secret half', async () => {
    const attempt = async (says: string) => {
      await using seeded = await Emulator.start({ seed: 7 });
      const seededHost = await Host.start(seeded);
      const bucket = await seededHost.apply('coffer_bucket', { max_size: 1000 });
      seeded.faults.add({ operation: 'createSecret', status: 400, body: says });
      // Without this there would be nothing left to look at.
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
  const held = emulator.faults.add({ operation: 'createSecret', pause: true, times: 1 });
  const applying = host.apply(TYPE, config({ secret_name: 'k' }));
  await held.whenMet();

  host.server.stop();
  const { kept, diagnostics } = await applying;
  held.release();

  expect(kept).toBeNull();
  expect(summaries(diagnostics)).toEqual(['error: Access key not stored']);
  expect(keys()).toEqual([]);
});

describe.each<[Dialect]>([['minimal'], ['enveloped'], ['extended']])('on the %s dialect', (dialect) => {
  it('P25: keys of both kinds are stored, made anew and destroyed', async () => {
    await using other = await Emulator.start({ dialect, settle: '2polls' });
    const { host: itsHost, bucketId } = await withBucket(other);
    const common = { bucket_ids: [bucketId], permissions: { read: true }, rotation_trigger: { n: '1' } };
    for (const [type, format] of [
      [TYPE, 'json'],
      ['coffer_rotating_access_key', 'env'],
    ] as const) {
      const wanted = { ...common, store_in: { secret_name: format, format } };

      const first = await itsHost.apply(type, wanted);
      const { kept: refreshed } = await itsHost.refresh(type, first.kept as Kept);
      expect(itsHost.plan(type, wanted, refreshed)).toMatchObject({ action: 'no-op', diagnostics: [] });
      const next = await itsHost.apply(type, { ...wanted, rotation_trigger: { n: '2' } }, refreshed);

      const stored = other.inspect.secretValue(String(next.kept?.state.secret_id));
      const halves = other.inspect.accessKeys().map(({ id }) => other.inspect.secretAccessKey(id));
      expect(halves.filter((half) => stored.includes(half))).toHaveLength(1);
      await itsHost.destroy(type, next.kept as Kept);
    }
    expect([other.inspect.accessKeys(), other.inspect.secrets()]).toEqual([[], []]);
  });
});

describe('a sink that changes elsewhere', () => {
  it('P25: gone: the plan replaces the key and says why', async () => {
    const kept = await create({ secret_name: 'k' });
    const seen = await host.refresh(TYPE, kept);
    await (await start()).destroy('coffer_secret', {
      state: { id: String(kept.state.secret_id) },
      private: new Uint8Array(),
    });
    host = await start();
    const { kept: refreshed } = await host.refresh(TYPE, seen.kept as Kept);

    const plan = host.plan(TYPE, config({ secret_name: 'k' }), refreshed);
    const { kept: next } = await host.apply(TYPE, config({ secret_name: 'k' }), refreshed);

    expect(plan).toMatchObject({ action: 'replace', replaced: ['secret_id'] });
    expect(summaries(plan.diagnostics)).toEqual(['warning: The key is replaced, because its secret is gone']);
    expect(stored(next)).toBe(halfOf(next));
    expect(keys()).toHaveLength(1);
  });

  it('P7: not listed yet is not gone', async () => {
    const kept = await create({ secret_name: 'k' });
    emulator.faults.add({ operation: 'listSecrets', status: 200, body: [{ id: 'other', name: 'other' }] });

    const { kept: refreshed } = await (await start()).refresh(TYPE, kept);

    expect(refreshed?.state.secret_id).toBe(kept.state.secret_id);
  });

  it('P25: renamed: a warning, and no change', async () => {
    const kept = await create({ secret_name: 'k' });
    const other = { state: { id: String(kept.state.secret_id), name: 'k', value: 'x' }, private: new Uint8Array() };
    await (await start()).apply('coffer_secret', { name: 'renamed', value: 'x' }, other);
    host = await start();

    const { kept: refreshed, diagnostics } = await host.refresh(TYPE, kept);

    expect(summaries(diagnostics)).toEqual(['warning: Secret renamed']);
    expect(host.plan(TYPE, config({ secret_name: 'k' }), refreshed).action).toBe('no-op');
  });

  it('P4: a secret that is gone already does not hinder the destruction', async () => {
    const kept = await create({ secret_name: 'k' });
    await (await start()).destroy('coffer_secret', {
      state: { id: String(kept.state.secret_id) },
      private: new Uint8Array(),
    });

    expect(await host.destroy(TYPE, kept)).toEqual({ kept: null, diagnostics: [] });
  });
});

describe('changing it', () => {
  it.each([
    ['another name', { secret_name: 'a' }, { secret_name: 'b' }],
    ['another format', { secret_name: 'a' }, { secret_name: 'a', format: 'json' }],
    ['none any more', { secret_name: 'a' }, null],
    ['one for a key that had none', null, { secret_name: 'a' }],
  ])('%s replaces the key', async (_name, before, after) => {
    const { kept } = await host.apply(TYPE, config(before));

    const { action, kept: next } = await host.apply(TYPE, config(after), kept);

    expect(action).toBe('replace');
    expect(next?.state.secret_access_key === null).toBe(after !== null);
    expect(host.plan(TYPE, config(after), next).action).toBe('no-op');
    expect([keys().length, secrets().length]).toEqual([1, after ? 1 : 0]);
  });

  it('P29: on an imported key it is an error that says to replace it', async () => {
    const first = await host.apply(TYPE, config(null));
    const { kept } = await host.import(TYPE, String(first.kept?.state.id));

    const { diagnostics } = host.plan(TYPE, config({ secret_name: 'a' }), kept);

    expect(diagnostics).toMatchObject([
      { severity: 'error', summary: 'Secret half not known', path: [{ attribute: 'store_in' }] },
    ]);
    expect(diagnostics[0]?.detail).toContain('Replace the key');
  });
});

describe('validation and planning', () => {
  it.each([
    ['both', { secret_name: 'a', secret_id: 'b' }, 'Conflicting attributes', ['store_in', 'secret_id']],
    ['neither', {}, 'Missing secret', ['store_in']],
    ['a bad name', { secret_name: 'A_b' }, 'Invalid value', ['store_in', 'secret_name']],
    ['a bad format', { secret_name: 'a', format: 'yaml' }, 'Invalid value', ['store_in', 'format']],
  ])('refuses %s', (_name, store_in, summary, at) => {
    const { diagnostics } = host.plan(TYPE, config(store_in as Record<string, string>));

    expect(diagnostics).toMatchObject([{ severity: 'error', summary, path: at.map((attribute) => ({ attribute })) }]);
  });

  it('waits with what is not known yet', () => {
    const { planned, diagnostics } = host.plan(TYPE, {
      bucket_ids: UNKNOWN,
      permissions: { read: true },
      store_in: { secret_id: UNKNOWN },
    });

    expect(diagnostics).toEqual([]);
    expect(planned).toMatchObject({ secret_access_key: null, secret_id: UNKNOWN });
  });

  it('plans what is known: no secret half in state, and the id of the secret', () => {
    const { planned } = host.plan(TYPE, config({ secret_id: 's' }));

    expect(planned).toMatchObject({ secret_access_key: null, secret_id: 's', store_in: { format: 'plain' } });
  });
});
