import type { BucketRecord, Client, Permissions } from '../client';
import { NotSentError } from '../client/errors';
import type { Call } from '../client/settings';
import { endpointUrl, type S3Addressing } from '../formats/s3-endpoint';
import { BucketContents } from './bucket-contents';
import { KeyLeftError } from './errors';
import { S3Connection } from './s3-connection';

/** A bucket that S3 knows, and the settings to sign requests for it. */
interface Reach {
  /** Its endpoint may lack a scheme (`endpointUrl`). */
  readonly bucket: Pick<BucketRecord, 'id'> & { readonly alias: string; readonly endpoint: string };
  readonly addressing: S3Addressing;
  readonly projectId: string;
  readonly region: string;
  readonly permissions: Permissions;
}

/**
 * Creates an access key for one bucket, lets `work` use it on the bucket, and deletes the key again, however `work` ends, even if the call is
 * cancelled. Settles like `work`, whose contents may not be used afterwards; but a {@link KeyLeftError} names a key that could not be deleted.
 * Rejects with a NotSentError, before it makes a key, if the endpoint is no address.
 */
export async function withShortLivedKey<R>(
  client: Client,
  { bucket, projectId, region, addressing, permissions }: Reach,
  call: Call,
  work: (contents: BucketContents) => Promise<R>,
): Promise<R> {
  const address = endpointUrl(bucket.endpoint);
  if (address === undefined) {
    const why =
      'the endpoint that the service names for it is no valid address. Set s3_endpoint in the provider block.';
    throw new NotSentError({ method: 'GET', path: `the bucket ${bucket.id}` }, why);
  }
  const key = await client.accessKeys.create({ projectId, bucketIds: [bucket.id], permissions }, call);
  const credentials = { accessKeyId: key.access_key_id || key.id, secretAccessKey: key.secret_access_key };
  const endpoint = new URL(address);
  let connection: S3Connection | undefined;
  let failure: unknown;
  const revoke = async () => {
    try {
      await client.accessKeys.revoke(key.id, call);
    } catch (error) {
      throw new KeyLeftError(key.id, bucket.id, failure, error);
    }
  };
  try {
    // Inside the try: the constructor rejects settings that no request can be sent with.
    connection = new S3Connection({ endpoint, bucket: bucket.alias, region, addressing, credentials }, client.settings);
    return await work(new BucketContents(connection, call.signal));
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await revoke().finally(() => connection?.close());
  }
}
