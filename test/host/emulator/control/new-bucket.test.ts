import { S3 } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import type { NewBucketOptions, S3Bucket } from '../../../../emulator';
import { clientOf, start, startEmulator } from '../support';

function clientFor({ clientOptions }: Pick<S3Bucket, 'clientOptions'>): S3 {
  const client = new S3(clientOptions);
  onTestFinished(() => client.destroy());
  return client;
}

async function roundTrip(bucket: Pick<S3Bucket, 'name' | 'clientOptions'>): Promise<string | undefined> {
  const s3 = clientFor(bucket);
  const at = { Bucket: bucket.name, Key: 'a' };
  await s3.putObject({ ...at, Body: 'b' });
  return (await s3.getObject(at)).Body?.transformToString();
}

test('E7: newBucket gives a bucket, and the options of a client that opens it', async () => {
  const emulator = await startEmulator({
    settle: '3polls',
    lag: { newHidden: 2, keyRefusals: 2 },
    s3Region: 'eu-west-1',
  });
  emulator.faults.add({ operation: 'createBucket', status: 503 });

  const [one, two] = [emulator.newBucket(), emulator.newBucket()];

  expect(emulator.journal.count()).toBe(0);
  expect(one.name).not.toBe(two.name);
  expect(await roundTrip(one)).toBe('b');
  const foreign = clientFor(two).headObject({ Bucket: one.name, Key: 'a' });
  await expect(foreign).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  expect(emulator.inspect.buckets()[0]).toMatchObject({ id: one.bucketId, alias: one.name, maxSize: 2n ** 30n });
  expect(one.environment).toEqual({
    AWS_ACCESS_KEY_ID: one.accessKeyId,
    AWS_SECRET_ACCESS_KEY: one.secretAccessKey,
    AWS_ENDPOINT_URL_S3: emulator.s3Endpoint,
    AWS_REGION: 'eu-west-1',
    S3_BUCKET: one.name,
  });
});

test('over HTTP it gives the same, without the options of a client in JavaScript', async () => {
  const { emulator, send } = await start();

  const { status, json } = await send('POST', '/_emulator/buckets', {
    maxSize: 2 ** 20,
    permissions: ['read', 'write'],
  });

  expect(status).toBe(200);
  const { endpoint, region, accessKeyId, secretAccessKey } = json;
  const credentials = { accessKeyId, secretAccessKey };
  expect(await roundTrip({ ...json, clientOptions: { endpoint, region, credentials, forcePathStyle: true } })).toBe(
    'b',
  );
  const fields = ['name', 'bucketId', 'endpoint', 'region', 'accessKeyId', 'secretAccessKey', 'environment'];
  expect(Object.keys(json)).toEqual(fields);
  expect(await clientOf(emulator, emulator.token)('GET', '/s3/buckets')).toMatchObject({
    json: [{ alias: json.name }],
  });
});

test.each<[object, string]>([
  [{ maxSize: 0 }, '"maxSize" must be from 1 to 9223372036854775807.'],
  [{ permissions: ['raed'] }, '"permissions.0" must be one of read, write, owner.'],
  [{ projectId: 'other' }, '"projectId" names no project.'],
  [{ maxsize: 1 }, 'The bucket has unknown fields: maxsize (did you mean maxSize?)'],
])('a new bucket with %j is refused, and nothing is made', async (options, says) => {
  const emulator = await startEmulator();

  expect(() => emulator.newBucket(options as NewBucketOptions)).toThrow(says);
  expect(emulator.inspect.buckets()).toEqual([]);
});
