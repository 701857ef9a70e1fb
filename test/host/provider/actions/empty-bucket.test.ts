import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, expect, it } from 'vitest';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { path } from '../../../../framework/values/path';
import { clientFor, planeOf, type TestBucket } from '../../emulator/s3/support';
import { connectHost } from '../support/in-process';
import type { RemoteHost } from '../support/remote-provider';

const TYPE = 'coffer_empty_bucket';
const emulator = useEmulator();
let host: RemoteHost;
let bucket: TestBucket;

beforeEach(async () => {
  host = await connectHost(emulator);
  bucket = await planeOf(emulator).bucket();
});

async function fill(): Promise<void> {
  const s3 = clientFor(emulator, await planeOf(emulator).key([bucket], { write: true }));
  for (const Key of ['a', 'b/c']) await s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key, Body: 'x' }));
  await s3.send(new CreateMultipartUploadCommand({ Bucket: bucket.alias, Key: 'half' }));
}

it('deletes all objects of the bucket, says how many, and leaves the bucket and no key of its own', async () => {
  await fill();

  const { progress, diagnostics } = await host.invoke(TYPE, { bucket_id: bucket.id });

  expect(diagnostics).toEqual([]);
  expect(progress).toEqual([`Bucket "${bucket.id}" is empty: 2 objects deleted, 1 unfinished upload aborted.`]);
  expect(emulator.inspect.objects(bucket.id)).toEqual([]);
  expect(emulator.inspect.buckets()).toHaveLength(1);
  expect(emulator.inspect.accessKeys()).toHaveLength(1);
});

it('P38: succeeds for an empty bucket, and says so', async () => {
  const { progress, diagnostics } = await host.invoke(TYPE, { bucket_id: bucket.id });

  expect(diagnostics).toEqual([]);
  expect(progress).toEqual([`Bucket "${bucket.id}" was empty already: nothing was deleted.`]);
});

it('P38: waits for an alias that no list shows yet', async () => {
  emulator.faults.add({ operation: 'listBuckets', status: 200, body: [{ id: bucket.id }], times: 3 });

  const { progress, diagnostics } = await host.invoke(TYPE, { bucket_id: bucket.id });

  expect(diagnostics).toEqual([]);
  expect(progress).toEqual([`Bucket "${bucket.id}" was empty already: nothing was deleted.`]);
});

it('P38: refuses a bucket that is listed without its alias, which may hold something', async () => {
  emulator.faults.add({ operation: 'listBuckets', status: 200, body: [{ id: 'b', project_id: emulator.projectId }] });

  const { progress, diagnostics } = await host.invoke(TYPE, { bucket_id: 'b', timeouts: { invoke: '1s' } });

  expect(progress).toEqual([]);
  expect(diagnostics).toMatchObject([{ summary: 'Cannot reach the bucket', detail: expect.stringContaining('"b"') }]);
});

it('names a bucket that does not exist', async () => {
  const { diagnostics } = await host.invoke(TYPE, { bucket_id: 'nowhere' });

  expect(diagnostics).toMatchObject([{ summary: 'No such bucket', path: path('bucket_id') }]);
});

it('completes with an error, and without a key of its own, when S3 refuses', async () => {
  await fill();
  emulator.faults.add({ operation: 'DeleteObjects', status: 400 });

  const { diagnostics } = await host.invoke(TYPE, { bucket_id: bucket.id });

  expect(diagnostics).toHaveLength(1);
  expect(emulator.inspect.objects(bucket.id)).toHaveLength(2);
  expect(emulator.inspect.accessKeys()).toHaveLength(1);
});

it('says what it deleted of a bucket that S3 does not know any more, though it may be listed', async () => {
  await fill();
  const body = '<Error><Code>NoSuchBucket</Code><Message>No such bucket</Message></Error>';
  emulator.faults.add({ operation: 'ListObjectsV2', status: 404, body, skip: 2 });

  const { diagnostics } = await host.invoke(TYPE, { bucket_id: bucket.id });

  expect(diagnostics).toMatchObject([{ summary: 'Bucket not emptied' }]);
  expect(diagnostics[0]?.detail).toContain('2 objects deleted, 1 unfinished upload aborted');
});
