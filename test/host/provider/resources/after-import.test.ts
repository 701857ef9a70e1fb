import { beforeEach, describe, expect, it } from 'vitest';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host, type HostOptions, type Kept } from '../../../support/host';
import { shareAlteredEmulator } from '../support/altered-emulator';
import { withRecords } from '../support/altered-line';
import { idIn } from './rotating-access-key/support';

/**
 * What null means in state (P12): after an import what the service cannot return is unknown, on an object that we made it is a value
 * like any other. Earlier releases left no marks in private state.
 */

const SECRET = 'coffer_secret';
const BUCKET = 'coffer_bucket';
const PULL_SECRET = 'coffer_pull_secret';
const PLAIN = 'coffer_access_key';
const ROTATING = 'coffer_rotating_access_key';
const ROTATES = { summary: 'The access key rotates' };
const TRIGGER = { rotation_trigger: { month: '1' } };

const shared = shareAlteredEmulator({ dialect: 'extended' });
let bucketId: string;
beforeEach(async () => {
  const { kept } = await (await start()).apply(BUCKET, { max_size: 1000 });
  bucketId = String(kept?.state.id);
});

/** A provider without a project of its own, so that only the list names one. */
const start = (options: HostOptions = {}) => {
  const { token, projectId } = shared.emulator;
  return Host.start({ baseUrl: shared.line.baseUrl, token, projectId }, options);
};
const withoutProject = () => start({ variables: { COFFER_PROJECT_ID: '' } });
const key = (more: ObjectValue = {}) => ({ bucket_ids: [bucketId], permissions: { read: true }, ...more });
/** What an earlier release would have in state. */
const unmarked = (kept: Kept, remembered: ObjectValue = {}): Kept => ({
  ...kept,
  private: Buffer.from(JSON.stringify(remembered)),
});

async function make(host: Host, type: string, config: ObjectValue): Promise<Kept> {
  const { kept, diagnostics } = await host.apply(type, config);
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

/** Makes an object and imports it. */
async function imported(host: Host, type: string, config: ObjectValue): Promise<Kept> {
  const { state } = await make(await start(), type, config);
  return (await host.import(type, String(state.id))).kept as Kept;
}

/** Applies in place, with an empty plan afterwards. */
async function inPlace(host: Host, type: string, config: ObjectValue, kept: Kept | null): Promise<Kept> {
  const outcome = await host.apply(type, config, kept);
  expect(outcome.action).toBe('update');
  const refreshed = await host.refresh(type, outcome.kept as Kept);
  expect((await host.plan(type, config, refreshed.kept)).action).toBe('no-op');
  return refreshed.kept as Kept;
}

const projectless = () => {
  shared.line.alter = ({ call }, reply) =>
    call.startsWith('GET ')
      ? withRecords<{ project_id?: string }>(reply, (all) => all.map(({ project_id: _, ...record }) => record))
      : reply;
};

describe('a project that the list does not name', () => {
  it.each([
    [BUCKET, () => ({ max_size: 1000 }), { max_size: 2000 }],
    [SECRET, () => ({ name: 'a', value_wo: 'v' }), { timeouts: { read: '1m' } }],
    [PLAIN, key, { timeouts: { read: '1m' } }],
    [ROTATING, key, { overlap: '1h' }],
    [PULL_SECRET, () => ({ server: 'ghcr.io', username: 'o', password_wo: 'p' }), { timeouts: { read: '1m' } }],
  ] as const)('P12: %s: is taken over after another update, too', async (type, configOf, change) => {
    projectless();
    const host = await start({ variables: { COFFER_PROJECT_ID: '' }, settings: { pull_secret_api: 'full' } });
    const config = { ...configOf(), project_id: shared.emulator.projectId };
    const { kept } = await host.import(type, String((await make(host, type, config)).state.id));
    const { project_id: _, ...silent } = config;
    expect(kept?.state.project_id).toBeNull();
    const changed = await inPlace(host, type, { ...silent, ...change }, kept);

    const taken = await inPlace(host, type, { ...config, ...change }, changed);

    expect(taken.state).toMatchObject({ id: kept?.state.id, project_id: shared.emulator.projectId });
    expect((await host.plan(type, { ...config, ...change, project_id: 'other' }, taken)).action).toBe('replace');
  });

  it('P12: does not replace an object in the state of an earlier release', async () => {
    projectless();
    const host = await withoutProject();
    const kept = await imported(host, BUCKET, { max_size: 1000 });

    await inPlace(host, BUCKET, { max_size: 1000, project_id: shared.emulator.projectId }, unmarked(kept));
  });
});

describe('a rotation trigger that is added', () => {
  it.each([
    ['in state', {}],
    ['in a secret', { store_in: { secret_name: 'k' } }],
  ])('P12: replaces a key that we made, with its secret half %s', async (_name, sink) => {
    const host = await start();
    const first = await make(host, PLAIN, key(sink));

    for (const kept of [first, unmarked(first)]) {
      expect(await host.plan(PLAIN, key({ ...sink, ...TRIGGER }), kept)).toMatchObject({
        action: 'replace',
        replaced: ['rotation_trigger'],
      });
    }
  });

  it.each([
    ['in state', {}],
    ['in a secret', { store_in: { secret_name: 'k' } }],
  ])('P12: rotates a key that we made, with its secret half %s', async (_name, sink) => {
    const host = await start();
    const first = await make(host, ROTATING, key(sink));

    const { kept } = await host.apply(ROTATING, key({ ...sink, ...TRIGGER }), first);
    const early = await host.plan(ROTATING, key({ ...sink, ...TRIGGER }), unmarked(first));

    expect([idIn(kept, 'previous'), early.action]).toEqual([first.state.id, 'update']);
    expect(idIn(kept, 'current')).not.toBe(first.state.id);
    expect(early.diagnostics).toMatchObject([ROTATES]);
  });

  it.each([PLAIN, ROTATING])(
    'P12: %s: is taken over after an import, once, also after another update',
    async (type) => {
      const host = await start();
      const kept = await imported(host, type, key());
      const before = shared.emulator.inspect.accessKeys().length;

      const changed = await inPlace(host, type, key({ timeouts: { read: '1m' } }), kept);
      const taken = await inPlace(host, type, key({ timeouts: { read: '1m' }, ...TRIGGER }), changed);
      await inPlace(host, type, key(TRIGGER), unmarked(kept));

      expect(shared.emulator.inspect.accessKeys()).toHaveLength(before);
      expect((await host.plan(type, key({ rotation_trigger: { month: '2' } }), taken)).action).not.toBe('no-op');
    },
  );

  it('P12: is known once it is taken over, even after it is removed', async () => {
    const host = await start();
    const taken = await inPlace(host, ROTATING, key(TRIGGER), await imported(host, ROTATING, key()));

    const without = await inPlace(host, ROTATING, key(), taken);

    expect(idIn(without, 'previous')).toBe(taken.state.id);
    expect((await host.plan(ROTATING, key(TRIGGER), without)).diagnostics).toMatchObject([ROTATES]);
  });

  it('P12: is known after a rotation, even if the configuration has none', async () => {
    const host = await start();
    const kept = await imported(host, ROTATING, key());
    const rotated = await inPlace(host, ROTATING, key({ permissions: { write: true } }), kept);

    const { diagnostics } = await host.plan(ROTATING, key({ permissions: { write: true }, ...TRIGGER }), rotated);

    expect(diagnostics).toMatchObject([ROTATES]);
  });

  it('P12: the replacement of an imported key has no import marks', async () => {
    const host = await start();
    const kept = await imported(host, PLAIN, key());
    const { kept: next } = await host.apply(PLAIN, key({ permissions: { write: true } }), kept);

    const plan = await host.plan(PLAIN, key({ permissions: { write: true }, ...TRIGGER }), next);

    expect(plan).toMatchObject({ action: 'replace', replaced: ['rotation_trigger'] });
  });

  it.each([
    [PLAIN, ROTATING],
    [ROTATING, PLAIN],
  ])('P12: is taken over after a moved block has converted an imported %s', async (source, target) => {
    const host = await start();
    const kept = await imported(host, source, key());
    const moved = host.server.moveResourceState({
      sourceProvider: 'registry.terraform.io/coffer/coffer',
      sourceTypeName: source,
      sourceVersion: 0n,
      json: JSON.stringify(kept.state),
      private: kept.private,
      typeName: target,
    });

    const taken = await inPlace(host, target, key(TRIGGER), {
      state: moved.moved?.state as ObjectValue,
      private: moved.moved?.private ?? new Uint8Array(),
    });

    expect(taken.state.id).toBe(kept.state.id);
  });
});

describe('attributes of a key that lists do not contain', () => {
  it('P12: buckets and permissions are taken over in place', async () => {
    const host = await start();
    const { state } = await make(host, PLAIN, key());
    shared.line.alter = ({ call }, reply) =>
      call === 'GET /s3/keys'
        ? withRecords<Record<string, unknown>>(reply, (all) =>
            all.map(({ bucket_ids: _, permissions: __, ...record }) => record),
          )
        : reply;
    const { kept } = await (await start()).import(PLAIN, String(state.id));

    const taken = await inPlace(await start(), PLAIN, key(), kept);

    expect(taken.state.id).toBe(state.id);
  });
});

describe('the version of a value', () => {
  const versioned = (version: string) => ({ name: 'a', value_wo: `v${version}`, value_wo_version: version });
  const stored = (kept: Kept) => shared.emulator.inspect.secretValue(String(kept.state.id));

  it('P12: is taken over after another update, and is then known', async () => {
    const host = await start();
    const kept = await imported(host, SECRET, { name: 'a', value_wo: 'old' });
    const changed = await inPlace(host, SECRET, { name: 'a', timeouts: { read: '1m' } }, kept);

    const taken = await inPlace(host, SECRET, versioned('1'), changed);
    expect(stored(taken)).toBe('old');
    const elsewhere = await inPlace(host, SECRET, { name: 'a' }, taken);
    const again = await inPlace(host, SECRET, versioned('2'), elsewhere);

    expect(stored(again)).toBe('v2');
  });

  it('P12: is known for a secret that an earlier release made, and unknown for one that it imported', async () => {
    const host = await start();
    const first = await make(host, SECRET, { name: 'a', value_wo: 'old' });

    const adopted = await inPlace(host, SECRET, versioned('1'), unmarked(first));
    expect(stored(adopted)).toBe('old');
    const sent = await inPlace(host, SECRET, versioned('1'), unmarked(first, { sent: true }));

    expect(stored(sent)).toBe('v1');
  });
});

describe('the login of a pull secret', () => {
  const login = { server: 'ghcr.io', password_wo: 'p', password_wo_version: '1' };

  it('P12: has an empty plan after an import, even if the user name is not in state', async () => {
    const host = await start({ settings: { pull_secret_api: 'full' } });
    const kept = await imported(host, PULL_SECRET, { ...login, username: 'octo' });
    shared.emulator.journal.clear();

    const taken = await inPlace(host, PULL_SECRET, { ...login, username_wo: 'octo' }, kept);

    expect(taken.state.username).toBeNull();
    expect(shared.emulator.journal.count({ operation: 'updatePullSecret' })).toBe(0);
  });

  it('P12: is sent when a version that was taken over and removed is set again', async () => {
    const host = await start({ settings: { pull_secret_api: 'full' } });
    const kept = await imported(host, PULL_SECRET, { ...login, username: 'octo' });
    const taken = await inPlace(host, PULL_SECRET, { ...login, username: 'octo' }, kept);
    const { password_wo_version: _, ...silent } = login;
    const without = await inPlace(host, PULL_SECRET, { ...silent, username: 'octo' }, taken);
    shared.emulator.journal.clear();

    await inPlace(host, PULL_SECRET, { ...login, username: 'octo' }, without);

    expect(shared.emulator.journal.count({ operation: 'updatePullSecret' })).toBe(1);
  });

  const full = { settings: { pull_secret_api: 'full' } };
  const writeOnly = { server: 'ghcr.io', username_wo: 'octo', password_wo: 'p' };
  const passwordOf = (kept: Kept) => shared.emulator.inspect.pullSecretPassword(String(kept.state.id));

  it('P12: is known for a pull secret that an earlier release made, and unknown for one that it imported', async () => {
    const host = await start({ ...full, rereads: false });
    const first = await make(host, PULL_SECRET, writeOnly);
    const versioned = { ...writeOnly, password_wo: 'p1', password_wo_version: '1' };

    expect((await host.refresh(PULL_SECRET, unmarked(first))).kept?.state.username).toBe('octo');
    expect((await host.refresh(PULL_SECRET, unmarked(first, { sent: true }))).kept?.state.username).toBeNull();
    const adopted = await host.apply(PULL_SECRET, versioned, unmarked(first));
    expect(passwordOf(adopted.kept as Kept)).toBe('p');
    const sent = await host.apply(PULL_SECRET, versioned, unmarked(first, { sent: true }));
    expect(passwordOf(sent.kept as Kept)).toBe('p1');
  });

  it.each(['create_only', 'full'])('P12: with %s a login is known once it was sent after an import', async (api) => {
    const host = await start({ settings: { pull_secret_api: api } });
    shared.line.alter = ({ call }, reply) =>
      call === 'GET /secrets/pull'
        ? withRecords<{ username?: string }>(reply, (all) => all.map(({ username: _, ...record }) => record))
        : reply;
    const kept = await imported(host, PULL_SECRET, writeOnly);
    shared.line.straighten();
    const elsewhere = { ...writeOnly, server: 'quay.io' };

    // With create_only even the server is unknown, and has to be in state to be a difference.
    const moved = await inPlace(host, PULL_SECRET, elsewhere, { ...kept, state: { ...kept.state, server: 'ghcr.io' } });
    expect(moved.state.username).toBeNull();
    const changed = await inPlace(
      host,
      PULL_SECRET,
      { ...elsewhere, password_wo: 'p2', password_wo_version: '1' },
      moved,
    );

    expect(passwordOf(changed)).toBe('p2');
  });
});
