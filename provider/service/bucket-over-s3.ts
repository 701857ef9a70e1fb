import { DiagnosticError, type Handling } from '../../framework';
import type { BucketRecord, Permissions } from '../client';
import { wordsOf } from '../client/errors';
import { SETTLE_MS } from '../client/listing';
import type { BucketContents } from '../s3/bucket-contents';
import type { Emptied } from '../s3/emptying';
import { EndpointUnreachableError, NotEmptiedError, S3ApiError } from '../s3/errors';
import { type Connection, toCall } from './connection';

export const READ: Permissions = { read: true, write: false, owner: false };
/** All permissions, for a key that deletes, because services differ in the meaning of "owner". */
const ALL: Permissions = { read: true, write: true, owner: true };

/** The fields of a bucket's record that are needed to reach it over S3. */
export type BucketAddress = Pick<BucketRecord, 'id' | 'project_id' | 'alias' | 'endpoint'>;

interface LookInto {
  /** Its `endpoint` counts only if the provider block has no `s3_endpoint`. */
  readonly bucket: BucketAddress;
  readonly permissions: Permissions;
  /** Sentences of advice for an endpoint that cannot be reached or is not known. */
  readonly advice: string;
}

type Request = Pick<Handling<Connection>, 'connection' | 'diagnostics' | 'timeLimit' | 'now'>;

/** The bucket with alias and endpoint, for which it waits up to the settle time: lists may lack them for a while. As it was if no list shows them then. */
export async function reachable(request: Request, bucket: BucketAddress): Promise<BucketAddress> {
  const { connection, timeLimit, now } = request;
  const isReachable = ({ alias, endpoint }: BucketAddress) =>
    alias !== undefined && (connection.s3Endpoint ?? endpoint) !== undefined;
  if (isReachable(bucket)) return bucket;
  const leftMs = Math.min(SETTLE_MS, timeLimit.deadlineMs - now());
  const listed = await connection.client.buckets.waitUntil(bucket.id, isReachable, leftMs, toCall(request));
  return { ...bucket, ...listed, project_id: listed?.project_id ?? bucket.project_id };
}

/**
 * Runs work on a bucket over S3, with an access key that is made for it and deleted afterwards. Undefined if its alias is not known, which
 * says nothing of what is in it. Throws a DiagnosticError if its endpoint cannot be reached, or that or its project is not known. Passes on
 * other errors of `withShortLivedKey` and `work`: a KeyLeftError, which has the words of an earlier error, if the key could not be deleted.
 */
export async function lookInto<R>(
  request: Request,
  { bucket, permissions, advice }: LookInto,
  work: (contents: BucketContents) => Promise<R>,
): Promise<R | undefined> {
  const { connection } = request;
  const { alias } = bucket;
  const endpoint = connection.s3Endpoint ?? bucket.endpoint;
  if (alias === undefined) return undefined;
  if (endpoint === undefined) {
    const detail = `The bucket ${JSON.stringify(bucket.id)} has the alias ${JSON.stringify(alias)}, and the service does not say at which endpoint. Set s3_endpoint in the provider block. ${advice}`;
    throw new DiagnosticError('Cannot reach the bucket', detail);
  }
  const projectId = projectOfBucket(bucket, connection);
  // Imported here, because few runs look into a bucket.
  const { withShortLivedKey } = await import('../s3/bucket-contents');
  const { s3Region: region, s3Addressing: addressing } = connection;
  const reach = { bucket: { ...bucket, alias, endpoint }, projectId, region, addressing, permissions };
  try {
    return await withShortLivedKey(connection.client, reach, toCall(request), work);
  } catch (error) {
    if (!(error instanceof EndpointUnreachableError)) throw error;
    throw new DiagnosticError('Cannot reach the bucket', `${error.message} ${advice}`);
  }
}

/** The project of a bucket, or else the provider's. Throws a DiagnosticError if neither is known. */
export function projectOfBucket({ id, project_id }: BucketAddress, connection: Connection): string {
  const projectId = project_id ?? connection.projectId;
  if (projectId !== undefined) return projectId;
  const detail = `The service does not say to which project the bucket ${JSON.stringify(id)} belongs. Set project_id in the provider block.`;
  throw new DiagnosticError('Missing project_id', detail);
}

/**
 * Empties a bucket over S3, like {@link lookInto}, and returns what was deleted. After a failure the error says what was, until then, and has that of
 * {@link lookInto} as its cause, which is thrown itself if nothing was, unless it is a NotEmptiedError.
 */
export async function emptyOut(request: Request, into: Omit<LookInto, 'permissions'>): Promise<Emptied | undefined> {
  const { Emptied } = await import('../s3/emptying');
  const emptied = new Emptied();
  try {
    const done = await lookInto(request, { ...into, permissions: ALL }, async (contents) => {
      await contents.empty(emptied);
      return true;
    });
    return done ? emptied : undefined;
  } catch (error) {
    throw sayingWhatWent(error, into.bucket, emptied);
  }
}

function sayingWhatWent(error: unknown, { id, alias }: BucketAddress, emptied: Emptied): unknown {
  if (emptied.isNothing && !(error instanceof NotEmptiedError)) return error;
  const isKnown = error instanceof DiagnosticError;
  const isGone = error instanceof S3ApiError && error.code === 'NoSuchBucket';
  // Lists may show it nevertheless.
  const why = isGone
    ? 'is not known to S3 any more: it may have been deleted meanwhile.'
    : `still exists. ${isKnown ? error.detail : wordsOf(error)}`;
  const more = isGone
    ? ' If the service still lists it, run the same command again.'
    : ' Run the same command again to go on with what is left.';
  const named = `${JSON.stringify(id)}${alias === undefined ? '' : ` (alias ${JSON.stringify(alias)})`}`;
  return new DiagnosticError(
    isKnown ? error.summary : 'Bucket not emptied',
    `The bucket ${named} ${why} S3 has acknowledged until then: ${emptied}.${more}`,
    isKnown ? error.path : undefined,
    { cause: error },
  );
}
