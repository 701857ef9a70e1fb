import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emulator } from '../../../../emulator';
import { UNKNOWN, type Value } from '../../../../framework/values/value';
import { Host, type Kept } from '../../../support/host';

const TYPE = 'coffer_pull_secret';
const BASE = { server: 'ghcr.io', username: 'octo', password_wo: 'p1', password_wo_version: '1' };
const PLAIN = { server: 'ghcr.io', username: 'octo', password: 'p1' };
let emulator: Emulator;
afterEach(() => emulator.stop());

const summaries = (diagnostics: readonly { severity: string; summary: string }[]) =>
  diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);

describe.each([
  ['create_only', 'conventional'],
  ['full', 'extended'],
] as const)('pull_secret_api = "%s"', (api, dialect) => {
  let host: Host;
  beforeEach(async () => {
    emulator = await Emulator.start({ dialect });
    host = await Host.start(emulator, { settings: { pull_secret_api: api } });
  });

  async function create(config: Record<string, string> = BASE) {
    const { kept, diagnostics } = await host.apply(TYPE, config);
    expect(diagnostics).toEqual([]);
    return kept as Kept;
  }
  /** Requests that change something. */
  const sent = () =>
    emulator.journal.count({ operation: 'createPullSecret' }) +
    emulator.journal.count({ operation: 'updatePullSecret' });

  it.each([
    ['another server', { server: 'quay.io' }],
    ['another user name', { username: 'cat' }],
    ['another version of the password', { password_wo: 'p2', password_wo_version: '2' }],
  ])('P27: %s is an update in place', async (_name, change) => {
    const first = await create();
    const config = { ...BASE, ...change };

    const { action, kept, planned } = await host.apply(TYPE, config, first);

    expect(action).toBe('update');
    expect(planned.superseded_ids).toEqual(api === 'full' ? [] : [first.state.id]);
    expect(kept?.state.superseded_ids).toEqual(planned.superseded_ids);
    expect(kept?.state.id === first.state.id).toBe(api === 'full');
    expect(emulator.inspect.pullSecretPassword(String(kept?.state.id))).toBe(config.password_wo);
    expect((await host.plan(TYPE, config, kept)).action).toBe('no-op');
  });

  it('P27: a second change also keeps the id of what the first one left', async () => {
    const first = await create();
    const change = async (version: string, kept: Kept | null) =>
      (await host.apply(TYPE, { ...BASE, password_wo: version, password_wo_version: version }, kept)).kept;

    const second = await change('2', first);
    const third = await change('3', second);

    expect(third?.state.superseded_ids).toEqual(api === 'full' ? [] : [first.state.id, second?.state.id]);
  });

  it.each([
    ['server', BASE],
    ['password_wo_version', BASE],
    ['password_wo', PLAIN, 'password'],
  ])('P27: an unknown %s plans unknown, because it may be unchanged', async (name, config, instead = name) => {
    const first = await create(config as Record<string, string>);

    const { planned } = await host.plan(TYPE, { ...config, [instead]: null, [name]: UNKNOWN }, first);

    expect(planned.superseded_ids).toEqual(api === 'full' ? [] : UNKNOWN);
    expect(planned.id).toEqual(api === 'full' ? first.state.id : UNKNOWN);
    expect((await host.plan(TYPE, config, first)).action).toBe('no-op');
  });

  it.each([
    ['password to password_wo', PLAIN, BASE],
    ['password to password_wo without a version', PLAIN, { ...BASE, password_wo_version: null }],
    ['username to username_wo', BASE, { ...BASE, username: null, username_wo: 'octo' }],
    ['an expiry date', BASE, { ...BASE, password_expires_at: '2100-01-01T00:00:00Z' }],
  ])('P15: sends nothing for %s, and replaces nothing', async (_name, before, after) => {
    const first = await create(before as Record<string, string>);

    const { action, kept } = await host.apply(TYPE, after as Record<string, string>, first);

    expect(action).toBe('update');
    expect(kept?.state.id).toBe(first.state.id);
    expect(sent()).toBe(1);
    expect((await host.plan(TYPE, after as Record<string, string>, kept)).action).toBe('no-op');
  });

  it.each([
    ['password to another password_wo', PLAIN, { ...BASE, password_wo: 'p2' }, 'p2'],
    ['password_wo to password, which state did not know', BASE, PLAIN, 'p1'],
    ['the pair to twins with another user name', PLAIN, { ...BASE, username: null, username_wo: 'cat' }, 'p1'],
  ])('P15: sends once for %s, and replaces nothing', async (_name, before, after, password) => {
    const first = await create(before as Record<string, string>);

    const { action, kept } = await host.apply(TYPE, after as Record<string, string>, first);

    expect([action, sent()]).toEqual(['update', 2]);
    expect(emulator.inspect.pullSecretPassword(String(kept?.state.id))).toBe(password);
    expect((await host.plan(TYPE, after as Record<string, string>, kept)).action).toBe('no-op');
  });

  it('P30: sends the server as written, even in another spelling with another password', async () => {
    const change = { server: 'https://ghcr.io', password_wo: 'p2', password_wo_version: '2' };

    const { kept } = await host.apply(TYPE, { ...BASE, ...change }, await create());

    expect(kept?.state.server).toBe('https://ghcr.io');
    expect(emulator.inspect.pullSecrets().find(({ id }) => id === kept?.state.id)?.server).toBe('https://ghcr.io');
  });

  it('P12: takes over values that cannot be read after an import, without a request', async () => {
    const first = await create();
    const { kept } = await host.import(TYPE, String(first.state.id));

    const taken = await host.apply(TYPE, BASE, kept);

    expect(taken.action).toBe('update');
    expect(taken.kept?.state).toMatchObject({
      id: first.state.id,
      server: 'ghcr.io',
      username: 'octo',
      superseded_ids: [],
    });
    expect(sent()).toBe(1);
    expect((await host.plan(TYPE, BASE, taken.kept)).action).toBe('no-op');
  });
});

describe('P27: destroying', () => {
  it('P27: with create_only names every pull secret that stays at the service', async () => {
    emulator = await Emulator.start();
    const host = await Host.start(emulator);
    const first = await host.apply(TYPE, BASE);
    const second = await host.apply(TYPE, { ...BASE, server: 'https://me:canary@quay.io' }, first.kept);

    const { kept, diagnostics } = await host.destroy(TYPE, second.kept as Kept);

    expect(kept).toBeNull();
    expect(summaries(diagnostics)).toEqual([
      `warning: Pull secret stays at the service: "${first.kept?.state.id}", "${second.kept?.state.id}"`,
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('canary');
    expect(diagnostics[0]?.detail).toContain('server "(hidden)" and user name "octo"');
  });

  it('P27: with full deletes it, and those that earlier changes left behind', async () => {
    emulator = await Emulator.start({ dialect: 'extended' });
    const early = await Host.start(emulator);
    const first = await early.apply(TYPE, BASE);
    const second = await early.apply(TYPE, { ...BASE, server: 'quay.io' }, first.kept);
    const host = await Host.start(emulator, { settings: { pull_secret_api: 'full' } });

    const { kept, diagnostics } = await host.destroy(TYPE, second.kept as Kept);

    expect({ kept, diagnostics }).toEqual({ kept: null, diagnostics: [] });
    expect(emulator.journal.count({ operation: 'deletePullSecret' })).toBe(2);
  });
});

describe('validation', () => {
  it('refuses a version without a write-only value', async () => {
    emulator = await Emulator.start();
    const host = await Host.start(emulator);

    const { diagnostics } = await host.plan(TYPE, { ...PLAIN, password_wo_version: '1' });

    expect(diagnostics).toMatchObject([{ severity: 'error', path: [{ attribute: 'password_wo_version' }] }]);
    expect(
      await host.plan(TYPE, { ...BASE, username: null, username_wo: 'a', password: 'p', password_wo: null }),
    ).toMatchObject({
      diagnostics: [],
    });
    expect((await host.plan(TYPE, { ...PLAIN, password_wo_version: UNKNOWN })).diagnostics).toEqual([]);
  });
});

describe('P30: a server', () => {
  beforeEach(async () => {
    emulator = await Emulator.start();
  });

  it.each([
    ['http://ü ü/', '"http://ü ü/"'],
    ['ghcr.io\n', '"ghcr.io\\n"'],
    ['ghcr.io/my team', '"ghcr.io/my team"'],
    ['oci://registry.example', '"oci://registry.example"'],
    ['https://me:canary@not a host', '"(hidden)"'],
  ])('P30: of %j is an error before anything is sent, whatever the settings', async (server, got) => {
    const host = await Host.start(emulator, { settings: { skip_registry_validation: true } });

    const { diagnostics } = await host.apply(TYPE, { ...BASE, server });

    expect(diagnostics).toMatchObject([
      { severity: 'error', summary: 'Invalid value', path: [{ attribute: 'server' }] },
    ]);
    expect(diagnostics[0]?.detail).toContain(`got ${got}.`);
    expect(emulator.journal.requests()).toEqual([]);
  });

  it.each([
    'https://index.docker.io/v1/',
    'HTTP://Registry.Example:5000/v2/',
    '[2001:db8::1]:5000',
    // Kubernetes takes patterns, and names of containers have underscores.
    '*.dkr.ecr.*.amazonaws.com',
    'my_registry:5000',
    'bücher.example',
  ])('P30: of %s is sent', async (server) => {
    const host = await Host.start(emulator, { settings: { skip_registry_validation: true } });

    expect(await host.apply(TYPE, { ...BASE, server })).toMatchObject({ diagnostics: [], kept: { state: { server } } });
  });
});

describe('P30: the rules of the registry', () => {
  const ECR = {
    server: '123456789012.dkr.ecr.eu-central-1.amazonaws.com',
    username: 'me',
    password_wo: 'canary',
    password_expires_at: '2100-01-01T00:00:00Z',
  };

  it('P30: are an error at the attribute, before anything is sent, if the registry documents them', async () => {
    emulator = await Emulator.start();
    const host = await Host.start(emulator);

    const { diagnostics } = await host.apply(TYPE, ECR);

    expect(diagnostics).toMatchObject([
      { severity: 'error', summary: 'Wrong for this registry', path: [{ attribute: 'username' }] },
    ]);
    expect(diagnostics[0]?.detail).toContain('skip_registry_validation');
    expect(emulator.journal.requests()).toEqual([]);
  });

  it('P30: are otherwise a warning, only when something is sent', async () => {
    emulator = await Emulator.start();
    const host = await Host.start(emulator);
    const config = { server: 'nvcr.io', username_wo: 'me', password_wo: 'p' };

    const { kept, diagnostics } = await host.apply(TYPE, config);

    expect(diagnostics).toMatchObject([
      { severity: 'warning', summary: 'Unusual for this registry', path: [{ attribute: 'username_wo' }] },
    ]);
    expect(await host.plan(TYPE, config, kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it.each(['password', 'password_wo'])('P30: a warning about a password stands at %s', async (name) => {
    emulator = await Emulator.start();
    const host = await Host.start(emulator);

    const { diagnostics } = await host.plan(TYPE, { server: 'ghcr.io', username: 'me', [name]: 'github_pat_canary' });

    expect(diagnostics).toMatchObject([{ severity: 'warning', path: [{ attribute: name }] }]);
  });
});

describe('an expiry date', () => {
  it.each([
    ['2026-01-01T12:00:00Z', 60 * 60_000 + 1, []],
    ['2026-01-01T12:00:00Z', 60 * 60_000, ['warning: Registry password about to expire']],
    ['2026-01-01T12:00:00+00:00', 1, ['warning: Registry password about to expire']],
    ['2026-01-01T12:00:00+00:00', 0, ['warning: Registry password expired']],
  ])('P17: of %s, read %i ms before, warns of %j', async (expiry, leftMs, expected) => {
    emulator = await Emulator.start();
    const host = await Host.start(emulator, {
      clock: { now: Date.parse('2026-01-01T12:00:00Z') - leftMs },
    });
    const { kept, diagnostics: planned } = await host.apply(TYPE, { ...BASE, password_expires_at: expiry });

    const { diagnostics } = await host.refresh(TYPE, kept as Kept);

    expect(planned).toEqual([]);
    expect(summaries(diagnostics)).toEqual(expected);
    for (const { path } of diagnostics) expect(path).toEqual([{ attribute: 'password_expires_at' }]);
  });
});

it('P27: with full a refresh does not put a write-only user name into state', async () => {
  emulator = await Emulator.start({ dialect: 'extended' });
  const host = await Host.start(emulator, { settings: { pull_secret_api: 'full' } });
  const { kept } = await host.apply(TYPE, { ...BASE, username: null, username_wo: 'canary' });

  const refreshed = await host.refresh(TYPE, kept as Kept);

  expect(emulator.inspect.pullSecrets()).toMatchObject([{ username: 'canary' }]);
  expect(refreshed.kept?.state).toMatchObject({ username: null, server: 'ghcr.io' });
  expect(JSON.stringify(refreshed.kept?.state)).not.toContain('canary');
});

it('P27: a password that turns out to be the same keeps superseded_ids, if the plan did not know pull_secret_api', async () => {
  emulator = await Emulator.start({ dialect: 'extended' });
  const under = (pull_secret_api: Value) => Host.start(emulator, { settings: { pull_secret_api } });
  const [creating, planning, full] = [await under('create_only'), await under(UNKNOWN), await under('full')];
  const { kept: first } = await creating.apply(TYPE, { ...PLAIN, password: 'p0' });
  const { kept } = await creating.apply(TYPE, PLAIN, first);
  const prior = kept?.state ?? null;
  const { planned, config, private: bytes } = await planning.plan(TYPE, { ...PLAIN, password: UNKNOWN }, kept);
  const { password } = PLAIN;
  const change = { planned: { ...planned, password }, config: { ...config, password }, private: bytes };

  const { state, diagnostics } = await full.server.applyResourceChange({ typeName: TYPE, prior, ...change });

  expect([state, diagnostics]).toEqual([prior, []]);
  expect(prior?.superseded_ids).toEqual([first?.state.id]);
});

it('never shows a user name that is a token', async () => {
  emulator = await Emulator.start();
  const host = await Host.start(emulator);
  emulator.faults.add({ operation: 'createPullSecret', cut: 'after-commit', times: 1 });

  const { diagnostics } = await host.apply(TYPE, { server: 'r.example', username_wo: 'canary', password_wo: 'canary' });

  expect(diagnostics).toMatchObject([{ severity: 'error' }]);
  expect(JSON.stringify(diagnostics)).not.toContain('canary');
});
