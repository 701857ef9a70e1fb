import type { BucketRecord } from '../client';
import { ApiError } from '../client/errors';
import { DiagnosticError } from '../framework/diagnostic';
import type { DeleteRequest } from '../framework/resource';
import type { BucketContents, Content } from '../s3/bucket-contents';
import { KeyLeftError } from '../s3/errors';
import { ALL, type LookInto, lookInto, READ } from '../service/bucket-contents';
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

/** What to do about an endpoint that cannot be reached. */
const FORCED =
  'With force_destroy = true the provider has to reach it. Otherwise empty the bucket yourself, and set force_destroy = false and destroy_check = "server", apply, and destroy again.';
const CHECKED =
  'Without looking into it the provider cannot tell whether the bucket is empty. If you know that it is, set destroy_check = "server", apply, and destroy again.';

/** Private state: the key that was made for looking into the bucket and could not be deleted again. */
const KEY_LEFT = 'key_left';

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
  await revokeKeyLeft(request);
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
    await look(request, { bucket, permissions: ALL, advice: FORCED }, (contents) => contents.empty());
    try {
      return await buckets.deleteIfExists(id, toCall(request));
    } catch (error) {
      const filledAgain = error instanceof ApiError && error.status === 409;
      if (!filledAgain || round >= ROUNDS) throw error;
    }
  }
}

async function refuseContents(request: Request, bucket: BucketRecord): Promise<void> {
  const found = await look(request, { bucket, permissions: READ, advice: CHECKED }, (contents) => contents.first());
  if (found) throw notEmpty(bucket, found);
}

/** Looks into the bucket. A key that is left over is remembered, so that the next attempt deletes it. */
async function look<R>(
  request: Request,
  into: Omit<LookInto, 'known'>,
  work: (contents: BucketContents) => Promise<R>,
): Promise<R | undefined> {
  try {
    return await lookInto(request, { ...into, known: request.state }, work);
  } catch (error) {
    if (error instanceof KeyLeftError) request.privateState.set(KEY_LEFT, error.keyId);
    throw error;
  }
}

async function revokeKeyLeft(request: Request): Promise<void> {
  const { client, privateState } = request;
  const left = privateState.get(KEY_LEFT);
  if (typeof left !== 'string') return;
  await client.client.accessKeys.revoke(left, toCall(request));
  privateState.set(KEY_LEFT, undefined);
}

function notEmpty({ id, alias }: BucketRecord, { kind, key }: Content): DiagnosticError {
  return new DiagnosticError(
    'Bucket is not empty',
    `The bucket ${JSON.stringify(id)} (alias ${JSON.stringify(alias)}) holds at least one ${kind}: ${JSON.stringify(key)}. ` +
      'It was not deleted. Empty it first, or set force_destroy = true, apply, and destroy again: that deletes its contents for good.',
  );
}
