import type { BucketRecord, Client, Permissions } from '../client';
import { NotSentError } from '../client/errors/errors';
import type { Call } from '../client/settings';
import { endpointUrl, type S3Addressing } from '../formats/s3-endpoint';
import { describeContents, type Emptied, Emptying, SIDE_BY_SIDE } from './emptying';
import { type Entry, EntryList } from './entry-list';
import { KeyLeftError } from './errors';
import { S3Connection } from './s3-connection';

/** One entry of a bucket: enough to report that it is not empty. */
export interface Content {
  readonly kind: Entry['kind'] | 'unfinished upload';
  /** The key of the object, or the one that the upload is for, for messages: redacted and shortened. */
  readonly key: string;
}

/**
 * The objects and unfinished uploads of one bucket. The first list of objects, and each list of versions, waits up to 30 seconds for a new access key
 * to be known. Methods reject with a ClientError: S3ApiError for an error response (`NoSuchBucket` if there is no bucket), S3ResponseError or
 * MalformedResponseError for what is no response of S3, EndpointUnreachableError, CancelledError after an abort. The connection's maker closes it.
 */
export class BucketContents {
  private readonly list: EntryList;

  constructor(
    private readonly connection: S3Connection,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.list = new EntryList(connection, signal);
  }

  /** One object or, if there is none, an unfinished upload, else an older version or delete marker; undefined if S3 lists nothing. */
  async first(): Promise<Content | undefined> {
    const [object] = (await this.list.afterSettling(() => this.list.objects({}, 1))).entries;
    const [upload] = object ? [] : (await this.list.uploads(undefined, 1)).entries;
    const inProgress: Content | undefined = upload && { kind: 'unfinished upload', key: upload.key };
    const first = object ?? inProgress ?? (await this.list.everything({}, 1)).entries[0];
    return first && { kind: first.kind, key: this.connection.nameOf(first.key) };
  }

  /** The contents as far as one page of each list shows, in words: `1000 or more objects and 3 unfinished uploads`. */
  async count(): Promise<string> {
    await this.list.afterSettling(() => this.list.objects({}, 1));
    return describeContents(this.list);
  }

  /**
   * Deletes every object, with the versions that S3 lists, and aborts every upload; `emptied` counts them, also after a failure. At most
   * `sideBySide` batches run at once, and no more than the connection allows. Also rejects with NotEmptiedError, if S3 refuses to delete one for
   * good, or if the bucket does not become emptier for 30 seconds.
   */
  async empty(emptied: Emptied, sideBySide = SIDE_BY_SIDE): Promise<void> {
    await this.list.afterSettling(() => this.list.objects({}, 1));
    const slots = Math.min(sideBySide, this.connection.settings.maxConcurrentRequests);
    await new Emptying(this.connection, this.list, this.signal, slots, emptied).run();
  }
}

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
  try {
    // Inside the try: the constructor rejects settings that no request can be sent with.
    connection = new S3Connection({ endpoint, bucket: bucket.alias, region, addressing, credentials }, client.settings);
    return await work(new BucketContents(connection, call.signal));
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await client.accessKeys
      .revoke(key.id, call)
      .catch((error: unknown) => {
        throw new KeyLeftError(key.id, bucket.id, failure, error);
      })
      .finally(() => connection?.close());
  }
}
