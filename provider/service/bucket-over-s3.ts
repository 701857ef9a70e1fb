import { DiagnosticError, type Handling } from '../../framework';
import type { BucketRecord, Permissions } from '../client';
import { SETTLE_MS } from '../client/lists/listing';
import type { BucketContents } from '../s3/bucket-contents';
import type { Emptied } from '../s3/emptying';
import { EndpointUnreachableError, NotEmptiedError, S3ApiError } from '../s3/errors';
import { type Connection, toCall } from './connection';
import { reasonOf } from './describe-error';

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

/**
 * The bucket with all that lists show of its address. Lists may lack alias and endpoint for a while: waits for what is missing up to the settle time,
 * but no longer than half of the operation's remaining time, because the rest of the operation comes after it. Nothing that is known is lost again (P7).
 * Undefined if lists agree that it is gone. Rejects like `Buckets.find`.
 */
export async function reachable(request: Request, bucket: BucketAddress): Promise<BucketAddress | undefined> {
  const { connection, timeLimit, now } = request;
  let known = bucket;
  const isReachable = () => known.alias !== undefined && (connection.s3Endpoint ?? known.endpoint) !== undefined;
  if (isReachable()) return known;
  const learn = (record: BucketRecord) => {
    const { project_id = known.project_id, alias = known.alias, endpoint = known.endpoint } = record;
    known = { id: record.id, project_id, alias, endpoint };
    return isReachable();
  };
  const limitMs = Math.min(SETTLE_MS, (timeLimit.deadlineMs - now()) / 2);
  const exists = await connection.client.buckets.watch(bucket.id, learn, limitMs, toCall(request));
  return exists ? known : undefined;
}

/**
 * Runs work on a bucket over S3, with an access key that is made for it and deleted afterwards. Throws a DiagnosticError if its alias, endpoint or
 * project is not known, or the endpoint cannot be reached. Passes on other errors of `withShortLivedKey` and `work`: a KeyLeftError, which has the
 * words of an earlier error, if the key could not be deleted.
 */
export async function lookInto<R>(
  request: Request,
  { bucket, permissions, advice }: LookInto,
  work: (contents: BucketContents) => Promise<R>,
): Promise<R> {
  const { connection } = request;
  const { alias } = bucket;
  const endpoint = connection.s3Endpoint ?? bucket.endpoint;
  if (alias === undefined || endpoint === undefined) {
    throw new DiagnosticError('Cannot reach the bucket', `${sayingWhatIsMissing(bucket, endpoint)} ${advice}`);
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

function sayingWhatIsMissing({ id, alias }: BucketAddress, endpoint: string | undefined): string {
  const named = `bucket ${JSON.stringify(id)}`;
  if (alias !== undefined)
    return `The ${named} has the alias ${JSON.stringify(alias)}, and the service does not say at which endpoint. Set s3_endpoint in the provider block.`;
  const missing = endpoint === undefined ? 'alias and endpoint' : 'alias';
  return `The service lists the ${named} without its ${missing}. Wait until the data source coffer_buckets shows the alias.`;
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
export async function emptyOut(request: Request, into: Omit<LookInto, 'permissions'>): Promise<Emptied> {
  const { Emptied } = await import('../s3/emptying');
  const emptied = new Emptied();
  try {
    await lookInto(request, { ...into, permissions: ALL }, (contents) => contents.empty(emptied));
    return emptied;
  } catch (error) {
    throw sayingWhatWent(error, into.bucket, emptied);
  }
}

function sayingWhatWent(error: unknown, { id, alias }: BucketAddress, emptied: Emptied): unknown {
  if (emptied.isNothing && !(error instanceof NotEmptiedError)) return error;
  const isGone = error instanceof S3ApiError && error.code === 'NoSuchBucket';
  // Lists may show it nevertheless.
  const why = isGone
    ? 'is not known to S3 any more: it may have been deleted meanwhile.'
    : `still exists. ${reasonOf(error)}`;
  const more = isGone
    ? ' If the service still lists it, run the same command again.'
    : ' Run the same command again to go on with what is left.';
  const named = `${JSON.stringify(id)}${alias === undefined ? '' : ` (alias ${JSON.stringify(alias)})`}`;
  const summary = error instanceof DiagnosticError ? error.summary : 'Bucket not emptied';
  const detail = `The bucket ${named} ${why} S3 has acknowledged until then: ${emptied}.${more}`;
  return new DiagnosticError(summary, detail, undefined, { cause: error });
}
