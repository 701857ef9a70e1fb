import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Emulator, type Project } from '../../../emulator';
import { connectHost, make, makeBucket } from '../../support/in-process';
import type { TerraformHost } from '../../support/terraform-host';

const TYPE = 'coffer_revoke_access_key';
let emulator: Emulator;
let project: Project;
let host: TerraformHost;
let id: string;

beforeAll(async () => {
  emulator = await Emulator.start();
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  emulator.faults.clear();
  project = emulator.newProject();
  host = await connectHost({ baseUrl: emulator.baseUrl, ...project });
  id = await make(host, 'coffer_access_key', { bucket_ids: [await makeBucket(host)], permissions: { read: true } });
});

const find = () => emulator.inspect.accessKeys().find((key) => key.id === id);

it.each([
  ['id', () => ({ id })],
  ['access_key_id', () => ({ access_key_id: find()?.accessKeyId ?? '' })],
])('revokes a key by %s, and says so', async (_by, config) => {
  const { progress, diagnostics } = await host.invoke(TYPE, config());

  expect(diagnostics).toEqual([]);
  expect(progress).toEqual([expect.stringMatching(/^Access key .* is revoked\.$/)]);
  expect(find()).toBeUndefined();
});

it('is a success for a key that is gone already', async () => {
  const { accessKeyId } = find() ?? {};
  await host.invoke(TYPE, { id });

  const byId = await host.invoke(TYPE, { id });
  const byName = await host.invoke(TYPE, { access_key_id: accessKeyId ?? '' });

  expect([byId.diagnostics, byName.diagnostics]).toEqual([[], []]);
  expect(byName.progress).toEqual([expect.stringContaining('nothing to revoke')]);
});

it.each([
  ['neither', {}],
  ['both', { id: 'a', access_key_id: 'b' }],
])('refuses %s of its two arguments', async (_which, config) => {
  const { diagnostics } = await host.invoke(TYPE, config);

  expect(diagnostics).toMatchObject([{ summary: 'Which key to revoke' }]);
});

it('completes with an error when the service refuses', async () => {
  emulator.faults.add({ operation: 'deleteAccessKey', status: 400 });

  const { diagnostics } = await host.invoke(TYPE, { id });

  expect(diagnostics).toMatchObject([{ severity: 1, summary: `Cannot run action ${TYPE}` }]);
  expect(find()).toBeDefined();
});
