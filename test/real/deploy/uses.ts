import * as s3 from '@aws-sdk/client-s3';
import type { Emulator } from '../../../emulator';
import { clientFor, planeOf } from '../../host/emulator/s3/support';

/** The right that a permission grants. */
export type Right = 'read' | 'write' | 'owner';

/** An operation on a bucket that holds the object `k`, and the rights it needs. */
interface Use {
  readonly takes: readonly Right[];
  run(client: s3.S3Client, Bucket: string): Promise<unknown>;
}

const CORS = { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] };

/** Uses by the name of the operation. An owner may do all of them. */
const USES: Readonly<Record<string, Use>> = {
  GetObject: { takes: ['read'], run: (client, Bucket) => client.send(new s3.GetObjectCommand({ Bucket, Key: 'k' })) },
  ListObjectsV2: { takes: ['read'], run: (client, Bucket) => client.send(new s3.ListObjectsV2Command({ Bucket })) },
  PutObject: {
    takes: ['write'],
    run: (client, Bucket) => client.send(new s3.PutObjectCommand({ Bucket, Key: 'k', Body: 'again' })),
  },
  CreateMultipartUpload: {
    takes: ['write'],
    run: (client, Bucket) => client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key: 'parts' })),
  },
  DeleteObject: {
    takes: ['write'],
    run: (client, Bucket) => client.send(new s3.DeleteObjectCommand({ Bucket, Key: 'none' })),
  },
  CopyObject: {
    takes: ['read', 'write'],
    run: (client, Bucket) => client.send(new s3.CopyObjectCommand({ Bucket, Key: 'k2', CopySource: `${Bucket}/k` })),
  },
  PutBucketCors: {
    takes: ['owner'],
    run: (client, Bucket) => client.send(new s3.PutBucketCorsCommand({ Bucket, CORSConfiguration: CORS })),
  },
  GetBucketCors: { takes: ['owner'], run: (client, Bucket) => client.send(new s3.GetBucketCorsCommand({ Bucket })) },
};

/** Puts the object that the uses need into buckets, with a separate key. Returns the buckets' ids. */
export async function fill(emulator: Emulator, ...aliases: readonly string[]): Promise<readonly string[]> {
  const found = emulator.inspect.buckets().filter(({ alias }) => aliases.includes(alias));
  const client = clientFor(emulator, await planeOf(emulator).key(found, { write: true }));
  for (const Bucket of aliases) await client.send(new s3.PutObjectCommand({ Bucket, Key: 'k', Body: 'before' }));
  return found.map(({ id }) => id);
}

/** Tries every operation. Returns by operation name `done` or the error code of the refusal. */
export async function tryAll(client: s3.S3Client, bucket: string): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [name, { run }] of Object.entries(USES)) {
    outcomes[name] = await run(client, bucket).then(
      () => 'done',
      (error: Error) => error.name,
    );
  }
  return outcomes;
}

/** The result of `tryAll` for a key with exactly these rights; without any, every operation is refused. */
export function allowing(...rights: readonly Right[]): Record<string, string> {
  const may = ({ takes }: Use) => rights.includes('owner') || takes.every((right) => rights.includes(right));
  return Object.fromEntries(Object.entries(USES).map(([name, use]) => [name, may(use) ? 'done' : 'AccessDenied']));
}

/** The result of `tryAll` for a key that no longer exists. */
export const keyIsGone = (): Record<string, string> =>
  Object.fromEntries(Object.keys(USES).map((name) => [name, 'InvalidAccessKeyId']));
