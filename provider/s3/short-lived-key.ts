import type { BucketRecord, Client, Permissions } from '../client';
import { backoffMs } from '../client/retry';
import type { Call } from '../client/settings';
import { endpointUrl } from '../formats/s3-endpoint';
import { BucketContents } from './bucket-contents';
import { KeyLeftError, S3AnswerError } from './errors';
import { S3Connection } from './s3-connection';

/** A bucket that S3 knows, and how to sign for it. */
export interface Reach {
  readonly bucket: BucketRecord & { readonly alias: string; readonly endpoint: string };
  readonly projectId: string;
  readonly region: string;
  readonly permissions: Permissions;
}

/** How long a cancelled call may still take to delete the key, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Makes an access key for one bucket, lets `work` look into it, and deletes the key again, however `work` ends. A key that
 * could not be deleted is named in a {@link KeyLeftError}.
 */
export async function withShortLivedKey<R>(
  client: Client,
  { bucket, projectId, region, permissions }: Reach,
  call: Call,
  work: (contents: BucketContents) => Promise<R>,
): Promise<R> {
  const address = endpointUrl(bucket.endpoint);
  if (address === undefined) throw new S3AnswerError('GET', bucket.endpoint, 'the bucket’s endpoint is no address');
  const key = await client.accessKeys.create({ projectId, bucketIds: [bucket.id], permissions }, call);
  const credentials = { accessKeyId: key.access_key_id ?? key.id, secretAccessKey: key.secret_access_key };
  const endpoint = new URL(address);
  const connection = new S3Connection({ endpoint, bucket: bucket.alias, region, credentials }, client.settings);
  const { environment } = connection;
  // Whatever stands against it may pass: nobody else would ever delete this key.
  const revoke = async (failure?: unknown) => {
    const signal = call.signal?.aborted ? AbortSignal.timeout(GRACE_MS) : call.signal;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await client.accessKeys.deleteIfExists(key.id, { signal });
      } catch (error) {
        if (attempt >= client.settings.maxRetries) throw new KeyLeftError(key.id, bucket.id, failure, error);
        const waitMs = backoffMs(attempt, client.settings, environment.random());
        await environment.sleep(waitMs, signal).catch(() => undefined);
      }
    }
  };
  let result: R;
  try {
    result = await work(new BucketContents(connection, call.signal));
  } catch (error) {
    await revoke(error);
    throw error;
  } finally {
    await connection.close();
  }
  await revoke();
  return result;
}
