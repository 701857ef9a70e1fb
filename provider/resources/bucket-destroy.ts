import { type DeleteRequest, DiagnosticError } from '../../framework';
import { ApiError } from '../client/errors/errors';
import type { BucketContents } from '../s3/bucket-contents';
import { KeyLeftError, S3ApiError } from '../s3/errors';
import { type BucketAddress, emptyOut, lookInto, projectOfBucket, READ, reachable } from '../service/bucket-over-s3';
import { type Connection, toCall } from '../service/connection';
import { reasonOf } from '../service/describe-error';
import { requireOwnProject } from './missing-object';

interface Destroyable {
  readonly id: string;
  readonly project_id: string | null;
  readonly alias: string | null;
  readonly endpoint: string | null;
  readonly force_destroy: boolean | null;
  readonly destroy_check: string | null;
}

type Request = DeleteRequest<Destroyable, Connection>;

// The destroy of a replacement, too, reads its settings from the state.
const APPLIED =
  'apply that alone, and destroy again. First undo what replaces the bucket, run terraform untaint if it is tainted, and put its block back if it is no longer in the code.';
const FORCED = `With force_destroy = true, the provider has to reach the bucket over S3. Otherwise, empty the bucket yourself, set force_destroy = false and destroy_check = "server", ${APPLIED}`;
const CHECKED = `The provider could not list the objects of the bucket, so it cannot tell whether the bucket is empty, and did not delete it. If you know that the bucket is empty, set destroy_check = "server", ${APPLIED}`;

/** Key of private state: id of an access key that was made to look into the bucket or to empty it, and could not be deleted. */
const KEY_LEFT = 'key_left';

/** Number of times that a bucket is emptied if the service refuses to delete it, most likely because others put objects into it meanwhile. */
const ROUNDS = 3;

/** The result of looking into a bucket. `why`, as sentences, nobody knows it: `force_destroy` or `destroy_check` allows to delete it nevertheless. */
type Sight = 'there' | 'gone' | { readonly why: string };

const UNREACHED: Sight = {
  why: 'It may hold objects, which force_destroy could not delete, because the provider did not reach it over S3. Destroy again when the data source coffer_buckets shows its alias and endpoint.',
};

/**
 * Destroys a bucket. Refuses, with a DiagnosticError, to delete a bucket that is not empty, even if the service would delete it, unless
 * `force_destroy` allows to empty it first, up to three times while others fill it again (P24); a bucket whose alias nobody knows cannot be emptied,
 * and is left to the service then. `destroy_check = "server"` without that looks at nothing. Sends DELETE unless it throws before, because a bucket that lists do not show may still exist (P33). It makes access keys for the
 * bucket and deletes them; private state notes one that it could not delete, which the next attempt deletes first.
 */
export async function destroyBucket(request: Request): Promise<void> {
  const { state, connection, privateState } = request;
  const left = privateState.get(KEY_LEFT);
  if (typeof left === 'string') {
    await connection.client.accessKeys.revoke(left, toCall(request));
    privateState.set(KEY_LEFT, undefined);
  }
  if (state.force_destroy !== true && state.destroy_check === 'server') return deleteBucket(request, UNREACHED);
  const found = await connection.client.buckets.find(state.id, toCall(request));
  const listed = found && (await reachable(request, addressOf(state, found)));
  const clear = state.force_destroy === true ? empty : refuseContents;
  for (let round = 1; ; round += 1) {
    const sight = listed ? await clearListed(request, listed, clear) : await clearUnlisted(request, clear);
    try {
      return await deleteBucket(request, sight);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 409;
      if (!isRefused || state.force_destroy !== true || sight === 'gone') throw error;
      if (sight !== 'there')
        throw new DiagnosticError('Bucket not emptied', `${error.message} ${sight.why}`, undefined, { cause: error });
      if (round >= ROUNDS) throw await stillFilled(request, listed ?? addressOf(state), error);
    }
  }
}

/** Sends DELETE. A response that there is no such bucket counts as success, unless S3 has just shown it, or all lists are of another project (P8). */
async function deleteBucket(request: Request, sight: Sight): Promise<void> {
  const { state, connection } = request;
  const deletion = await connection.client.buckets.deleteIfExists(state.id, toCall(request));
  if (deletion === 'deleted') return;
  if (sight === 'there') {
    throw new DiagnosticError(
      'Bucket not deleted',
      `The service reports that it has no bucket ${JSON.stringify(state.id)}, but its S3 endpoint still shows it. ` +
        'It stays in state. Check that the token is for the project of the bucket, then destroy again.',
    );
  }
  await requireOwnProject(request, { kind: 'bucket', id: state.id, projectId: state.project_id });
}

/** Clears a bucket that a list shows. If S3 does not know it, it counts as gone only if lists no longer show it either. */
async function clearListed(request: Request, listed: BucketAddress, clear: typeof empty): Promise<Sight> {
  try {
    return await clear(request, listed);
  } catch (error) {
    if (isGone(error) && (await request.connection.client.buckets.isGone(listed.id, toCall(request)))) return 'gone';
    throw error;
  }
}

/** Clears a bucket that no list shows, at its address in state (P33). Throws if it cannot; with `force_destroy` only if a key is left or time is over. */
async function clearUnlisted(request: Request, clear: typeof empty): Promise<Sight> {
  const { state } = request;
  const isReachable = state.alias !== null && (request.connection.s3Endpoint ?? state.endpoint) !== null;
  try {
    if (isReachable) return await clear(request, addressOf(state));
    await requireKey(request);
  } catch (error) {
    if (isGone(error)) return 'gone';
    if (state.force_destroy !== true || keyLeftIn(error) || request.timeLimit.signal.aborted) throw error;
    if (isReachable) return { why: reasonOf(error) };
  }
  if (state.force_destroy === true) return UNREACHED;
  throw new DiagnosticError(
    'Bucket cannot be inspected',
    `The service does not list the bucket ${JSON.stringify(state.id)}, but creates an access key for it, and the state has no alias and endpoint with which the provider could list its objects. ` +
      `Plan again when the service lists the bucket. ${CHECKED}`,
  );
}

/** The address of a bucket: as a list shows it, else as it is in state. */
const addressOf = (state: Destroyable, listed?: BucketAddress): BucketAddress => ({
  id: state.id,
  project_id: listed?.project_id ?? state.project_id ?? undefined,
  alias: listed?.alias ?? state.alias ?? undefined,
  endpoint: listed?.endpoint ?? state.endpoint ?? undefined,
});

/** Makes an access key for the bucket and deletes it again. The service refuses to make one for a bucket that does not exist. */
async function requireKey(request: Request): Promise<void> {
  const { state, connection, privateState } = request;
  const projectId = projectOfBucket(addressOf(state), connection);
  const { accessKeys } = connection.client;
  const key = await accessKeys.create({ projectId, bucketIds: [state.id], permissions: READ }, toCall(request));
  try {
    await accessKeys.revoke(key.id, toCall(request));
  } catch (error) {
    privateState.set(KEY_LEFT, key.id);
    throw new KeyLeftError(key.id, state.id, undefined, error);
  }
}

/** True if S3, or the service when a key is made, says that the bucket does not exist. */
function isGone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof S3ApiError
    ? cause.code === 'NoSuchBucket'
    : error instanceof ApiError && error.method === 'POST' && error.saysGone;
}

const causeOf = (error: unknown) => (error instanceof DiagnosticError ? error.cause : error);

async function empty(request: Request, bucket: BucketAddress): Promise<Sight> {
  if (bucket.alias === undefined) return UNREACHED;
  await rememberingKeyLeft(request, () => emptyOut(request, { bucket, advice: FORCED }));
  return 'there';
}

async function refuseContents(request: Request, bucket: BucketAddress): Promise<Sight> {
  const first = await look(request, bucket, (contents) => contents.first());
  if (!first) return 'there';
  const { kind, key } = first;
  throw new DiagnosticError(
    'Bucket is not empty',
    `The bucket ${JSON.stringify(bucket.id)} (alias ${JSON.stringify(bucket.alias)}) holds at least one ${kind}: ${JSON.stringify(key)}. ` +
      `It was not deleted. Empty it first, or set force_destroy = true, which deletes its contents for good, ${APPLIED}`,
  );
}

const look = <R>(request: Request, bucket: BucketAddress, work: (contents: BucketContents) => Promise<R>) =>
  rememberingKeyLeft(request, () => lookInto(request, { bucket, permissions: READ, advice: CHECKED }, work));

/** Runs `work`. Notes a key that it leaves over in private state, so that the next attempt deletes the key. */
async function rememberingKeyLeft<R>({ privateState }: Request, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const left = keyLeftIn(error);
    if (left) privateState.set(KEY_LEFT, left.keyId);
    throw error;
  }
}

function keyLeftIn(error: unknown): KeyLeftError | undefined {
  const left = causeOf(error);
  return left instanceof KeyLeftError ? left : undefined;
}

/** The error for a bucket that the service refuses to delete although it was emptied several times. */
async function stillFilled(request: Request, bucket: BucketAddress, error: ApiError): Promise<DiagnosticError> {
  const left = await look(request, bucket, (contents) => contents.count()).catch(keyLeftIn);
  const now = left === undefined ? '' : left instanceof KeyLeftError ? ` ${left.message}` : ` Now ${left} are in it.`;
  return new DiagnosticError(
    'Bucket not emptied',
    `The bucket ${JSON.stringify(bucket.id)} (alias ${JSON.stringify(bucket.alias)}) was emptied ${ROUNDS} times, and the service still refuses to delete it.${now} ` +
      'Most likely another client keeps writing to the bucket: find the keys for the bucket with the data source coffer_access_keys, stop the client or revoke ' +
      `the key, and destroy again. ${error.message}`,
    undefined,
    { cause: error },
  );
}
