import { beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../../../../emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { path } from '../../../../framework/values/path';
import { UNKNOWN } from '../../../../framework/values/value';
import { connectHost, make, makeBucket } from '../support/in-process';
import type { RemoteHost } from '../support/remote-provider';

const TYPE = 'coffer_revoke_access_key';
const emulator = useEmulator();
let project: Project;
let host: RemoteHost;
let id: string;

beforeEach(async () => {
  project = emulator.newProject();
  host = await connectHost({ baseUrl: emulator.baseUrl, ...project });
  id = await make(host, 'coffer_access_key', { bucket_ids: [await makeBucket(host)], permissions: { read: true } });
});

const find = () => emulator.inspect.accessKeys().find((key) => key.id === id);

it.each([
  ['id', () => ({ id }), () => `"${id}"`],
  [
    'access_key_id',
    () => ({ access_key_id: find()?.accessKeyId ?? '' }),
    () => `"${find()?.accessKeyId}" (${JSON.stringify(id)})`,
  ],
])('revokes a key by %s, and says so', async (_by, config, name) => {
  const named = name();

  const { progress, diagnostics } = await host.invoke(TYPE, config());

  expect(diagnostics).toEqual([]);
  expect(progress).toEqual([`Access key ${named} is revoked.`]);
  expect(find()).toBeUndefined();
});

it('P38: finds a key by access_key_id that was made after the last list', async () => {
  await host.list('coffer_access_key', {});
  const [bucket] = emulator.inspect.buckets().filter(({ projectId }) => projectId === project.projectId);
  const response = await fetch(`${emulator.baseUrl}/s3/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      project_id: project.projectId,
      bucket_ids: [bucket?.id],
      permissions: { read: true, write: false, owner: false },
    }),
  });
  const leaked = (await response.json()) as { id: string; access_key_id: string };

  const { diagnostics } = await host.invoke(TYPE, { access_key_id: leaked.access_key_id });

  expect(diagnostics).toEqual([]);
  expect(emulator.inspect.accessKeys().map((key) => key.id)).not.toContain(leaked.id);
});

const SENT = ' A DELETE was sent all the same, in case the list lags behind.';
const CHECK = 'Check the value and the project of the token; a key of another project still works.';
const GONE = 'If the key may be gone already, set allow_missing = true.';

const missing = [
  ['id', { id: 'nowhere' }, 'the id "nowhere"', SENT],
  ['access_key_id', { access_key_id: 'GKnowhere' }, 'the access_key_id "GKnowhere"', ''],
] as const;

it.each([
  ['of two projects', [{ project_id: 'p' }, { project_id: 'q' }, { project_id: 'p' }], '', 'project "p", "q"'],
  ['of a project that only the provider knows', [{}], 'own', 'project "own"'],
  ['of no known project', [{}], '', "the token's project"],
  ['of which there is none, in the project of the provider', [], 'own', 'project "own"'],
  ['of which there is none', [], '', "the token's project"],
])(
  'P38: a key that is not there, among those %s, is an error that says where',
  async (_what, records, projectId, where) => {
    const body = records.map((record, at) => ({ id: `k${at}`, access_key_id: `GK${at}`, ...record }));
    emulator.faults.add({ operation: 'listAccessKeys', status: 200, body });
    const other = await connectHost({ baseUrl: emulator.baseUrl, token: project.token, projectId });

    const { diagnostics } = await other.invoke(TYPE, { access_key_id: 'GK' });

    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      `No access key has the access_key_id "GK" among the ${records.length} that the service lists for ${where}. ${CHECK} ${GONE}`,
    ]);
  },
);

it('P38: more than one key with the access_key_id is an error that names them', async () => {
  const body = ['k2', 'k1'].map((one) => ({ id: one, access_key_id: 'GK', project_id: project.projectId }));
  emulator.faults.add({ operation: 'listAccessKeys', status: 200, body });

  const { diagnostics } = await host.invoke(TYPE, { access_key_id: 'GK' });

  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      summary: 'More than one access key',
      detail: 'The service lists 2 keys with the access_key_id "GK": "k1", "k2". Set id to the intended one.',
      path: path('access_key_id'),
    },
  ]);
});

it.each(missing)(
  'P38: a key that is not there, by %s, is an error that says what was searched',
  async (name, config, what, sent) => {
    const { progress, diagnostics } = await host.invoke(TYPE, config);

    expect(progress).toEqual([]);
    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'No such access key', path: path(name) }]);
    expect(diagnostics[0]?.detail).toBe(
      `No access key has ${what} among the 1 that the service lists for project "${project.projectId}".${sent} ${CHECK} ${GONE}`,
    );
    expect(find()).toMatchObject({ id });
  },
);

it.each(missing)('P38: a key that does not exist, by %s, is a warning with allow_missing', async (name, config) => {
  const { diagnostics } = await host.invoke(TYPE, { ...config, allow_missing: true });

  expect(diagnostics).toMatchObject([{ severity: 'warning', summary: 'No such access key', path: path(name) }]);
});

it.each([false, true])(
  'P38: a key listed without access_key_id may be the one: an error (allow_missing: %s)',
  async (allow) => {
    emulator.faults.add({ operation: 'listAccessKeys', status: 200, body: [{ id, project_id: project.projectId }] });

    const { diagnostics } = await host.invoke(TYPE, { access_key_id: find()?.accessKeyId ?? '', allow_missing: allow });

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'No such access key' }]);
    expect(diagnostics[0]?.detail).toBe(
      `No access key has the access_key_id "${find()?.accessKeyId}" among the 1 that the service lists for project "${project.projectId}". ${CHECK} ` +
        `Without an access_key_id it lists "${id}": set id if one of these is the key.`,
    );
    expect(find()).toMatchObject({ id });
  },
);

it('P38: succeeds for a key that is gone after our DELETE', async () => {
  emulator.faults.add({ operation: 'deleteAccessKey', cut: 'after-commit', times: 1 });

  const { diagnostics } = await host.invoke(TYPE, { id });

  expect(diagnostics).toEqual([]);
});

describe.each([
  ['neither', {}, 'Missing id'],
  ['both', { id: 'a', access_key_id: 'b' }, 'Conflicting attributes'],
  ['an empty one', { id: '' }, 'Invalid value'],
])('P38: %s of its two arguments, which Terraform could not validate', (_which, config, summary) => {
  it('is refused at plan', async () => {
    const { diagnostics } = await host.invoke(TYPE, config);

    expect(diagnostics).toMatchObject([{ severity: 'error', summary }]);
  });

  it('is refused again when it runs, before any request', async () => {
    emulator.journal.clear();

    const { progress, diagnostics } = await host.invoke(TYPE, config, { id });

    expect([progress, diagnostics]).toMatchObject([[], [{ severity: 'error', summary }]]);
    expect(emulator.journal.count()).toBe(0);
  });
});

it('P38: does nothing while its configuration is unknown', async () => {
  const { diagnostics } = await host.invoke(TYPE, { id: UNKNOWN }, { id });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Configuration not known' }]);
  expect(find()).toMatchObject({ id });
});

it('completes with an error when the service refuses', async () => {
  emulator.faults.add({ operation: 'deleteAccessKey', status: 400 });

  const { diagnostics } = await host.invoke(TYPE, { id });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: `Cannot run action ${TYPE}` }]);
  expect(find()).toMatchObject({ id });
});
