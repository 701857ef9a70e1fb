import type { AccessKey, Bucket } from '../../domain/records';
import type { Rules } from '../../domain/rules';
import { bodyError } from '../../http/raw';
import type { PayloadSigning } from '../auth/authenticate';
import { authenticate, unknownKey } from '../auth/authenticate';
import type { AuthContext } from '../auth/claims';
import { openBody } from '../body/open-body';
import type { Call, ServiceCall } from '../call';
import type { S3Context, S3Rule } from '../context';
import { methodNotAllowed, S3Error } from '../errors';
import { OPERATIONS, SERVICE_OPERATIONS } from '../operations';
import type { S3Request } from '../request';
import type { S3Response } from '../response';
import { allows, lacking, type NEEDED } from '../routing/permissions';
import { refuseUnsupported } from '../routing/unsupported-headers';
import type { Exchange } from './exchange';
import { guard, Pace } from './guard';

/** Checks signature, bucket and permission, in the order of S3 and Garage, then performs the operation. Throws on the first failure. */
export function serve(exchange: Exchange): S3Response | Promise<S3Response> {
  const { operation, request, target } = exchange;
  const { accessKeyId, payload } = authenticate(exchange.signed, toAuthContext(exchange.context));
  const caller = requireKey(exchange, accessKeyId);
  requireSupported(exchange, request.headers);
  if (operation === 'ListBuckets' || operation === 'CreateBucket') {
    return SERVICE_OPERATIONS[operation](toServiceCall(exchange, caller, payload));
  }
  // Without a bucket name there is no bucket to find.
  if (exchange.routeError && target.bucket === '') throw exchange.routeError();
  const bucket = requireBucket(exchange, caller, target.bucket);
  // A form carries its own signature and is handled elsewhere.
  if (operation === undefined || operation === 'PostObject') throw (exchange.routeError ?? methodNotAllowed)();
  enterBucket(exchange, caller, bucket, operation);
  return OPERATIONS[operation](toCall(exchange, caller, payload, bucket));
}

export function toAuthContext({ credentials, clock, region }: S3Context): AuthContext {
  return {
    findSecret: (id) => credentials.find(id)?.secretAccessKey,
    realNow: Date.now,
    now: () => clock.now(),
    region,
  };
}

/** Finds the key with that id; from here on, deleting it ends the request. */
export function requireKey(exchange: Exchange, accessKeyId: string): AccessKey {
  const { credentials } = exchange.context;
  const caller = credentials.find(accessKeyId)?.key;
  if (!caller) throw unknownKey(accessKeyId);
  exchange.entry.accessKeyId = accessKeyId;
  exchange.entry.projectId = caller.projectId;
  exchange.entry.projectIds = [caller.projectId];
  exchange.isCurrent = () => credentials.find(accessKeyId) !== undefined;
  return caller;
}

/** Throws for headers that request features the service does not have. */
export function requireSupported({ context, entry }: Exchange, headers: S3Request['headers']): void {
  context.assumptions.during(entry.assumptions, () => refuseUnsupported(headers, context.rely));
}

/** Finds the bucket with that name, as visible to this key. */
export function requireBucket(
  { context, request }: Exchange,
  caller: AccessKey,
  name: string,
  ownerHeader = 'x-amz-expected-bucket-owner',
): Bucket {
  const bucket = context.buckets.findByAlias(name);
  // A bucket of another project counts as missing.
  if (bucket?.projectId !== caller.projectId) throw noSuchBucket(name);
  const expected = request.headers[ownerHeader];
  if (expected !== undefined && expected !== bucket.projectId) {
    throw denied('The header does not name the project of the bucket.', ownerHeader);
  }
  return bucket;
}

/** The error for a bucket that does not exist, has no name yet, or belongs to another project. */
function noSuchBucket(name: string): S3Error {
  const message = `The project of the access key has no bucket named "${name}": S3 clients use its alias, which may not be there yet.`;
  const details = { BucketName: name };
  return new S3Error('NoSuchBucket', 'The specified bucket does not exist', details, { message, field: 'bucket' });
}

type BucketOperation = keyof typeof NEEDED;

/** Requires the permission. From here on, deleting the bucket also ends the request: it removes the bucket from the key. */
export function enterBucket(exchange: Exchange, caller: AccessKey, bucket: Bucket, operation: BucketOperation): void {
  requirePermission(exchange, caller, bucket, operation);
  const { credentials, journal } = exchange.context;
  exchange.entry.objectId = bucket.id;
  journal.note(exchange.entry);
  exchange.isCurrent = () => credentials.find(caller.accessKeyId)?.key.bucketIds.includes(bucket.id) === true;
}

/** Throws `AccessDenied` if the key does not cover the bucket or lacks the permission bit. */
function requirePermission(
  { context, entry }: Exchange,
  { accessKeyId, bucketIds, permissions }: AccessKey,
  bucket: Bucket,
  operation: BucketOperation,
): void {
  if (!bucketIds.includes(bucket.id)) {
    throw denied(`The access key ${accessKeyId} is not for the bucket "${bucket.alias}".`, 'bucket_ids');
  }
  const { assumptions, rely } = context;
  if (assumptions.during(entry.assumptions, () => allows(permissions, operation, rely))) return;
  const needed = assumptions.during(entry.assumptions, () => lacking(operation, rely));
  const says = `The access key ${accessKeyId} lacks the permission "${needed}", which ${operation} needs on the bucket "${bucket.alias}".`;
  throw denied(says, `permissions.${needed}`);
}

/** `message` and `field` are for the journal. */
function denied(message: string, field: string): S3Error {
  return new S3Error('AccessDenied', 'Access Denied', {}, { message, field });
}

function toServiceCall(exchange: Exchange, caller: AccessKey, payload: PayloadSigning): ServiceCall {
  const { request, target, context } = exchange;
  const current = () => requireCurrent(exchange, caller);
  return {
    request,
    context,
    caller,
    bucketName: target.bucket,
    bucketUrl: bucketUrl(exchange),
    rely: (name) => relied(exchange, name),
    requireCurrent: current,
    noteBucket(id) {
      exchange.entry.objectId = id;
      context.journal.note(exchange.entry);
    },
    openBody(options) {
      const addsChecksum = () => relied(exchange, 's3Checks') === 'aws';
      const pace = new Pace(context.slowBodyMs);
      const guards = { requireCurrent: current, pace, beforeFirst: () => startSending(exchange) };
      // The request as it was sent: checksums in the query of a presigned URL are those of an empty body.
      return openBody(exchange.signed, payload, options, addsChecksum, (pieces) => guard(pieces, guards));
    },
  };
}

function toCall(exchange: Exchange, caller: AccessKey, payload: PayloadSigning, bucket: Bucket): Call {
  return {
    ...toServiceCall(exchange, caller, payload),
    bucket,
    address: { bucketId: bucket.id, key: exchange.target.key },
    requireSource(name) {
      const source = requireBucket(exchange, caller, name, 'x-amz-source-expected-bucket-owner');
      requirePermission(exchange, caller, source, 'GetObject');
      return source;
    },
  };
}

/** Throws the error for whatever is gone: the key, the bucket, everything stored when the request began, or the rest of its body. */
export function requireCurrent(exchange: Exchange, { accessKeyId }: AccessKey): void {
  const { context, isCurrent, target, epoch } = exchange;
  requireUnbrokenBody(exchange);
  // No client sees this: the connection is closed (E12).
  if (epoch.hasEnded) throw new S3Error('ServiceUnavailable', 'Everything stored was replaced.');
  if (isCurrent?.() !== false) return;
  throw context.credentials.find(accessKeyId) ? noSuchBucket(target.bucket) : unknownKey(accessKeyId);
}

/** Throws if it is known that the body cannot be read to its end. */
function requireUnbrokenBody({ incoming }: Exchange): void {
  const error = bodyError(incoming);
  if (error) throw error;
}

/** Sends `100 Continue` to a client that waits for it: nothing more is refused before the body is read. */
export function startSending(exchange: Exchange): void {
  requireUnbrokenBody(exchange);
  if (!exchange.waitsToSend) return;
  exchange.waitsToSend = false;
  exchange.response.writeContinue();
}

/** Value of a knob, recorded as one that the response depends on. */
export function relied<Name extends S3Rule>({ context, entry }: Exchange, name: Name): Pick<Rules, S3Rule>[Name] {
  return context.assumptions.during(entry.assumptions, () => context.rely(name));
}

export function bucketUrl({ request, target, incoming }: Exchange): string {
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const url = `${scheme}://${request.headers.host ?? 'localhost'}`;
  return target.isVirtualHost ? url : `${url}/${target.bucket}`;
}
