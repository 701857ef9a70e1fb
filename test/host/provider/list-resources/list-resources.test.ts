import { beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../../../../emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { Host } from '../../../support/host';
import { connectHost, make, makeBucket } from '../support/in-process';
import type { RemoteHost } from '../support/remote-provider';

const emulator = useEmulator({ dialect: 'extended' });
let project: Project;
let host: RemoteHost;

beforeEach(async () => {
  project = emulator.newProject();
  host = await connectHost({ baseUrl: emulator.baseUrl, ...project }, { settings: { pull_secret_api: 'full' } });
});

const READ = { permissions: { read: true } };

/** Type, how to create an object of it, and the display name of that object. */
const kinds: readonly (readonly [string, () => Promise<string>, (id: string) => string])[] = [
  ['coffer_secret', () => make(host, 'coffer_secret', { name: 'db', value_wo: 'v' }), () => 'db'],
  [
    'coffer_pull_secret',
    () => make(host, 'coffer_pull_secret', { server: 'ghcr.io', username: 'octo', password_wo: 'p' }),
    () => 'ghcr.io octo',
  ],
  [
    'coffer_bucket',
    () => makeBucket(host),
    (id) => emulator.inspect.buckets().find((bucket) => bucket.id === id)?.alias ?? '',
  ],
  [
    'coffer_access_key',
    async () => make(host, 'coffer_access_key', { bucket_ids: [await makeBucket(host)], ...READ }),
    (id) => emulator.inspect.accessKeys().find((key) => key.id === id)?.accessKeyId ?? '',
  ],
];

describe.each(kinds)('%s', (typeName, makeOne, displayName) => {
  it('is found with its identity and a name, and without the object unless that is requested', async () => {
    const id = await makeOne();

    const { found, diagnostics } = await host.list(typeName, {});

    expect(diagnostics).toEqual([]);
    expect(found).toEqual([{ identity: { id }, displayName: displayName(id), state: null }]);
  });

  it('is found with the state and identity of an import', async () => {
    const id = await makeOne();

    const { found } = await host.list(typeName, {}, { includeResource: true });
    const imported = await host.import(typeName, id);

    expect(found).toMatchObject([{ identity: { id }, state: imported.kept?.state }]);
    expect(found[0]?.state).toMatchObject({ id });
  });
});

describe('the result', () => {
  beforeEach(async () => {
    for (const name of ['c', 'a', 'b-1', 'b-2']) await make(host, 'coffer_secret', { name, value_wo: 'v' });
  });

  const names = async (...args: Parameters<RemoteHost['list']>) =>
    (await host.list(...args)).found.map(({ displayName }) => displayName);

  it('is filtered by name and by project', async () => {
    expect(await names('coffer_secret', { name_regex: '^b-' })).toEqual(['b-1', 'b-2']);
    expect(await names('coffer_bucket', { project_id: 'another' })).toEqual([]);
  });

  it('ends at the limit, without reads of objects beyond it', async () => {
    emulator.journal.clear();

    expect(await names('coffer_secret', {}, { limit: 2, includeResource: true })).toEqual(['a', 'b-1']);

    expect(emulator.journal.count({ operation: 'listSecrets' })).toBe(1);
  });
});

it('P27: pull secrets that cannot be listed are an error with advice', async () => {
  const createOnly = await connectHost({ baseUrl: emulator.baseUrl, ...project });

  const { diagnostics } = await createOnly.list('coffer_pull_secret', {});

  expect(diagnostics).toMatchObject([
    { summary: 'Pull secrets cannot be listed', detail: expect.stringContaining('pull_secret_api = "full"') },
  ]);
});

it('P28: ephemeral access keys of this provider are not listed', async () => {
  const local = await Host.start({ baseUrl: emulator.baseUrl, ...project });
  await local.open('coffer_access_key', { bucket_ids: [await makeBucket(host)], ...READ });

  expect((await local.list('coffer_access_key', {})).found).toEqual([]);
  expect((await host.list('coffer_access_key', {})).found).toHaveLength(1);
});
