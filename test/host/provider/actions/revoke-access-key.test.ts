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

const missing = [
  ['id', { id: 'nowhere' }],
  ['access_key_id', { access_key_id: 'GKnowhere' }],
] as const;

it('P38: more than one key with the access_key_id is an error that names them', async () => {
  const body = ['k2', 'k1'].map((one) => ({ id: one, access_key_id: 'GK', project_id: project.projectId }));
  emulator.faults.add({ operation: 'listAccessKeys', status: 200, body });

  const { diagnostics } = await host.invoke(TYPE, { access_key_id: 'GK' });

  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      summary: 'More than one access key',
      detail: expect.stringContaining('"k1", "k2"'),
      path: path('access_key_id'),
    },
  ]);
});

it.each(missing)(
  'P38: a key that does not exist, by %s, is an error, or a warning with allow_missing',
  async (name, config) => {
    const { diagnostics } = await host.invoke(TYPE, config);
    const { diagnostics: allowed } = await host.invoke(TYPE, { ...config, allow_missing: true });

    const told = { summary: 'No such access key', path: path(name) };
    expect(diagnostics).toMatchObject([{ severity: 'error', ...told }]);
    expect(allowed).toMatchObject([{ severity: 'warning', ...told }]);
    expect(find()).toMatchObject({ id });
  },
);

it.each([false, true])(
  'P38: a key listed without access_key_id may be the one: an error (allow_missing: %s)',
  async (allow) => {
    emulator.faults.add({ operation: 'listAccessKeys', status: 200, body: [{ id, project_id: project.projectId }] });

    const { diagnostics } = await host.invoke(TYPE, { access_key_id: find()?.accessKeyId ?? '', allow_missing: allow });

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'No such access key' }]);
    expect(diagnostics[0]?.detail).toContain(`"${id}"`);
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
  ['an empty one', { id: '' }, 'Invalid value'],
])('P38: %s of its two arguments, which Terraform could not validate', (_which, config, summary) => {
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
