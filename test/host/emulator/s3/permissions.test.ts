import * as s3 from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { S3_OPERATIONS, type S3Operation } from '../../../../emulator/domain/s3-operation';
import { sampled } from '../../../support/dice';
import { postForm } from './post-form';
import { send } from './raw';
import { type Bits, clientFor, type Plane, planeOf, type TestBucket } from './support';

/** Which bit alone is enough, by the interface's words; `owner` always is. */
const INTERFACE: Readonly<Record<S3Operation, readonly (keyof Bits)[] | 'any' | 'none'>> = {
  AbortMultipartUpload: ['write', 'owner'],
  CompleteMultipartUpload: ['write', 'owner'],
  // Reads the source, writes the target.
  CopyObject: ['owner'],
  CreateBucket: 'none',
  CreateMultipartUpload: ['write', 'owner'],
  DeleteBucket: 'none',
  DeleteBucketCors: ['owner'],
  DeleteBucketLifecycle: ['owner'],
  DeleteObject: ['write', 'owner'],
  DeleteObjects: ['write', 'owner'],
  GetBucketAcl: ['read', 'owner'],
  GetBucketCors: ['owner'],
  GetBucketLifecycleConfiguration: ['owner'],
  GetBucketLocation: ['read', 'owner'],
  GetBucketVersioning: ['read', 'owner'],
  GetObject: ['read', 'owner'],
  GetObjectAttributes: ['read', 'owner'],
  HeadBucket: ['read', 'owner'],
  HeadObject: ['read', 'owner'],
  ListBuckets: 'any',
  ListMultipartUploads: ['read', 'owner'],
  ListObjects: ['read', 'owner'],
  ListObjectsV2: ['read', 'owner'],
  ListParts: ['read', 'owner'],
  PostObject: ['write', 'owner'],
  PutBucketCors: ['owner'],
  PutBucketLifecycleConfiguration: ['owner'],
  PutObject: ['write', 'owner'],
  UploadPart: ['write', 'owner'],
  UploadPartCopy: ['owner'],
};

/** The same with Garage's independent bits. */
const GARAGE: typeof INTERFACE = {
  ...(Object.fromEntries(
    Object.entries(INTERFACE).map(([name, bits]) => [
      name,
      Array.isArray(bits) && bits.length > 1 ? bits.filter((bit) => bit !== 'owner') : bits,
    ]),
  ) as typeof INTERFACE),
  CopyObject: [],
  UploadPartCopy: [],
  GetBucketLifecycleConfiguration: ['read'],
  PutBucketLifecycleConfiguration: ['write'],
  DeleteBucketLifecycle: ['write'],
};

const CORS = { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] };
const LIFECYCLE = { Rules: [{ Status: 'Enabled' as const, Filter: { Prefix: '' }, Expiration: { Days: 1 } }] };

interface Subject {
  readonly plane: Plane;
  readonly bucket: TestBucket;
  readonly admin: s3.S3;
}

/** One way to ask for each operation, on a bucket that holds what it needs. */
function ask(
  operation: Exclude<S3Operation, 'PostObject'>,
  Bucket: string,
  UploadId: string,
  ETag: string | undefined,
) {
  const Command: unknown = Reflect.get(s3, `${operation}Command`);
  return new (Command as new (input: object) => s3.ListBucketsCommand)({
    ...{ Bucket, Key: operation === 'CopyObject' ? 'copy' : 'k', CopySource: `${Bucket}/k` },
    ...{ UploadId, PartNumber: 1, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } },
    ...{ Body: 'x', Delete: { Objects: [{ Key: 'k' }] }, ObjectAttributes: ['ETag'] },
    ...{ CORSConfiguration: CORS, LifecycleConfiguration: LIFECYCLE },
  });
}

async function statusOf({ plane, bucket, admin }: Subject, operation: S3Operation, bits: Bits): Promise<number> {
  const Bucket = bucket.alias;
  await admin.putObject({ Bucket, Key: 'k', Body: 'hello' });
  await admin.putBucketCors({ Bucket, CORSConfiguration: CORS });
  await admin.putBucketLifecycleConfiguration({ Bucket, LifecycleConfiguration: LIFECYCLE });
  const { UploadId = '' } = await admin.createMultipartUpload({ Bucket, Key: 'k' });
  const { ETag } = await admin.uploadPart({ Bucket, Key: 'k', UploadId, PartNumber: 1, Body: 'x' });
  const key = await plane.key([bucket], bits);
  if (operation === 'PostObject') return (await postForm(plane.emulator, Bucket, key, { key: 'posted' }, 'x')).status;
  const client = clientFor(plane.emulator, key);
  try {
    const response = await client.send(ask(operation, Bucket, UploadId, ETag));
    return response.$metadata.httpStatusCode ?? 0;
  } catch (error) {
    return (error as s3.S3ServiceException).$metadata.httpStatusCode ?? 0;
  }
}

/** All combinations of the three bits. */
const COMBINATIONS: readonly (readonly (keyof Bits)[])[] = [
  [],
  ['read'],
  ['write'],
  ['owner'],
  ['read', 'write'],
  ['read', 'owner'],
  ['write', 'owner'],
  ['read', 'write', 'owner'],
];

function allowed(table: typeof INTERFACE, operation: S3Operation, bits: readonly (keyof Bits)[]): boolean {
  const needed = table[operation];
  if (needed === 'any') return true;
  if (needed === 'none') return false;
  // A copy needs both sides.
  if ((operation === 'CopyObject' || operation === 'UploadPartCopy') && bits.includes('read') && bits.includes('write'))
    return true;
  return needed.some((bit) => bits.includes(bit));
}

describe.each([
  ['full', INTERFACE],
  ['independent', GARAGE],
] as const)('owner permission: %s', (ownerPermission, table) => {
  let emulator: Emulator;
  let subject: Subject;
  const combinations = sampled(`permissions, ${ownerPermission}`, COMBINATIONS, 4);

  beforeAll(async () => {
    emulator = await Emulator.start({ knobs: { ownerPermission } });
    const plane = planeOf(emulator);
    const bucket = await plane.bucket();
    const all = await plane.key([bucket], { read: true, write: true, owner: true });
    subject = {
      plane,
      bucket,
      admin: new s3.S3({ endpoint: emulator.s3Endpoint, region: 'us-east-1', forcePathStyle: true, credentials: all }),
    };
  });
  afterAll(async () => {
    subject.admin.destroy();
    await emulator.stop();
  });

  test.each(S3_OPERATIONS)('%s', async (operation) => {
    const wrong: string[] = [];
    for (const bits of combinations) {
      const status = await statusOf(subject, operation, Object.fromEntries(bits.map((bit) => [bit, true])));
      const may = allowed(table, operation, bits);
      // Creating what one has is a conflict, whatever the bits.
      const right =
        operation === 'CreateBucket' ? status === 409 : may ? status >= 200 && status < 300 : status === 403;
      if (!right) wrong.push(`${bits.join('+') || 'none'}: ${status}`);
    }

    expect(wrong).toEqual([]);
  });
});

describe('whose bucket it is', () => {
  test('a key of another project sees no bucket, and one of the same project without the bucket may not use it', async () => {
    const emulator = await Emulator.start();
    const ours = planeOf(emulator);
    const theirs = planeOf(emulator, emulator.newProject());
    const bucket = await ours.bucket();
    const other = await ours.key([await ours.bucket()], { read: true, write: true, owner: true });
    const foreign = await theirs.key([await theirs.bucket()], { read: true, write: true, owner: true });
    const get = (credentials: typeof other) =>
      send(emulator.s3Endpoint, { method: 'GET', path: `/${bucket.alias}` }, credentials);
    const create = (credentials: typeof other) =>
      send(emulator.s3Endpoint, { method: 'PUT', path: `/${bucket.alias}` }, credentials);

    const responses = [await get(other), await get(foreign), await create(other), await create(foreign)];
    await emulator.stop();

    expect(responses.map(({ status, code }) => [status, code])).toEqual([
      [403, 'AccessDenied'],
      [404, 'NoSuchBucket'],
      [403, 'AccessDenied'],
      [403, 'AccessDenied'],
    ]);
  });

  test('a bucket whose alias has not settled is not there yet', async () => {
    const emulator = await Emulator.start({ settle: '1000ms' });
    emulator.clock.freeze();
    const plane = planeOf(emulator);
    const bucket = await plane.bucket();
    const key = await plane.key([bucket], { read: true });
    const get = () => send(emulator.s3Endpoint, { method: 'GET', path: `/${bucket.alias}` }, key);
    const list = () => send(emulator.s3Endpoint, { method: 'GET', path: '/' }, key);

    const early = [await get(), await list()];
    emulator.clock.advance(1000);
    const late = [await get(), await list()];
    await emulator.stop();

    expect(early.map(({ status }) => status)).toEqual([404, 200]);
    expect(early[1]?.text).not.toContain(bucket.alias);
    expect(late.map(({ status }) => status)).toEqual([200, 200]);
    expect(late[1]?.text).toContain(bucket.alias);
  });
});
