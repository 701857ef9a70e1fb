import type { BucketRecord } from '../client';
import { ApiError } from '../client/errors';
import { DiagnosticError } from '../framework/diagnostic';
import type { DeleteRequest } from '../framework/resource';
import type { BucketContents, Content } from '../s3/bucket-contents';
import { EndpointUnreachableError } from '../s3/errors';
import { type Connection, toCall } from '../service/connection';

/** What destroying needs of a bucket's state. */
interface Destroyable {
  readonly id: string | null;
  readonly project_id: string | null;
  readonly alias: string | null;
  readonly endpoint: string | null;
  readonly force_destroy: boolean | null;
  readonly destroy_check: string | null;
}

type Request = DeleteRequest<Destroyable, Connection>;

/** Reads without changing anything; everything, since readings of "owner" differ (DESIGN §3). */
const READ = { read: true, write: false, owner: false };
const ALL = { read: true, write: true, owner: true };

/** How often a bucket is emptied again when others put objects into it meanwhile. */
const ROUNDS = 3;

/**
 * Destroys a bucket. One that is not empty stays, whatever the service would do with it, unless `force_destroy` says that
 * its contents go first (SEMANTICS P24).
 */
export async function destroyBucket(request: Request): Promise<void> {
  const { state, client } = request;
  const id = state.id ?? '';
  const { buckets } = client.client;
  if (state.force_destroy !== true && state.destroy_check === 'server') {
    return buckets.deleteIfExists(id, toCall(request));
  }
  const bucket = await buckets.find(id, toCall(request));
  if (!bucket) return;
  if (state.force_destroy !== true) {
    await refuseContents(request, bucket);
    return buckets.deleteIfExists(id, toCall(request));
  }
  for (let round = 1; ; round += 1) {
    await lookInto(request, bucket, ALL, (contents) => contents.empty());
    try {
      return await buckets.deleteIfExists(id, toCall(request));
    } catch (error) {
      const filledAgain = error instanceof ApiError && error.status === 409;
      if (!filledAgain || round >= ROUNDS) throw error;
    }
  }
}

async function refuseContents(request: Request, bucket: BucketRecord): Promise<void> {
  const found = await lookInto(request, bucket, READ, (contents) => contents.first());
  if (found) throw notEmpty(bucket, found);
}

function notEmpty({ id, alias }: BucketRecord, { kind, key }: Content): DiagnosticError {
  return new DiagnosticError(
    'Bucket is not empty',
    `The bucket ${JSON.stringify(id)} (alias ${JSON.stringify(alias)}) holds at least one ${kind}: ${JSON.stringify(key)}. ` +
      'It was not deleted. Empty it first, or set force_destroy = true, apply, and destroy again: that deletes its contents for good.',
  );
}

/** Undefined for a bucket that S3 does not know yet: nobody can have put anything into it. */
async function lookInto<R>(
  request: Request,
  bucket: BucketRecord,
  permissions: typeof ALL,
  work: (contents: BucketContents) => Promise<R>,
): Promise<R | undefined> {
  const { client, state } = request;
  const alias = bucket.alias ?? state.alias ?? undefined;
  const endpoint = bucket.endpoint ?? state.endpoint ?? undefined;
  if (alias === undefined || endpoint === undefined) return undefined;
  const projectId = bucket.project_id ?? state.project_id ?? client.projectId;
  if (projectId === undefined) throw new Error('the bucket has no project');
  // Loaded here: hardly any run destroys a bucket.
  const { withShortLivedKey } = await import('../s3/short-lived-key');
  const reach = { bucket: { ...bucket, alias, endpoint }, projectId, region: client.s3Region, permissions };
  try {
    return await withShortLivedKey(client.client, reach, toCall(request), work);
  } catch (error) {
    throw error instanceof EndpointUnreachableError ? unreachable(request, error) : error;
  }
}

function unreachable({ state }: Request, error: EndpointUnreachableError): DiagnosticError {
  const way =
    state.force_destroy === true
      ? 'With force_destroy = true the provider has to reach it. Otherwise empty the bucket yourself, and set force_destroy = false'
      : 'Without looking into it the provider cannot tell whether the bucket is empty. If you know that it is';
  return new DiagnosticError(
    'Cannot reach the bucket',
    `${error.message} ${way} and destroy_check = "server", apply, and destroy again.`,
  );
}
