import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { startEmulator, temporaryFolder } from '../support';

/** A client that knows what is printed, and nothing else. */
function clientOf({ awsEnvironment = {} }: Emulator): S3 {
  const client = new S3({
    endpoint: awsEnvironment.AWS_ENDPOINT_URL_S3 ?? '',
    region: awsEnvironment.AWS_REGION ?? '',
    forcePathStyle: true,
    credentials: {
      accessKeyId: awsEnvironment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: awsEnvironment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  onTestFinished(() => client.destroy());
  return client;
}

test('buckets to start with are open to the key of the environment, also after a reset', async () => {
  const emulator = await startEmulator({ buckets: ['uploads', 'dashboard'], s3Region: 'eu-west-1' });
  const s3 = clientOf(emulator);
  const list = async () => (await s3.listBuckets({})).Buckets?.map(({ Name }) => Name).sort();
  await s3.putObject({ Bucket: 'uploads', Key: 'a', Body: 'b' });
  const before = await list();

  emulator.reset();

  expect(before).toEqual(['dashboard', 'uploads']);
  expect(await list()).toEqual(before);
  expect(emulator.inspect.objects(emulator.inspect.buckets()[0]?.id ?? '')).toEqual([]);
  expect(emulator.awsEnvironment?.AWS_REGION).toBe('eu-west-1');
  expect(emulator.inspect.accessKeys()).toHaveLength(1);
});

test('a data folder keeps objects and key; a bucket more is made, and the key opens it', async () => {
  const dataDir = temporaryFolder();
  const first = await Emulator.start({ dataDir, buckets: ['uploads'] });
  await clientOf(first).putObject({ Bucket: 'uploads', Key: 'a', Body: 'b' });
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = first.awsEnvironment ?? {};
  await first.stop();

  const second = await startEmulator({ dataDir, buckets: ['uploads', 'exports'] });
  const s3 = clientOf(second);
  await s3.putObject({ Bucket: 'exports', Key: 'c', Body: 'd' });
  const { Body } = await s3.getObject({ Bucket: 'uploads', Key: 'a' });

  expect(await Body?.transformToString()).toBe('b');
  expect(second.awsEnvironment).toMatchObject({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  expect(second.inspect.accessKeys()).toHaveLength(1);
});

/** A seed file with these buckets. */
function seedOf(...buckets: readonly object[]): string {
  const seedFile = join(temporaryFolder(), 'seed.json');
  const all = buckets.map((bucket) => ({ max_size: 1_000, ...bucket }));
  writeFileSync(seedFile, JSON.stringify({ projects: ['project-1', 'other'], buckets: all }));
  return seedFile;
}

test('a bucket of that alias in another project is told: the key would not open it', async () => {
  const seedFile = seedOf({ project_id: 'other', alias: 'uploads' }, { alias: 'exports' });
  const dataDir = temporaryFolder();
  await (await Emulator.start({ dataDir, seedFile })).stop();
  const says =
    'Bucket "uploads" is in the project other, and the key that opens buckets of --bucket is in project-1: ' +
    'give another name, or other as the first project (--project).';

  const starts = [{ seedFile }, { dataDir }, { seedFile: seedOf({ project_id: 'other', alias: 'uploads' }), dataDir }];
  for (const options of starts) {
    const error = await Emulator.start({ buckets: ['exports', 'uploads'], ...options }).catch((thrown) => thrown);
    expect([error.name, error.message]).toEqual(['StartError', says]);
  }
  const emulator = await startEmulator({ seedFile, buckets: ['exports'] });
  await clientOf(emulator).putObject({ Bucket: 'exports', Key: 'a', Body: 'b' });
});

test('a bucket whose id is that name is another one', async () => {
  const seedFile = seedOf({ id: 'uploads', alias: 'another' });
  const emulator = await startEmulator({ seedFile, buckets: ['uploads'] });

  await clientOf(emulator).putObject({ Bucket: 'uploads', Key: 'a', Body: 'b' });

  expect(emulator.inspect.objects('uploads')).toEqual([]);
});
