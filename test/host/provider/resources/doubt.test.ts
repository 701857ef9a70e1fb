import { afterEach, describe, expect, it } from 'vitest';
import { type Dialect, Emulator } from '../../../../emulator';
import { PrivateState } from '../../../../framework/plan/private-state';
import type { ObjectValue } from '../../../../framework/values/value';
import { isInDoubt } from '../../../../provider/resources/doubt';
import { known, updateKnown } from '../../../../provider/resources/missing-object';
import { Host, type Kept } from '../../../support/host';
import { summaries } from './support/bench';

/** An update whose response is lost, and a configuration that is set back to what state has (P48). */

const AGAIN = 'warning: Sent again after a failure';
const SECRET = { name: 'a', value: null };
const LOGIN = { server: 'ghcr.io', username: 'octo' };
const FINGERPRINT = { ...SECRET, change_detection: 'fingerprint' };

interface Row {
  readonly type: string;
  readonly operation: 'updateSecret' | 'updatePullSecret';
  readonly before: ObjectValue;
  readonly lost: ObjectValue;
  readonly dialect: Dialect;
}
const secret = { type: 'coffer_secret', operation: 'updateSecret', dialect: 'conventional' } as const;
const pull = { type: 'coffer_pull_secret', operation: 'updatePullSecret', dialect: 'extended' } as const;

const ROWS: readonly (readonly [string, Row])[] = [
  ['a plain value', { ...secret, before: { ...SECRET, value: 'old' }, lost: { ...SECRET, value: 'new' } }],
  [
    'a version',
    {
      ...secret,
      before: { ...SECRET, value_wo: 'old', value_wo_version: '1' },
      lost: { ...SECRET, value_wo: 'new', value_wo_version: '2' },
    },
  ],
  [
    'a fingerprint',
    { ...secret, before: { ...FINGERPRINT, value_wo: 'old' }, lost: { ...FINGERPRINT, value_wo: 'new' } },
  ],
  ['a password', { ...pull, before: { ...LOGIN, password: 'old' }, lost: { ...LOGIN, password: 'new' } }],
  [
    'the version of a password',
    {
      ...pull,
      before: { ...LOGIN, password_wo: 'old', password_wo_version: '1' },
      lost: { ...LOGIN, password_wo: 'new', password_wo_version: '2' },
    },
  ],
];

const emulators: Emulator[] = [];
afterEach(async () => {
  for (const emulator of emulators.splice(0)) await emulator.stop();
});

async function start({ dialect }: Row) {
  const emulator = await Emulator.start({ dialect });
  emulators.push(emulator);
  const host = await Host.start(emulator, { settings: { pull_secret_api: 'full' } });
  return { emulator, host, puts: (row: Row) => emulator.journal.count({ operation: row.operation }) };
}

it('P48: an update is in doubt from its beginning on, because a call may get its response before its handler ends', async () => {
  const privateState = new PrivateState();
  const request = { privateState } as Parameters<typeof updateKnown>[0];
  const update = (put: () => Promise<void>) =>
    updateKnown(request, known('secret', { id: 's', project_id: null }), put);
  const sent = Promise.withResolvers<void>();

  const updating = update(() => sent.promise);

  expect(isInDoubt(privateState)).toBe(true);
  sent.resolve();
  await updating;
  expect(isInDoubt(privateState)).toBe(false);
});

describe.each(ROWS)('after a lost update of %s', (_name, row) => {
  it.each([
    ['lost each time', [{ cut: 'after-commit' }]],
    ['lost, and its retry refused', [{ cut: 'after-commit', times: 1 }, { status: 403 }]],
  ] as const)('P48: the old configuration is sent, and then is no change (%s)', async (_how, faults) => {
    const { emulator, host, puts } = await start(row);
    const first = await host.apply(row.type, row.before);
    const broken = faults.map((fault) => emulator.faults.add({ operation: row.operation, ...fault }));
    const failed = await host.apply(row.type, row.lost, first.kept);
    for (const one of broken) one.remove();
    expect(failed.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    const { kept } = await host.refresh(row.type, failed.kept as Kept);
    const sent = puts(row);

    const after = await host.apply(row.type, row.before, kept);

    const id = JSON.stringify(first.kept?.state.id);
    expect([after.action, ...summaries(after.diagnostics)]).toEqual(['update', `${AGAIN}: ${id}`]);
    expect(puts(row)).toBe(sent + 1);
    expect(contentOf(emulator, row, after.kept)).toEqual(expect.stringMatching(/^(?:old|b2xk)$/));
    const { value_revision: before, ...others } = first.kept?.state ?? {};
    const { value_revision: revision, ...now } = after.kept?.state ?? {};
    expect(now).toEqual(others);
    expect(revision ?? null).toEqual(typeof before === 'bigint' ? before + 1n : null);
    expect(await host.plan(row.type, row.before, after.kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it('P48: one that certainly had no effect leaves no doubt', async () => {
    const { emulator, host } = await start(row);
    const first = await host.apply(row.type, row.before);
    const broken = emulator.faults.add({ operation: row.operation, status: 403 });
    const { kept } = await host.apply(row.type, row.lost, first.kept);
    broken.remove();

    expect(await host.plan(row.type, row.before, kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
  });
});

/** What the service has. */
function contentOf(emulator: Emulator, { type }: Row, kept: Kept | null): string {
  const id = String(kept?.state.id);
  return type === 'coffer_secret' ? emulator.inspect.secretValue(id) : emulator.inspect.pullSecretPassword(id);
}
