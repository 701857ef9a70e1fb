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

  it('P12: is known after a rotation, even if the configuration has none', async () => {
    const host = await start();
    const kept = await imported(host, ROTATING, key());
    const rotated = await inPlace(host, ROTATING, key({ permissions: { write: true } }), kept);

    const { diagnostics } = await host.plan(ROTATING, key({ permissions: { write: true }, ...TRIGGER }), rotated);

    expect(diagnostics).toMatchObject([ROTATES]);
  });
});

it('P12: the version of a value is known once a value was sent after an import', async () => {
  const host = await start();
  const kept = await imported(host, SECRET, { name: 'a', value_wo: 'old' });
  const renamed = await inPlace(host, SECRET, { name: 'b', value_wo: 'old' }, kept);

  const { state } = await inPlace(host, SECRET, { name: 'b', value_wo: 'new', value_wo_version: '1' }, renamed);

  expect(shared.emulator.inspect.secretValue(String(state.id))).toBe('new');
});
