import type { ClientBuckets } from '../../domain/client-buckets';
import type { Run, ServiceCall } from '../call';
import { S3Error } from '../errors';
import { noContent, ok } from '../response';
import { readOptionalDocument } from './read-body';

/**
 * Buckets are created through REST (E8): a bucket of the key already exists, and any other name is denied. A switch for test
 * suites lets keys with the owner permission create them here as well. Source: CreateBucket.
 */
export const createBucket: Run<ServiceCall> = (call) => {
  const { caller, context, bucketName } = call;
  if (context.clientBuckets) return create(call, context.clientBuckets);
  const bucket = context.buckets.findByAlias(bucketName);
  if (bucket && caller.bucketIds.includes(bucket.id)) throw ownedByYou(bucketName);
  throw new S3Error('AccessDenied', "Buckets are created with the service's own API: POST /s3/buckets.");
};

async function create(call: ServiceCall, clientBuckets: ClientBuckets) {
  const { caller, context, bucketName } = call;
  if (!caller.permissions.owner)
    throw new S3Error('AccessDenied', 'Only a key with the owner permission creates buckets.');
  if (!isBucketName(bucketName)) {
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.', { BucketName: bucketName });
  }
  await checkConfiguration(call);
  call.requireCurrent();
  // From here to the creation nothing waits: the name cannot be taken in between.
  if (clientBuckets.isTaken(bucketName)) {
    if (context.buckets.findByAlias(bucketName)?.projectId === caller.projectId) throw ownedByYou(bucketName);
    throw new S3Error(
      'BucketAlreadyExists',
      'The requested bucket name is not available. The bucket namespace is shared by all users of the system. Please select a different name and try again.',
      { BucketName: bucketName },
    );
  }
  const { id } = await clientBuckets.create(caller, bucketName);
  call.noteBucket(id);
  return ok('', { location: `/${bucketName}`, 'x-amz-bucket-arn': `arn:aws:s3:::${bucketName}` });
}

function ownedByYou(bucketName: string): S3Error {
  return new S3Error(
    'BucketAlreadyOwnedByYou',
    'Your previous request to create the named bucket succeeded and you already own it.',
    { BucketName: bucketName },
  );
}

/** Prefixes and suffixes that S3 keeps for itself. */
const RESERVED = /^(xn--|sthree-|amzn-s3-demo-)|(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;

/** Source: Amazon S3 User Guide, "General purpose bucket naming rules". */
function isBucketName(name: string): boolean {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return false;
  return !name.includes('..') && !/^(\d{1,3}\.){3}\d{1,3}$/.test(name) && !RESERVED.test(name);
}

/** An endpoint with a region takes only that (`us-east-1`: left out), one without takes them all. Source: CreateBucketConfiguration. */
async function checkConfiguration(call: ServiceCall): Promise<void> {
  const root = await readOptionalDocument(call, 'CreateBucketConfiguration');
  if (!root) return;
  root.requireOnly('LocationConstraint', 'Location', 'Bucket', 'Tags');
  for (const name of ['Location', 'Bucket', 'Tags']) {
    if (root.find(name)?.size) throw new S3Error('NotImplemented', `${name} of a new bucket is not implemented.`);
  }
  const wanted = root.textOf('LocationConstraint')?.trim() ?? '';
  const { region } = call.context;
  if (wanted === '' || region === undefined || (wanted === region && region !== 'us-east-1')) return;
  throw new S3Error('InvalidLocationConstraint', 'The specified location-constraint is not valid', {
    LocationConstraint: wanted,
  });
}

/** Buckets are deleted through REST (E8), unless a switch for test suites allows it here. Source: DeleteBucket. */
export const deleteBucket: Run = async ({ context: { clientBuckets, objects }, bucket }) => {
  if (!clientBuckets) {
    throw new S3Error('AccessDenied', "Buckets are deleted with the service's own API: DELETE /s3/buckets/{id}.");
  }
  // Whatever the knob `deleteNonEmpty` says, which is about REST: S3 never deletes a bucket with objects.
  if (objects.usage(bucket.id).objects > 0) {
    throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty', { BucketName: bucket.alias });
  }
  await clientBuckets.delete(bucket);
  return noContent();
};
