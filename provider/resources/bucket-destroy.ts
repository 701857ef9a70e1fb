import type { BucketRecord } from '../client';
import { ApiError } from '../client/errors';
import { DiagnosticError } from '../framework/diagnostic';
import type { DeleteRequest } from '../framework/resource';
import type { Content } from '../s3/bucket-contents';
import { ALL, lookInto, READ } from '../service/bucket-contents';
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
    await lookInto(request, { bucket, known: state, permissions: ALL, advice: FORCED }, (contents) => contents.empty());
    try {
      return await buckets.deleteIfExists(id, toCall(request));
    } catch (error) {
      const filledAgain = error instanceof ApiError && error.status === 409;
      if (!filledAgain || round >= ROUNDS) throw error;
    }
  }
}

async function refuseContents(request: Request, bucket: BucketRecord): Promise<void> {
  const found = await lookInto(
    request,
    { bucket, known: request.state, permissions: READ, advice: CHECKED },
    (contents) => contents.first(),
  );
  if (found) throw notEmpty(bucket, found);
}

function notEmpty({ id, alias }: BucketRecord, { kind, key }: Content): DiagnosticError {
  return new DiagnosticError(
    'Bucket is not empty',
    `The bucket ${JSON.stringify(id)} (alias ${JSON.stringify(alias)}) holds at least one ${kind}: ${JSON.stringify(key)}. ` +
      'It was not deleted. Empty it first, or set force_destroy = true, apply, and destroy again: that deletes its contents for good.',
  );
}
