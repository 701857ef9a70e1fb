import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Emulator, StartError } from '../../../../../emulator';
import { clientFor, planeOf, refusal, routeError, shareS3, startS3 } from '../support';

/** With `s3Buckets`, for the test suites of others. */
describe('E8: with --s3-buckets', () => {
  const open = shareS3('path', { s3Buckets: true });

  test('a client creates a bucket, uses it, and deletes it when it is empty', async () => {
    const { client, emulator } = await open();
    const Bucket = 'made.by-a-client-1';

    const made = await client.createBucket({ Bucket });
    await client.putObject({ Bucket, Key: 'k', Body: 'x' });
    const listed = await client.listBuckets({ Prefix: 'made.by' });
    const inRest = emulator.inspect.buckets().filter(({ alias }) => alias === Bucket);
    const full = await routeError(client.deleteBucket({ Bucket }));
    await client.deleteObject({ Bucket, Key: 'k' });
    const gone = await client.deleteBucket({ Bucket });

    expect(made).toMatchObject({ Location: `/${Bucket}`, BucketArn: `arn:aws:s3:::${Bucket}` });
    expect(listed.Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
    expect(inRest).toMatchObject([{ projectId: emulator.projectId, maxSize: 2n ** 63n - 1n }]);
    expect(full).toMatchObject({ code: 'BucketNotEmpty', status: 409 });
    expect(gone.$metadata.httpStatusCode).toBe(204);
    expect(await routeError(client.headBucket({ Bucket }))).toMatchObject({ status: 404 });
    expect(emulator.inspect.buckets().some(({ alias }) => alias === Bucket)).toBe(false);
    expect(emulator.journal.requests({ operation: 'CreateBucket' }).at(-1)?.objectId).toBe(inRest[0]?.id);
  });

  test('a taken name says whose it is', async () => {
    const { client, emulator, Bucket } = await open();
    const other = planeOf(emulator, emulator.newProject());
    const stranger = clientFor(emulator, await other.key([], { owner: true }));

    expect(await refusal(client.createBucket({ Bucket }))).toBe('409 BucketAlreadyOwnedByYou');
    expect(await refusal(stranger.createBucket({ Bucket }))).toBe('409 BucketAlreadyExists');
  });

  test('a key without the owner permission creates none', async () => {
    const { key, emulator } = await open();
    const client = clientFor(emulator, await key([], { read: true, write: true }));

    expect(await refusal(client.createBucket({ Bucket: 'not-for-this-key' }))).toBe('403 AccessDenied');
  });

  const NAMES = 'aa Upper-case .dot dot. two..dots 127.0.0.1 xn--name name-s3alias under_score'.split(' ');

  test.each([...NAMES, 'a'.repeat(64)])('the name %s is refused', async (name) => {
    const { ask } = await open();

    const response = await ask({ method: 'PUT', path: `/${name}` });

    expect([response.status, response.code]).toEqual([400, 'InvalidBucketName']);
  });

  test('versions: every object is its only one, page by page, and can be deleted as such', async () => {
    const { client, Bucket } = await open();
    for (const Key of ['a', 'b/1', 'b/2', 'c']) await client.putObject({ Bucket, Key, Body: 'x' });
    const list = (input: Partial<s3.ListObjectVersionsCommandInput>) => client.listObjectVersions({ Bucket, ...input });

    const first = await list({ MaxKeys: 2, Delimiter: '/' });
    const second = await list({
      Delimiter: '/',
      KeyMarker: first.NextKeyMarker,
      VersionIdMarker: first.NextVersionIdMarker,
    });
    const Objects = (await list({})).Versions?.map(({ Key, VersionId }) => ({ Key, VersionId })) ?? [];
    const { Deleted } = await client.deleteObjects({ Bucket, Delete: { Objects } });

    expect(first.Versions).toMatchObject([{ Key: 'a', VersionId: 'null', IsLatest: true, Size: 1 }]);
    expect([first.CommonPrefixes, first.IsTruncated]).toEqual([[{ Prefix: 'b/' }], true]);
    expect(second.Versions?.map(({ Key }) => Key)).toEqual(['c']);
    expect([second.CommonPrefixes, second.IsTruncated]).toEqual([undefined, false]);
    expect([Objects.length, Deleted?.length, (await list({})).Versions]).toEqual([4, 4, undefined]);
  });
});

test('a region of the endpoint is the only one for a new bucket', async () => {
  const { client } = await startS3('path', { s3Buckets: true, s3Region: 'us-east-1' });
  const create = (LocationConstraint?: s3.BucketLocationConstraint) =>
    client.createBucket({ Bucket: 'somewhere', CreateBucketConfiguration: { LocationConstraint } });

  expect(await refusal(create('eu-west-1'))).toBe('400 InvalidLocationConstraint');
  expect((await create()).$metadata.httpStatusCode).toBe(200);
});

test('E8: the switch is refused with a data folder', async () => {
  const started = Emulator.start({ s3Buckets: true, dataDir: '/nowhere/at/all' });

  await expect(started).rejects.toThrow(StartError);
  await expect(started).rejects.toThrow(/--s3-buckets.*only in memory/);
});
