import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteBucketCorsCommand,
  DeleteObjectCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { copyFolder } from '../../../../emulator/storage/copy-folder';
import { openStorage } from '../../../../emulator/storage/storage';
import { openEmbeddedSide } from '../../../../emulator/wiring/move/embedded-side';
import { move, moveAll } from '../../../../emulator/wiring/move/move';
import type { Side } from '../../../../emulator/wiring/move/side';
import { startEmulator, temporaryFolder } from '../../support';

const NOTHING = () => undefined;

/** A service that can be stopped and started again, with a bucket, two keys and three objects, and its move to a new folder. */
async function prepare() {
  const [from, to] = [temporaryFolder(), join(temporaryFolder(), 'to')];
  const start = async (dataDir = from) => {
    const emulator = await startEmulator({ dataDir, tokens: ['token'] });
    const rest = async (method: string, path: string, body?: object) => {
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${emulator.baseUrl}${path}`, { method, headers, ...sent });
      expect({ path, ok: response.ok }).toEqual({ path, ok: true });
      return (method === 'DELETE' ? undefined : await response.json()) as unknown;
    };
    return { emulator, rest };
  };
  const first = await start();
  const project_id = first.emulator.projectId;
  const newBucket = async ({ rest }: typeof first): Promise<{ id: string; alias: string }> => {
    await rest('POST', '/s3/buckets', { project_id, max_size: 1_000_000 });
    return ((await rest('GET', '/s3/buckets')) as { id: string; alias: string }[]).at(-1) as never;
  };
  const newKey = ({ rest }: typeof first, id: string): Promise<Key> => {
    const permissions = { read: true, write: true, owner: true };
    return rest('POST', '/s3/keys', { project_id, bucket_ids: [id], permissions }) as never;
  };
  /** Both folders are on the embedded plane: it needs no cluster. `during` runs after the objects, before the keys. */
  const move = async (during: (source: Side) => Promise<void> = async () => undefined) => {
    const source = openStorage(from);
    if (!existsSync(to)) copyFolder(source, from, to);
    const sides = [await openEmbeddedSide(source, NOTHING), await openEmbeddedSide(openStorage(to), NOTHING)] as const;
    const makeKey: Side['makeKey'] = (...args) => during(sides[0]).then(() => sides[1].makeKey(...args));
    const problems = await moveAll([sides[0], { ...sides[1], makeKey }], to, NOTHING);
    for (const side of sides) await side.close();
    return problems;
  };
  return { from, to, start, first, project_id, newBucket, newKey, move };
}

interface Key {
  readonly id: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}

function clientOf(endpoint: string, key: Key): S3Client {
  const credentials = { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  onTestFinished(() => client.destroy());
  return client;
}

test('a repeated move brings the new folder to what the service is by then', async () => {
  const { to, start, first, project_id, newBucket, newKey, move } = await prepare();
  const [kept, gone] = [await newBucket(first), await newBucket(first)];
  const [key, revoked] = [await newKey(first, kept.id), await newKey(first, gone.id)];
  const s3 = clientOf(first.emulator.s3Endpoint, key);
  const other = clientOf(first.emulator.s3Endpoint, revoked);
  const Bucket = kept.alias;
  for (const Key of ['kept', 'gone', 'said']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  await other.send(new PutObjectCommand({ Bucket: gone.alias, Key: 'x', Body: 'x' }));
  const CORSRules = [{ AllowedMethods: ['GET'], AllowedOrigins: ['https://app.example'] }];
  await s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
  const secret = (name: string, value: string) => ({ project_id, name, value: Buffer.from(value).toString('base64') });
  const { id } = (await first.rest('POST', '/secrets', secret('db', 'OLD'))) as { id: string };
  await first.emulator.stop();
  expect(await move()).toEqual([]);

  const again = await start();
  const [s3Again, otherAgain] = [key, revoked].map((each) => clientOf(again.emulator.s3Endpoint, each));
  await s3Again?.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
  await s3Again?.send(new PutObjectCommand({ Bucket, Key: 'said', Body: 'said', Metadata: { note: 'new' } }));
  await s3Again?.send(new DeleteBucketCorsCommand({ Bucket }));
  await otherAgain?.send(new DeleteObjectCommand({ Bucket: gone.alias, Key: 'x' }));
  await again.rest('DELETE', `/s3/keys/${revoked.id}`);
  await again.rest('DELETE', `/s3/buckets/${gone.id}`);
  await again.rest('DELETE', `/secrets/${id}`);
  await again.rest('POST', '/secrets', secret('second', 'NEW'));
  const added = await newBucket(again);
  await again.emulator.stop();
  expect(await move()).toEqual([]);

  const moved = await start(to);
  const there = clientOf(moved.emulator.s3Endpoint, key);
  expect((await there.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key)).toEqual([
    'kept',
    'said',
  ]);
  expect(await there.send(new GetObjectCommand({ Bucket, Key: 'said' }))).toMatchObject({ Metadata: { note: 'new' } });
  await expect(there.send(new GetBucketCorsCommand({ Bucket }))).rejects.toMatchObject({
    name: 'NoSuchCORSConfiguration',
  });
  expect(await moved.rest('GET', '/secrets')).toMatchObject([{ name: 'second' }]);
  expect(await moved.rest('GET', '/s3/buckets')).toMatchObject([{ id: kept.id }, { id: added.id }]);
  expect(await moved.rest('GET', '/s3/keys')).toMatchObject([{ id: key.id }]);
  expect(readdirSync(to)).not.toContain('coffer.db.next');
});

test('objects that a client writes or deletes while the move runs are named', async () => {
  const { start, first, newBucket, newKey, move } = await prepare();
  const { id, alias: Bucket } = await newBucket(first);
  const s3 = clientOf(first.emulator.s3Endpoint, await newKey(first, id));
  for (const Key of ['changed', 'gone', 'kept']) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  await first.emulator.stop();

  const problems = await move(async ({ endpoint }) => {
    for (const key of ['changed', 'new'])
      await endpoint.put(Bucket, key, { 'content-length': '1' }, Readable.from([Buffer.from('y')]));
    await endpoint.delete(Bucket, 'gone');
  });

  expect(problems).toEqual([
    `${Bucket}/changed: it was written while the move ran.`,
    `${Bucket}/new: it was written while the move ran.`,
    `${Bucket}/gone: it was deleted while the move ran.`,
  ]);
  expect(await move()).toEqual([]);
  await (await start()).emulator.stop();
});

test('a move that has not ended goes on from its own folder only', async () => {
  const [first, second] = [await prepare(), await prepare()];
  await first.first.emulator.stop();
  await second.first.emulator.stop();
  const nowhere = 'http://127.0.0.1:1';
  const cluster = { adminUrls: [nowhere], adminToken: 'token', s3Url: nowhere, region: 'garage' };
  const shared = { to: first.to, cluster, encryptionKey: undefined };
  const moveFrom = (from: string) => move({ ...shared, from }, NOTHING, NOTHING);

  await expect(moveFrom(first.from)).rejects.toThrow('127.0.0.1:1');

  await expect(moveFrom(second.from)).rejects.toThrow(`was begun from another folder than ${second.from}`);
  await expect(moveFrom(first.from)).rejects.toThrow('127.0.0.1:1');
});
