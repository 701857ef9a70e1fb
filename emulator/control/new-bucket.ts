import * as z from 'zod';
import { id, maxSize } from '../../contract';
import { DomainError } from '../domain/errors';
import { drawAccessKeyId, drawAlias, drawFresh, drawId, drawSecretAccessKey } from '../domain/ids';
import { withoutUndefined } from '../domain/members';
import type { Random } from '../domain/ports';
import type { SeedDocument } from '../seed/document';
import type { Storage } from '../storage/storage';
import { strict } from '../validation/strict';
import { validate } from '../validation/validate';

const PERMISSIONS = ['read', 'write', 'owner'] as const;

export interface NewBucketOptions {
  /** Quota in bytes. Default: 1 GiB. */
  readonly maxSize?: number | bigint | undefined;
  /** Permissions of the access key. Default: `read` and `write`. */
  readonly permissions?: readonly (typeof PERMISSIONS)[number][] | undefined;
  /** Project of bucket and key. Default: the first project of the start. */
  readonly projectId?: string | undefined;
}

/** A bucket, and an access key that opens it. */
export interface S3Bucket {
  /** Name for S3 clients: the alias of the bucket. */
  readonly name: string;
  readonly bucketId: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Options for `new S3Client(…)` of `@aws-sdk/client-s3`. With `tls`, the client must also trust the emulator's authority. */
  readonly clientOptions: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly forcePathStyle: true;
  };
  /** Environment variables for programs that use an AWS SDK or `aws`, and the name of the bucket in `S3_BUCKET`. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface Ground {
  readonly random: Random;
  readonly stores: Storage['stores'];
  readonly firstProject: string;
  readonly seed: (document: SeedDocument) => void;
  /** Environment variables for clients with this key. */
  readonly awsEnvironment: (key: Pick<S3Bucket, 'accessKeyId' | 'secretAccessKey'>) => Readonly<Record<string, string>>;
}

/** Schema of {@link NewBucketOptions}. */
export const newBucketOptions = strict({
  maxSize: maxSize.default(2n ** 30n),
  permissions: z.array(z.enum(PERMISSIONS)).default(['read', 'write']),
  projectId: id.exactOptional(),
});

/** Creates a bucket with alias and endpoint, and a key, as a seed does: the journal shows neither, and no fault or lag applies. */
export function newBucket(given: NewBucketOptions, ground: Ground): S3Bucket {
  const { random, stores, firstProject, seed, awsEnvironment } = ground;
  const options = validate(newBucketOptions, withoutUndefined(given), 'The bucket');
  const { maxSize: max_size, permissions, projectId: project_id = firstProject } = options;
  if (!stores.tokens.hasProject(project_id)) {
    throw new DomainError('invalid', '"projectId" names no project.', 'projectId');
  }
  const bucketId = drawFresh(drawId, random, (drawn) => stores.buckets.find(drawn));
  const name = drawFresh(drawAlias, random, (drawn) => stores.buckets.findByAlias(drawn));
  const accessKeyId = drawFresh(drawAccessKeyId, random, (drawn) => stores.accessKeys.findByAccessKeyId(drawn));
  const credentials = { accessKeyId, secretAccessKey: drawSecretAccessKey(random) };
  seed({
    buckets: [{ id: bucketId, project_id, alias: name, max_size }],
    access_keys: [
      {
        ...{ project_id, buckets: [bucketId] },
        ...{ access_key_id: accessKeyId, secret_access_key: credentials.secretAccessKey },
        permissions: Object.fromEntries(permissions.map((permission) => [permission, true])),
      },
    ],
  });
  const environment = awsEnvironment(credentials);
  const { AWS_ENDPOINT_URL_S3: endpoint = '', AWS_REGION: region = '' } = environment;
  return {
    ...{ name, bucketId, endpoint, region, ...credentials },
    clientOptions: { endpoint, region, credentials, forcePathStyle: true },
    environment: { ...environment, S3_BUCKET: name },
  };
}
