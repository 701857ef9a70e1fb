import { S3 } from '@aws-sdk/client-s3';
import type { Emulator, EmulatorOptions } from '../../../../emulator';
import { inRoot } from '../../../../scripts/support/paths';

/** The fixture of a version of the tables: a data folder, and a snapshot. */
export const archiveOf = (version: number): string => inRoot(`test/fixtures/emulator/version-${version}.tar.gz`);

/** Options of the emulator that wrote a fixture. Its key is no file: a fixture holds no secret. */
export const OPTIONS: EmulatorOptions = {
  encryptionKey: Buffer.alloc(32, 'fixture').toString('base64'),
  seed: 'release',
  tokens: ['fixture'],
};

/** Bytes that compress well and are no text. */
const bytesOf = (size: number, what: number) => Buffer.alloc(size, Uint8Array.of(0, what, 255, 13, 10));

const OBJECTS = { small: bytesOf(1_000, 1), large: bytesOf(20_000, 2), parts: bytesOf(30_000, 3) };
const EXPECTED: Readonly<Record<string, Buffer>> = { ...OBJECTS, copy: OBJECTS.large };
const PENDING = bytesOf(17_000, 4);

/** Puts one of everything into an emulator that has nothing. */
export async function plant(emulator: Emulator): Promise<void> {
  const { projectId: project_id } = emulator;
  await post(emulator, '/secrets', { project_id, name: 'note', value: Buffer.from('fixture').toString('base64') });
  const pull = { server: 'registry.test', username: 'fixture', password: 'fixture' };
  await post(emulator, '/secrets/pull', { project_id, ...pull });
  await post(emulator, '/s3/buckets', { project_id, max_size: 10 ** 9, description: 'text' });
  const bucket_ids = emulator.inspect.buckets().map(({ id }) => id);
  await post(emulator, '/s3/keys', { project_id, bucket_ids, permissions: { read: true, write: true, owner: true } });
  await withBucket(emulator, async (s3, Bucket) => {
    const rule = { AllowedMethods: ['GET'], AllowedOrigins: ['https://page.test'] };
    await s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: [rule] } });
    await s3.putObject({ Bucket, Key: 'small', Body: OBJECTS.small, Metadata: { a: 'b' } });
    await s3.putObject({ Bucket, Key: 'large', Body: OBJECTS.large });
    await s3.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/large` });
    const { UploadId, ETag } = await putPart(s3, { Bucket, Key: 'parts', Body: OBJECTS.parts });
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await s3.completeMultipartUpload({ Bucket, Key: 'parts', UploadId, MultipartUpload });
    await putPart(s3, { Bucket, Key: 'pending', Body: PENDING });
  });
}

/** What was planted, as it is found: over S3, and past the interface. */
export async function harvest(emulator: Emulator): Promise<unknown> {
  const { inspect } = emulator;
  return withBucket(emulator, async (s3, Bucket) => {
    const isWhole = async (Key: string) => {
      const { Body } = await s3.getObject({ Bucket, Key });
      return EXPECTED[Key]?.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0));
    };
    const found = inspect.buckets().flatMap(({ id }) => inspect.objects(id));
    const { Uploads = [] } = await s3.listMultipartUploads({ Bucket });
    const pending = Uploads.map(async ({ Key, UploadId }) => {
      const { Parts } = await s3.listParts({ Bucket, Key, UploadId });
      return [Key, Parts?.map(({ Size }) => Size)];
    });
    return {
      secrets: inspect.secrets().map(({ id, name }) => [name, inspect.secretValue(id)]),
      pullSecrets: inspect.pullSecrets().map(({ id, server }) => [server, inspect.pullSecretPassword(id)]),
      buckets: inspect.buckets().map(({ maxSize, description }) => [maxSize, description]),
      objects: await Promise.all(found.map(async ({ key, metadata }) => [key, metadata, await isWhole(key)])),
      pending: await Promise.all(pending),
    };
  });
}

/** What {@link harvest} finds of what {@link plant} did. */
export const HARVEST = {
  secrets: [['note', 'fixture']],
  pullSecrets: [['registry.test', 'fixture']],
  buckets: [[10n ** 9n, 'text']],
  objects: [
    ['copy', {}, true],
    ['large', {}, true],
    ['parts', {}, true],
    ['small', { a: 'b' }, true],
  ],
  pending: [['pending', [PENDING.length]]],
};

async function post({ baseUrl }: Emulator, path: string, body: object): Promise<void> {
  const headers = { authorization: 'Bearer fixture', 'content-type': 'application/json' };
  const { status } = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (status !== 201) throw new Error(`POST ${path} returned ${status}.`);
}

async function putPart(s3: S3, { Body, ...at }: { Bucket: string; Key: string; Body: Buffer }) {
  const { UploadId } = await s3.createMultipartUpload(at);
  const { ETag } = await s3.uploadPart({ ...at, UploadId, PartNumber: 1, Body });
  return { UploadId, ETag };
}

/** With a client of the one key, and the name of the one bucket. */
async function withBucket<T>(emulator: Emulator, work: (s3: S3, bucket: string) => Promise<T>): Promise<T> {
  const { inspect, s3Endpoint: endpoint } = emulator;
  const [bucket, key] = [inspect.buckets()[0], inspect.accessKeys()[0]];
  if (!bucket || !key) throw new Error('There is no bucket, or no key.');
  const credentials = { accessKeyId: key.accessKeyId, secretAccessKey: inspect.secretAccessKey(key.id) };
  const s3 = new S3({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 });
  try {
    return await work(s3, bucket.alias);
  } finally {
    s3.destroy();
  }
}
