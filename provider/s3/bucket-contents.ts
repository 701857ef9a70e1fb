import { describeContents, type Emptied, Emptying, SIDE_BY_SIDE } from './emptying';
import { type Entry, EntryList } from './entry-list';
import type { S3Connection } from './s3-connection';

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
    const slots = Math.min(sideBySide, this.connection.maxConcurrentRequests);
    await new Emptying(this.connection, this.list, this.signal, slots, emptied).run();
  }
}
