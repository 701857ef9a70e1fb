import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { migrations } from '../../../../emulator/sqlite/migrations';
import { restoreSnapshot, takeSnapshot } from '../../../../emulator/sqlite/snapshot';
import { bodyOf, collect, contentOf, filesIn, PLAIN, startService } from '../domain/objects/support';
import { base64, clientOf, start, startEmulator, temporaryFolder } from '../support';

/** Everything stored, secret halves included. */
const contentsOf = ({ inspect }: Emulator) => ({
  projects: [...inspect.projects()].sort(),
  secrets: inspect.secrets().map((secret) => [secret, inspect.secretValue(secret.id)]),
  pullSecrets: inspect.pullSecrets().map((secret) => [secret, inspect.pullSecretPassword(secret.id)]),
  buckets: inspect.buckets(),
  accessKeys: inspect.accessKeys().map((key) => [key, inspect.secretAccessKey(key.id)]),
});

async function filled(options = {}) {
  const all = await start(options);
  const { send, project } = all;
  const value = base64('CANARY-value');
  await send('POST', '/secrets', { project_id: project, name: 'a', value });
  await send('POST', '/secrets/pull', { project_id: project, server: 's', username: 'CANARY-u', password: 'CANARY-p' });
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 2n ** 63n - 1n })).json;
  const permissions = { read: true, write: false, owner: false };
  await send('POST', '/s3/keys', { project_id: project, bucket_ids: [id], permissions });
  return all;
}

test('E10: restores everything as it was, and nothing else stays', async () => {
  const { emulator, send, project } = await filled();
  const issued = emulator.newProject();
  const before = contentsOf(emulator);

  const snapshot = emulator.snapshot();
  await send('POST', '/secrets', { project_id: project, name: 'later', value: base64('x') });
  for (const { id } of emulator.inspect.buckets()) await send('DELETE', `/s3/buckets/${id}`);
  const late = emulator.newProject();
  emulator.restore(snapshot);

  expect(contentsOf(emulator)).toEqual(before);
  expect((await send('GET', '/secrets')).json).toHaveLength(1);
  expect((await clientOf(emulator, issued.token)('GET', '/secrets')).status).toBe(200);
  expect((await clientOf(emulator, late.token)('GET', '/secrets')).status).toBe(401);
});

test('E10: a position is never given twice, also not in another emulator', async () => {
  const [one, two] = [await start({ seed: 42 }), await start({ seed: 42 })];
  const create = async ({ send, project }: typeof one, name: string) =>
    (await send('POST', '/secrets', { project_id: project, name, value: base64('x') })).json.id;
  await one.send('DELETE', `/secrets/${await create(one, 'a')}`);

  two.emulator.restore(one.emulator.snapshot());
  await create(two, 'b');

  expect(two.emulator.inspect.secrets()).toMatchObject([{ name: 'b', position: 2 }]);
});

test('E10: objects are restored with their bytes, uploads with their parts, and what came later is gone', async () => {
  const folder = temporaryFolder();
  const { service, objects, storage, newBucket } = startService(folder);
  const address = { bucketId: newBucket(), key: 'large/\0/ü' };
  const small = { ...address, key: 'small' };
  const [before, inline] = [randomBytes(600_000), randomBytes(2_000)];
  const put = await objects.put(address, PLAIN, bodyOf(before));
  await objects.copy(put, { ...address, key: 'copy' }, PLAIN);
  await objects.put(small, PLAIN, bodyOf(inline));
  const upload = objects.uploads.create(address, PLAIN, { checksum: undefined, accessKeyId: 'k' });
  const part = await objects.uploads.putPart(upload, 1, bodyOf(before));
  const usage = objects.usage(address.bucketId);
  const value = objects.read(put);

  const snapshot = takeSnapshot(storage);
  await objects.put(address, PLAIN, bodyOf(randomBytes(100_000)));
  await objects.put({ ...address, key: 'later' }, PLAIN, bodyOf(randomBytes(100_000)));
  objects.uploads.abort(upload);
  restoreSnapshot(storage, snapshot);
  service.clear();
  await storage.files.idle();

  expect(await contentOf(service, address)).toEqual({ object: put, bytes: before });
  expect((await contentOf(service, { ...address, key: 'copy' }))?.bytes).toEqual(before);
  expect((await contentOf(service, small))?.bytes).toEqual(inline);
  expect(objects.find({ ...address, key: 'later' })).toBeUndefined();
  expect(objects.usage(address.bucketId)).toEqual(usage);
  expect(objects.uploads.complete(upload, [part], { etag: 'e-1', checksum: undefined }).size).toBe(before.length);
  await expect(collect(value)).rejects.toThrow('everything stored was replaced');
  await storage.files.idle();
  // One for the copy of the put object, one for the completed upload.
  const sizes = filesIn(folder).map((file) => statSync(join(folder, 'objects', file)).size);
  expect(sizes).toEqual([before.length, before.length]);
});

test('a snapshot of more than 1 GiB of objects is refused before any of it is read', () => {
  const { storage } = startService();
  storage.database.connection.exec(`INSERT INTO blob (refs, size, file) VALUES (1, ${2 ** 30 + 1}, 'nowhere')`);

  expect(() => takeSnapshot(storage)).toThrow(
    'A snapshot holds 1073741824 bytes of objects at most; there are 1073741825.',
  );
  storage.database.connection.exec('UPDATE blob SET size = size - 1');
  expect(() => takeSnapshot(storage)).toThrow(/^(?!A snapshot holds)/);
});

test('E10: over HTTP, into a later start of the same data folder with another token', async () => {
  const dataDir = temporaryFolder();
  const { emulator: first, send } = await filled({ dataDir, tokens: ['one'] });
  const before = contentsOf(first);
  const response = await fetch(`${first.baseUrl}/_emulator/snapshot`);
  const snapshot = Buffer.from(await response.arrayBuffer());
  await send('POST', '/_emulator/reset');
  await first.stop();

  const second = await startEmulator({ dataDir, tokens: ['two'] });
  const restored = await clientOf(second, 'none')('PUT', '/_emulator/snapshot', snapshot);

  expect(restored.status).toBe(204);
  expect(contentsOf(second)).toEqual(before);
  expect((await clientOf(second, 'one')('GET', '/secrets')).status).toBe(401);
  expect((await clientOf(second, 'two')('GET', '/secrets')).json).toHaveLength(1);
});

test('holds neither a secret nor the key', async () => {
  const key = randomBytes(32);
  const { emulator } = await filled({ encryptionKey: key.toString('base64'), tokens: ['CANARY-token'] });
  const [accessKey] = emulator.inspect.accessKeys();
  const secretHalf = emulator.inspect.secretAccessKey(accessKey?.id ?? '');

  const snapshot = Buffer.from(emulator.snapshot());

  const blobs = [...snapshot.toString('latin1').matchAll(/"b":"([^"]*)"/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64'),
  );
  expect(blobs.length).toBeGreaterThan(3);
  for (const part of [snapshot, ...blobs]) {
    for (const secret of ['CANARY', base64('CANARY-value'), secretHalf, key, key.toString('base64')]) {
      expect(part.includes(secret)).toBe(false);
    }
  }
});

test('refuses what is no snapshot, was changed, or has another key, and changes nothing', async () => {
  const { emulator, send } = await filled();
  const { emulator: other } = await filled();
  const before = contentsOf(emulator);
  const changed = Buffer.from(emulator.snapshot());
  changed.writeUInt8(changed.readUInt8(changed.length - 3) ^ 1, changed.length - 3);

  const refused = (bytes: Uint8Array, code = 'conflict') =>
    expect(() => emulator.restore(bytes)).toThrow(expect.objectContaining({ code }));
  const head = 'coffer-emulator snapshot\n'.length + 32;
  const unlike = Buffer.from(emulator.snapshot());
  unlike.writeUInt8(unlike.readUInt8(head - 1) ^ 1, head - 1);
  refused(unlike);
  refused(changed);
  refused(other.snapshot());
  refused(emulator.snapshot().subarray(0, 60));
  refused(emulator.snapshot().subarray(0, head), 'invalid');
  expect(await send('PUT', '/_emulator/snapshot', Buffer.from('nonsense'))).toMatchObject({
    status: 400,
    json: { error: { code: 'invalid' } },
  });
  expect((await send('PUT', '/_emulator/snapshot')).status).toBe(400);
  expect((await send('PUT', '/_emulator/snapshot', changed)).status).toBe(409);
  expect(contentsOf(emulator)).toEqual(before);
});

test('E10: a snapshot of a newer version is refused, and changes nothing', async () => {
  const { storage } = startService();
  const newer = takeSnapshot(storage, migrations.length + 1);

  expect(() => restoreSnapshot(storage, newer)).toThrow(`has version ${migrations.length + 1}`);
});
