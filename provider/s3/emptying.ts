import { SETTLE_MS } from '../client/lists/listing';
import { nextWaitMs } from '../client/lists/settle';
import type { Entry, EntryList } from './entry-list';
import { NotEmptiedError, S3ApiError, S3ResponseError } from './errors';
import { type FailedDeletion, FailedDeletions, isGone } from './failed-deletions';
import { type KeyRange, splitRest } from './key-ranges';
import type { S3Connection } from './s3-connection';
import { childrenOf, parseXml, textOf, toXmlText } from './xml';

/** S3's limit for one DeleteObjects request, and for one page of a list. */
const BATCH = 1000;

/** The default for how many batches, of up to a thousand entries each, are deleted at the same time at most. */
export const SIDE_BY_SIDE = 8;

/** Counts of the deletions that S3 has acknowledged so far, repeated ones included. They are up to date even when emptying fails. */
export class Emptied {
  /** Objects, versions and delete markers that were deleted, or meanwhile by somebody else. */
  objects = 0;
  /** Unfinished uploads that were aborted. */
  uploads = 0;

  get isNothing(): boolean {
    return this.objects === 0 && this.uploads === 0;
  }

  toString(): string {
    return `${countOf(this.objects, 'object')} deleted, ${countOf(this.uploads, 'unfinished upload')} aborted`;
  }
}

/**
 * Empties a bucket in rounds: each deletes everything that it lists, up to `sideBySide` batches concurrently, then aborts the uploads, and the
 * bucket is empty when a round finds nothing. Others may write meanwhile, lists may lag behind, and an acknowledged deletion may not happen.
 * So emptying continues only while each round finds less than every earlier one; without progress, it gives up after the settle time.
 */
export class Emptying {
  constructor(
    private readonly connection: S3Connection,
    private readonly list: EntryList,
    private readonly signal: AbortSignal | undefined,
    private readonly sideBySide: number,
    private readonly emptied: Emptied,
  ) {}

  /** Rejects with NotEmptiedError when something remains, and with the first failure of a request once all have ended. */
  async run(): Promise<void> {
    const { now } = this.connection.environment;
    let least = Number.POSITIVE_INFINITY;
    let [stalledSince, waitMs, waitedMs] = [0, 0, 0];
    for (;;) {
      const { seen, failed } = await this.#round();
      if (seen === 0) return;
      if (failed.areLasting) throw new NotEmptiedError(this.connection.name, String(failed));
      if (seen < least) {
        [least, stalledSince, waitMs, waitedMs] = [seen, now(), 0, 0];
        continue;
      }
      // The clock may have been set back.
      if (Math.max(waitedMs, now() - stalledSince) >= SETTLE_MS) throw await this.#stalled(failed);
      waitMs = nextWaitMs(waitMs);
      waitedMs += waitMs;
      await this.connection.pause(waitMs, { method: 'GET', signal: this.signal });
    }
  }

  async #round(): Promise<{ readonly seen: number; readonly failed: FailedDeletions }> {
    // Lists do not wait for deletions: while all deletion slots are busy, nearly as many visits list. Not more, because waiting pages are in memory.
    const most = Math.min(2 * this.sideBySide - 1, this.connection.settings.maxConcurrentRequests);
    const visits = new Semaphore(most);
    const deletions = new Semaphore(this.sideBySide);
    const running = new Set<Promise<void>>();
    const failed = new FailedDeletions();
    let seen = 0;
    let failure: { readonly error: unknown } | undefined;
    const start = (range: KeyRange) => {
      const visited = visits
        .run(async () => {
          if (failure !== undefined) return;
          const { entries, rest } = await this.list.everything(range, BATCH);
          seen += entries.length;
          // Each free slot takes a part of the rest.
          const keys = entries.map(({ key }) => key);
          if (rest !== undefined) splitRest(rest, keys, 1 + Math.max(0, most - running.size)).forEach(start);
          failed.add(await deletions.run(async () => (failure === undefined ? this.#delete(entries) : [])));
        })
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(visited));
      running.add(visited);
    };
    start({});
    while (running.size > 0) await Promise.all(running);
    // All requests have ended: only now is it known what was deleted.
    if (failure !== undefined) throw failure.error;
    return { seen: seen + (await this.#abortUploads()), failed };
  }

  async #delete(entries: readonly Entry[]): Promise<FailedDeletion[]> {
    const [inXml, others]: [string[], Entry[]] = [[], []];
    for (const entry of entries) {
      const xml = toObjectXml(entry);
      // XML cannot represent every key.
      if (xml === undefined) others.push(entry);
      else inXml.push(xml);
    }
    const refused = inXml.length === 0 ? [] : await this.#deleteMany(inXml.join(''));
    this.emptied.objects += inXml.length - refused.length;
    for (const entry of others) {
      const one = await this.#deleteOne(entry);
      if (one === undefined) this.emptied.objects += 1;
      else refused.push(one);
    }
    return refused;
  }

  async #deleteOne({ key, version }: Entry): Promise<FailedDeletion | undefined> {
    const query: Readonly<Record<string, string>> = version === undefined ? {} : { versionId: version };
    try {
      await this.connection.send({ method: 'DELETE', key, query, signal: this.signal });
    } catch (error) {
      if (!(error instanceof S3ApiError && (error.status === 403 || isGone(error.code)))) throw error;
      if (isGone(error.code)) return undefined;
      return { key: this.connection.nameOf(key), code: error.code ?? '403', words: error.serverWords };
    }
    return undefined;
  }

  async #deleteMany(objects: string): Promise<FailedDeletion[]> {
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`;
    const text = await this.connection.send({ method: 'POST', query: { delete: '' }, body, signal: this.signal });
    const result = parseXml(text, 'DeleteResult');
    // A response without a DeleteResult acknowledges nothing.
    if (!result) throw new S3ResponseError({ method: 'POST', path: this.connection.name }, 'no DeleteResult');
    const refused = childrenOf(result, 'Error').map((error) => {
      const said = (name: string) => textOf(error, name) ?? '';
      const [code, words] = [this.connection.wordsOf(said('Code')), this.connection.wordsOf(said('Message'))];
      return { key: this.connection.nameOf(said('Key')), code, words };
    });
    return refused.filter(({ code }) => !isGone(code));
  }

  /** Aborts every upload, and returns how many were listed. */
  async #abortUploads(): Promise<number> {
    const slots = new Semaphore(this.sideBySide);
    let seen = 0;
    let after: Awaited<ReturnType<EntryList['uploads']>>['last'];
    do {
      const { entries, last } = await this.list.uploads(after, BATCH);
      seen += entries.length;
      const aborted = await Promise.allSettled(entries.map((upload) => slots.run(() => this.#abort(upload))));
      for (const one of aborted) if (one.status === 'rejected') throw one.reason;
      after = last?.key === after?.key && last?.id === after?.id ? undefined : last;
    } while (after !== undefined);
    return seen;
  }

  async #abort({ key, id }: { readonly key: string; readonly id: string }): Promise<void> {
    try {
      await this.connection.send({ method: 'DELETE', key, query: { uploadId: id }, signal: this.signal });
      this.emptied.uploads += 1;
    } catch (error) {
      // Completed or aborted by someone else meanwhile; a completed upload is an object, which the next round finds.
      if (!(error instanceof S3ApiError) || error.code !== 'NoSuchUpload') throw error;
    }
  }

  async #stalled(failed: FailedDeletions): Promise<NotEmptiedError> {
    const why = failed.isNothing
      ? 'Either another client keeps writing to the bucket: then revoke its keys (the data source coffer_access_keys lists them). Or the service confirms deletions without performing them.'
      : String(failed);
    return new NotEmptiedError(
      this.connection.name,
      `for ${SETTLE_MS / 1000} seconds it has not become emptier. Now ${await describeContents(this.list)} are in it. ${why}`,
    );
  }
}

/** The contents of a bucket in words, as far as one page of each list shows: `1000 or more objects and 3 unfinished uploads`. */
export async function describeContents(list: EntryList): Promise<string> {
  const { entries, rest } = await list.everything({}, BATCH);
  const { entries: uploads, last } = await list.uploads(undefined, BATCH);
  return `${countOf(entries.length, 'object', rest)} and ${countOf(uploads.length, 'unfinished upload', last)}`;
}

const countOf = (count: number, noun: string, more?: unknown) =>
  `${count}${more === undefined ? '' : ' or more'} ${noun}${count === 1 && more === undefined ? '' : 's'}`;

/** The entry as XML for DeleteObjects; undefined when XML cannot represent it. */
function toObjectXml({ key, version }: Entry): string | undefined {
  const [text, id] = [toXmlText(key), version === undefined ? '' : toXmlText(version)];
  if (text === undefined || id === undefined) return undefined;
  return `<Object><Key>${text}</Key>${version === undefined ? '' : `<VersionId>${id}</VersionId>`}</Object>`;
}

/** Runs at most `size` tasks, but at least one, at the same time; the others wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = Math.max(1, size);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
