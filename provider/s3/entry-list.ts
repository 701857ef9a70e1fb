import { SETTLE_MS } from '../client/lists/listing';
import { pollUntil, retrying } from '../client/lists/settle';
import { S3ApiError, S3ResponseError } from './errors';
import { comesAfter, type KeyRange } from './key-ranges';
import type { S3Connection } from './s3-connection';
import { childrenOf, parseXml, textOf, type Xml } from './xml';

/** An entry of a bucket: an object or, where the server keeps them, one of its versions or a delete marker. */
export interface Entry {
  readonly kind: 'object' | 'older version' | 'delete marker';
  readonly key: string;
  /** The id of the version; undefined in a list of objects alone. */
  readonly version?: string | undefined;
}

/** An upload that was begun and neither completed nor aborted. */
export interface Upload {
  readonly key: string;
  readonly id: string;
}

/** A part of a list, in the order of the server but for delete markers, which come last. If it is empty, it is the last one. */
export interface Page<T> {
  readonly entries: readonly T[];
  /** The range that is left; undefined at the end. */
  readonly rest: KeyRange | undefined;
}

/** Statuses of a server that has no versions, or does not list them: then only objects are listed. */
const WITHOUT_VERSIONS = new Set([400, 403, 405, 501]);

interface ListKind {
  readonly root: string;
  /** Names of the elements that it lists. */
  readonly names: readonly string[];
  /** Parameters of the next page, and the elements that contain their values. */
  readonly goesOn: Readonly<Record<string, string>>;
}

/** A list of objects in place of another one, from a server that knows no other. */
class PlainListError extends S3ResponseError {}

/** Lists one bucket, in pages of at most `limit` entries, 1 to 1000. Rejects like `S3Connection.send`; S3ResponseError: the response is no list. */
export class EntryList {
  #hasVersions: boolean | undefined;

  constructor(
    private readonly connection: S3Connection,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Retries for up to 30 seconds while S3 returns 403, because it may not know a newly created key yet (P4). */
  async afterSettling<R>(ask: () => Promise<R>): Promise<R> {
    const waiting = {
      now: this.connection.environment.now,
      pause: (ms: number) => this.connection.pause(ms, { method: 'GET', signal: this.signal }),
    };
    const mayNotKnowKey = (error: unknown) => error instanceof S3ApiError && error.status === 403;
    return retrying(ask, mayNotKnowKey, (attempt) => pollUntil(waiting, attempt, SETTLE_MS));
  }

  /** Objects of a range, without their versions. */
  async objects({ after, upTo }: KeyRange, limit: number): Promise<Page<Entry>> {
    const query = { 'list-type': '2', 'max-keys': String(limit), 'encoding-type': 'url' };
    const list = await this.#get(
      { ...query, ...(after !== undefined && { 'start-after': after }) },
      { root: 'ListBucketResult', names: ['Contents'], goesOn: { 'continuation-token': 'NextContinuationToken' } },
    );
    const decode = this.#decoderOf(list);
    const entries = childrenOf(list, 'Contents')
      .map((item): Entry => ({ kind: 'object', key: decode(textOf(item, 'Key')) }))
      // A server that ignores start-after starts over.
      .filter(({ key }) => after === undefined || comesAfter(key, after));
    const last = entries.at(-1)?.key;
    const more = isTruncated(list) && last !== undefined;
    return cut({ entries, rest: more ? { after: last, upTo } : undefined }, upTo);
  }

  /** Objects of a range with all their versions and delete markers; from a server that refuses its first list of them, always the objects alone. */
  async everything(range: KeyRange, limit: number): Promise<Page<Entry>> {
    if (this.#hasVersions === false) return this.objects(range, limit);
    try {
      const page = await this.afterSettling(() => this.#versions(range, limit));
      this.#hasVersions = true;
      return page;
    } catch (error) {
      const lacks =
        error instanceof PlainListError || (error instanceof S3ApiError && WITHOUT_VERSIONS.has(error.status));
      if (this.#hasVersions === true || !lacks) throw error;
      this.#hasVersions = false;
      return this.objects(range, limit);
    }
  }

  async #versions({ after, afterVersion, upTo }: KeyRange, limit: number): Promise<Page<Entry>> {
    const query = {
      ...{ versions: '', 'max-keys': String(limit), 'encoding-type': 'url' },
      ...(after !== undefined && { 'key-marker': after }),
      ...(afterVersion !== undefined && { 'version-id-marker': afterVersion }),
    };
    const list = await this.#get(query, {
      root: 'ListVersionsResult',
      names: ['Version', 'DeleteMarker'],
      goesOn: { 'key-marker': 'NextKeyMarker', 'version-id-marker': 'NextVersionIdMarker' },
    });
    const decode = this.#decoderOf(list);
    const entriesOf = (name: string, kindOf: (item: Xml) => Entry['kind']) =>
      childrenOf(list, name).map(
        (item): Entry => ({ kind: kindOf(item), key: decode(textOf(item, 'Key')), version: textOf(item, 'VersionId') }),
      );
    const isLatest = (item: Xml) => textOf(item, 'IsLatest') === 'true';
    const entries = [
      ...entriesOf('Version', (item) => (isLatest(item) ? 'object' : 'older version')),
      ...entriesOf('DeleteMarker', () => 'delete marker'),
    ].filter(({ key }) => after === undefined || !comesAfter(after, key));
    const next = decode(textOf(list, 'NextKeyMarker')) || undefined;
    if (isTruncated(list) && next === undefined)
      throw this.#unexpected('a part of a list that does not say where it goes on');
    const nextVersion = textOf(list, 'NextVersionIdMarker');
    // A server that ignores the markers starts over, and the list would never end.
    const goesOn =
      after === undefined ||
      (next !== undefined && (comesAfter(next, after) || (next === after && nextVersion !== afterVersion)));
    const more = next !== undefined && isTruncated(list) && entries.length > 0 && goesOn;
    return cut({ entries, rest: more ? { after: next, afterVersion: nextVersion, upTo } : undefined }, upTo);
  }

  /** Unfinished uploads behind `after`, from the first if it is undefined. `last` is the `after` of the next page; absent at the end. */
  async uploads(after: Upload | undefined, limit: number): Promise<{ entries: readonly Upload[]; last?: Upload }> {
    const query = {
      ...{ uploads: '', 'max-uploads': String(limit), 'encoding-type': 'url' },
      ...(after && { 'key-marker': after.key, 'upload-id-marker': after.id }),
    };
    const list = await this.#get(query, {
      root: 'ListMultipartUploadsResult',
      names: ['Upload'],
      goesOn: { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' },
    });
    const decode = this.#decoderOf(list);
    const entries = childrenOf(list, 'Upload').map((item) => ({
      key: decode(textOf(item, 'Key')),
      id: textOf(item, 'UploadId') ?? '',
    }));
    const last = entries.at(-1);
    return { entries, ...(isTruncated(list) && last && { last }) };
  }

  /** Decodes keys: they are URL-encoded, since XML cannot represent every character; a server that does not encode omits EncodingType. */
  #decoderOf(list: Xml): (key: string | undefined) => string {
    const isEncoded = textOf(list, 'EncodingType') === 'url';
    return (key = '') => (isEncoded ? this.#decoded(key) : key);
  }

  #decoded(key: string): string {
    try {
      return decodeURIComponent(key.replaceAll('+', ' '));
    } catch {
      throw this.#unexpected(`a key that is not URL-encoded in UTF-8, ${JSON.stringify(this.connection.nameOf(key))}`);
    }
  }

  #unexpected(detail: string, Failure = S3ResponseError): S3ResponseError {
    return new Failure({ method: 'GET', path: this.connection.name }, detail);
  }

  /** The first page with entries, or the last page. */
  async #get(query: Readonly<Record<string, string>>, kind: ListKind): Promise<Xml> {
    for (let asked = query; ; ) {
      const list = await this.#getOnce(asked, kind.root);
      if (!isTruncated(list) || kind.names.some((name) => childrenOf(list, name).length > 0)) return list;
      // An empty page that is not the last does not prove that the bucket is empty.
      const next = this.#following(list, kind.goesOn);
      if (next.every(([name, value]) => asked[name] === value))
        throw this.#unexpected('a part of a list that shows nothing and does not go on');
      asked = { ...query, ...Object.fromEntries(next) };
    }
  }

  #following(list: Xml, goesOn: Readonly<Record<string, string>>): [string, string][] {
    const decode = this.#decoderOf(list);
    return Object.entries(goesOn).flatMap(([parameter, element]): [string, string][] => {
      const value = textOf(list, element);
      return value ? [[parameter, parameter === 'key-marker' ? decode(value) : value]] : [];
    });
  }

  async #getOnce(query: Readonly<Record<string, string>>, root: string): Promise<Xml> {
    const text = await this.connection.send({ method: 'GET', query, signal: this.signal });
    const list = parseXml(text, root);
    // A server that lists a bucket names at least the bucket.
    if (list !== undefined && list.children.length > 0) return list;
    throw this.#unexpected(`no ${root}`, parseXml(text, 'ListBucketResult') ? PlainListError : S3ResponseError);
  }
}

/** A page without the entries behind the end of its range. */
function cut({ entries, rest }: Page<Entry>, upTo: string | undefined): Page<Entry> {
  if (upTo === undefined) return { entries, rest };
  const within = entries.filter(({ key }) => !comesAfter(key, upTo));
  return { entries: within, rest: within.length < entries.length ? undefined : rest };
}

const isTruncated = (list: Xml) => textOf(list, 'IsTruncated') === 'true';
