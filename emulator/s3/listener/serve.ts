import type { AccessKey, Bucket } from '../../domain/records';
import type { Rules } from '../../domain/rules';
import type { S3Operation } from '../../domain/s3-operation';
import { type Authenticated, authenticate } from '../auth/authenticate';
import type { AuthContext } from '../auth/claim';
import { unknownKey } from '../auth/refusals';
import { openBody } from '../body/open-body';
import type { Call, OpenOptions, ServiceCall } from '../call';
import type { S3Context, S3Rule } from '../context';
import { S3Error } from '../errors';
import { OPERATIONS, SERVICE_OPERATIONS } from '../operations';
import type { S3Request } from '../request';
import type { S3Response } from '../response';
import { allows, NEEDED } from '../routing/permissions';
import { refuseUnsupported } from '../routing/unsupported-headers';
import type { Exchange } from './exchange';
import { guard, noSuchBucket } from './guard';
import { Pace } from './pace';

/** The caller, and how the signature covers the body. */
export interface Identified {
  readonly caller: AccessKey;
  readonly payload: Authenticated['payload'];
}

/** Checks the signature and finds its key; from here on, deleting that key ends the request. */
export function identify(context: S3Context, exchange: Exchange): Identified {
  const { accessKeyId, payload } = authenticate(exchange.signed, toAuthContext(context));
  return { caller: requireKey(context, exchange, accessKeyId), payload };
}

/** Dependencies for checking signatures. */
export function toAuthContext({ credentials, clock, region }: S3Context): AuthContext {
  return {
    findSecret: (id) => credentials.find(id)?.secretAccessKey,
    realNow: Date.now,
    now: () => clock.now(),
    region,
  };
}

/** Finds the key with that id; from here on, deleting it ends the request. */
export function requireKey(context: S3Context, exchange: Exchange, accessKeyId: string): AccessKey {
  const caller = context.credentials.find(accessKeyId)?.key;
  if (!caller) throw unknownKey(accessKeyId);
  exchange.entry.accessKeyId = accessKeyId;
  exchange.entry.projectId = caller.projectId;
  exchange.entry.projectIds = [caller.projectId];
  exchange.isCurrent = () => context.credentials.find(accessKeyId) !== undefined;
  return caller;
}

/**
 * Serves a request: checks signature, bucket and permission, then performs the operation, in the order of S3 and Garage. Throws on the first failure.
 */
export function serve(context: S3Context, exchange: Exchange): S3Response | Promise<S3Response> {
  const identified = identify(context, exchange);
  const { operation, request, target } = exchange;
  requireSupported(context, exchange, request.headers);
  if (operation === 'ListBuckets' || operation === 'CreateBucket') {
    return SERVICE_OPERATIONS[operation](toServiceCall(context, exchange, identified));
  }
  // Without a bucket name there is no bucket to find.
  if (exchange.routeError && target.bucket === '') throw exchange.routeError();
  const bucket = requireBucket(context, exchange, identified.caller, target.bucket);
  // A form carries its own signature and is handled elsewhere.
  if (operation === undefined || operation === 'PostObject') throw (exchange.routeError ?? noOperation)();
  requirePermission(context, exchange, identified.caller, bucket, operation);
  endWithBucket(context, exchange, identified.caller, bucket);
  return OPERATIONS[operation](toCall(context, exchange, identified, bucket));
}

/** Throws for headers that request features the service does not have. */
export function requireSupported(
  { assumptions, rely }: S3Context,
  { entry }: Exchange,
  headers: S3Request['headers'],
): void {
  assumptions.during(entry.assumptions, () => refuseUnsupported(headers, rely));
}

function noOperation(): S3Error {
  return new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

/** Finds the bucket with that name, as visible to this key. */
export function requireBucket(
  context: S3Context,
  exchange: Exchange,
  caller: AccessKey,
  name: string,
  ownerHeader = 'x-amz-expected-bucket-owner',
): Bucket {
  const bucket = context.buckets.findByAlias(name);
  // A bucket of another project counts as missing.
  if (bucket?.projectId !== caller.projectId) throw noSuchBucket(name);
  const expected = exchange.request.headers[ownerHeader];
  if (expected !== undefined && expected !== bucket.projectId) {
    throw denied('The header does not name the project of the bucket.', ownerHeader);
  }
  return bucket;
}

/** From here on, deleting the bucket also ends the request: it removes the bucket from the key. */
export function endWithBucket(
  { credentials, journal }: S3Context,
  exchange: Exchange,
  caller: AccessKey,
  bucket: Bucket,
): void {
  exchange.entry.objectId = bucket.id;
  journal.note(exchange.entry);
  exchange.isCurrent = () => credentials.find(caller.accessKeyId)?.key.bucketIds.includes(bucket.id) === true;
}

/** Throws `AccessDenied` if the key does not cover the bucket or lacks the permission bit. */
export function requirePermission(
  context: S3Context,
  { entry }: Exchange,
  { accessKeyId, bucketIds, permissions }: AccessKey,
  bucket: Bucket,
  operation: keyof typeof NEEDED,
): void {
  if (!bucketIds.includes(bucket.id)) {
    throw denied(`The access key ${accessKeyId} is not for the bucket "${bucket.alias}".`, 'bucket_ids');
  }
  const may = context.assumptions.during(entry.assumptions, () => allows(permissions, operation, context.rely));
  if (may) return;
  const needed = NEEDED[operation];
  const says = `The access key ${accessKeyId} lacks the permission "${needed}", which ${operation} needs on the bucket "${bucket.alias}".`;
  throw denied(says, `permissions.${needed}`);
}

/** `message` and `field` are for the journal. */
function denied(message: string, field: string): S3Error {
  return new S3Error('AccessDenied', 'Access Denied', {}, { message, field });
}

function toServiceCall(context: S3Context, exchange: Exchange, { caller, payload }: Identified): ServiceCall {
  const { request, target, operation } = exchange;
  return {
    operation: operation as S3Operation,
    request,
    context,
    caller,
    bucketName: target.bucket,
    bucketUrl: bucketUrl(exchange),
    rely: (name) => relied(context, exchange, name),
    requireCurrent: () => requireCurrent(context, exchange, caller),
    noteBucket(id) {
      exchange.entry.objectId = id;
      context.journal.note(exchange.entry);
    },
    openBody: (options: OpenOptions = {}) =>
      // The request as it was sent: checksums in the query of a presigned URL are those of an empty body.
      openBody(exchange.signed, payload, {
        ...options,
        defaultChecksum: options.defaultChecksum && {
          of: options.defaultChecksum,
          isWanted: () => relied(context, exchange, 's3Checks') === 'aws',
        },
        guard: (pieces) =>
          guard(pieces, {
            requireCurrent: () => requireCurrent(context, exchange, caller),
            pace: new Pace(context.slowBodyMs),
            beforeFirst: () => startSending(exchange),
          }),
      }),
  };
}

function toCall(context: S3Context, exchange: Exchange, identified: Identified, bucket: Bucket): Call {
  const { key } = exchange.target;
  const { caller } = identified;
  return {
    ...toServiceCall(context, exchange, identified),
    bucket,
    key,
    address: { bucketId: bucket.id, key },
    requireReadable(name) {
      const source = requireBucket(context, exchange, caller, name, 'x-amz-source-expected-bucket-owner');
      requirePermission(context, exchange, caller, source, 'GetObject');
      return source;
    },
  };
}

/** Throws the error for whatever is gone: the key, the bucket, or everything stored when the request began. */
export function requireCurrent(
  context: S3Context,
  { isCurrent, target, epoch }: Exchange,
  { accessKeyId }: AccessKey,
): void {
  // No client sees this: the connection is closed (E12).
  if (epoch.hasEnded) throw new S3Error('ServiceUnavailable', 'Everything stored was replaced.');
  if (isCurrent?.() !== false) return;
  if (context.credentials.find(accessKeyId) === undefined) throw unknownKey(accessKeyId);
  throw noSuchBucket(target.bucket);
}

/** Sends `100 Continue` to a client that waits for it: nothing more is refused before the body is read. */
export function startSending(exchange: Exchange): void {
  if (!exchange.waitsToSend) return;
  exchange.waitsToSend = false;
  exchange.response.writeContinue();
}

/** Value of a knob, recorded as one that the response depends on. */
export function relied<Name extends S3Rule>(
  { assumptions, rely }: S3Context,
  { entry }: Exchange,
  name: Name,
): Pick<Rules, S3Rule>[Name] {
  return assumptions.during(entry.assumptions, () => rely(name));
}

/** URL of the bucket as the client addressed it. */
export function bucketUrl({ request, target, incoming }: Exchange): string {
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const url = `${scheme}://${request.headers.host ?? 'localhost'}`;
  return target.isVirtualHost ? url : `${url}/${target.bucket}`;
}
