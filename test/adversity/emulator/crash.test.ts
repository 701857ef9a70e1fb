import type { S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { filesIn } from '../../host/emulator/domain/objects/support';
import { clientFor, routeError } from '../../host/emulator/s3/support';
import { clientOf, type Send, temporaryFolder } from '../../host/emulator/support';
import { throwDice } from '../../support/dice';
import { startProcess } from '../../support/emulator-process';
import { contentOf, Ledger } from './crash/ledger';
import { ObjectWriter } from './crash/object-writer';
import { SecretWriter } from './crash/secret-writer';

const ROUNDS = 3;
const OBJECT_WRITERS = 3;
const SECRET_WRITERS = 2;
const QUOTA = 10 ** 12;

/** A service with one bucket and one key in a folder that outlives every kill. */
interface Place {
  readonly flags: readonly string[];
  readonly folder: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly bucketId: string;
  readonly bucket: string;
  readonly projectId: string;
}

test(`kill -9 under load, ${ROUNDS} times: what was acknowledged is there and whole, and nothing by halves`, {
  timeout: 60_000 + 20_000 * ROUNDS,
}, async () => {
  const dice = throwDice('kills');
  const place = await settleIn();
  const ledger = new Ledger();
  const secrets = Array.from({ length: SECRET_WRITERS }, (_, n) => new SecretWriter(place.projectId, `secret-${n}`));
  let acknowledged = 0;

  for (let round = 0; round < ROUNDS; round += 1) {
    const { emulator, ready } = await startProcess(place.flags);
    const [s3, send] = [clientFor(ready, place.credentials), clientOf(ready, ready.token)];
    await expectSecrets(send, secrets);
    await expectObjects(s3, place, ledger);
    await expectExactUse(s3, send, place);

    const writers = Array.from(
      { length: OBJECT_WRITERS },
      (_, index) => new ObjectWriter(s3, place.bucket, `w${index}`, ledger, dice),
    );
    const work = [...writers.map((writer) => writer.run()), ...secrets.map((writer) => writer.run(send, round))];
    // A moment of real time, so that it falls anywhere in whatever is under way.
    await new Promise((resolve) => setTimeout(resolve, 50 + dice.roll(700)));
    await emulator.kill('SIGKILL');
    await Promise.all(work);
    acknowledged += writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  }

  const { emulator, ready } = await startProcess(place.flags);
  const s3 = clientFor(ready, place.credentials);
  await expectSecrets(clientOf(ready, ready.token), secrets);
  await expectObjects(s3, place, ledger);
  await empty(s3, place.bucket);
  await emulator.kill('SIGTERM');
  expect(filesIn(place.folder)).toEqual([]);
  // The load was one, also on a machine that is busy.
  expect(acknowledged).toBeGreaterThan(ROUNDS);
  expect(secrets.reduce((sum, writer) => sum + writer.acknowledged, 0)).toBeGreaterThan(ROUNDS);
});

async function settleIn(): Promise<Place> {
  const folder = temporaryFolder();
  const flags = ['--data', folder];
  const { emulator, ready } = await startProcess(flags);
  const send = clientOf(ready, ready.token);
  const { projectId } = ready;
  const bucketId = (await send('POST', '/s3/buckets', { project_id: projectId, max_size: QUOTA })).json.id;
  const permissions = { read: true, write: true, owner: false };
  const key = (await send('POST', '/s3/keys', { project_id: projectId, bucket_ids: [bucketId], permissions })).json;
  const bucket = (await send('GET', '/s3/buckets')).json[0].alias;
  await emulator.kill('SIGKILL');
  const credentials = { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key };
  return { flags, folder, credentials, bucketId, bucket, projectId };
}

async function expectSecrets(send: Send, writers: readonly SecretWriter[]): Promise<void> {
  const found = (await send('GET', '/secrets')).json as { id: string; name: string }[];
  const listed = new Map(found.map(({ id, name }) => [id, name]));
  for (const { kept, gone } of writers) {
    expect([...kept].filter(([id, name]) => listed.get(id) !== name)).toEqual([]);
    expect([...gone].filter((id) => listed.has(id))).toEqual([]);
  }
}

/** Every key holds what it may hold, which then is what it holds; and there is no other key. */
async function expectObjects(s3: S3, { bucket: Bucket }: Place, ledger: Ledger): Promise<void> {
  const listed = await sizes(s3, Bucket);
  expect([...listed.keys()].filter((key) => !ledger.keys().includes(key))).toEqual([]);
  for (const key of ledger.keys()) {
    const bytes = listed.has(key) ? await get(s3, Bucket, key) : undefined;
    const content = bytes && contentOf(bytes);
    expect(bytes?.length, key).toBe(listed.get(key));
    expect(ledger.possible(key), key).toContain(content);
    ledger.acknowledged(key, content);
  }
}

/** The use that the quota is checked against is the sum of what is listed: one byte more is too much, or just fits. */
async function expectExactUse(s3: S3, send: Send, { bucket: Bucket, bucketId: id }: Place): Promise<void> {
  const used = [...(await sizes(s3, Bucket)).values()].reduce((sum, size) => sum + size, 0);
  const putOne = () => s3.putObject({ Bucket, Key: 'one-more', Body: '!' });
  if (used > 0) {
    await send('PUT', '/s3/buckets', { id, max_size: used });
    expect(await routeError(putOne())).toMatchObject({ status: 403, code: 'AccessDenied' });
  }
  await send('PUT', '/s3/buckets', { id, max_size: used + 1 });
  await putOne();
  await s3.deleteObject({ Bucket, Key: 'one-more' });
  await send('PUT', '/s3/buckets', { id, max_size: QUOTA });
}

async function sizes(s3: S3, Bucket: string): Promise<Map<string, number>> {
  const { Contents = [] } = await s3.listObjectsV2({ Bucket });
  return new Map(Contents.map(({ Key = '', Size = 0 }) => [Key, Size]));
}

async function get(s3: S3, Bucket: string, Key: string): Promise<Uint8Array> {
  const { Body } = await s3.getObject({ Bucket, Key });
  if (!Body) throw new Error('There is no body.');
  return Body.transformToByteArray();
}

async function empty(s3: S3, Bucket: string): Promise<void> {
  for (const Key of (await sizes(s3, Bucket)).keys()) await s3.deleteObject({ Bucket, Key });
  const { Uploads = [] } = await s3.listMultipartUploads({ Bucket });
  for (const { Key, UploadId } of Uploads) await s3.abortMultipartUpload({ Bucket, Key, UploadId });
}
