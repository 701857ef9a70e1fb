import { onTestFinished } from 'vitest';
import { BucketContents } from '../../../../provider/s3/bucket-contents';
import { EntryList } from '../../../../provider/s3/entry-list';
import { comesAfter } from '../../../../provider/s3/key-ranges';
import { S3Connection } from '../../../../provider/s3/s3-connection';
import { type Arrived, startServer } from '../../../unit/provider/client/raw-server';
import { settingsFor, TestTime } from '../../../unit/provider/client/story-parts';

/** An entry of the bucket: an object, one of its versions, or a delete marker. */
export interface Item {
  readonly key: string;
  readonly version?: string;
  readonly marker?: boolean;
}

/** Variations of S3 servers that the emulator does not have. */
export interface Oddities {
  /** Lists versions and delete markers. */
  readonly versions?: boolean;
  /** The first responses to lists of versions. */
  readonly beforeVersions?: (readonly [number, string])[];
  /** Lists from the beginning and ignores `start-after`. */
  readonly ignoresStartAfter?: boolean;
  /** Claims to URL-encode keys, but does not. */
  readonly listsRawKeys?: boolean;
  /** The error code of DeleteObjects for an item that it does not delete. */
  readonly refuses?: (item: Item) => string | undefined;
  /** The first list is empty but truncated; `forever`: every list. */
  readonly beginsWithNothing?: 'once' | 'forever';
  /** Keys that are gone before the request to delete them, which responds with NoSuchKey. */
  readonly forgets?: readonly string[];
  /** The response to each DeleteObjects. */
  readonly acknowledgement?: string;
  /** Acknowledges aborts without aborting, and lists uploads always from the beginning. */
  readonly keepsUploads?: boolean;
  /** Unfinished uploads, two per page, with the error code of an abort; undefined: the abort succeeds. */
  readonly uploads?: Map<string, string | undefined>;
  /** How many concurrent requests the provider may send. */
  readonly maxConcurrentRequests?: number;
  /** The message beside the code of `refuses`. */
  readonly words?: string;
  /** Acknowledges deletions without deleting. */
  readonly keepsAll?: boolean;
  /** Truncated lists do not say where they go on. */
  readonly omitsMarkers?: boolean;
  /** Called before the response to each DeleteObjects. */
  readonly meanwhile?: (put: (...items: readonly Item[]) => void) => Promise<void> | void;
}

/** A bucket of a server with these oddities. Does not check signatures. */
export async function startBucket(keys: readonly (string | Item)[], oddities: Oddities = {}) {
  let items: Item[] = keys.map((key) => (typeof key === 'string' ? { key } : key)).sort(inOrder);
  const lists: URLSearchParams[] = [];
  const put = (...more: readonly Item[]) => {
    items = [...items, ...more].sort(inOrder);
  };

  const list = (query: URLSearchParams): string => {
    lists.push(query);
    if (oddities.beginsWithNothing && query.get('max-keys') !== null) {
      const token = query.get('continuation-token') ?? query.get('key-marker');
      if (oddities.beginsWithNothing === 'forever' || token === null) return page(rootOf(query), [], GOES_ON);
    }
    if (query.has('uploads')) {
      const marker = oddities.keepsUploads ? '' : (query.get('upload-id-marker') ?? '');
      const all = [...(oddities.uploads?.keys() ?? [])].filter((id) => id > marker);
      const shown = all.slice(0, Math.min(2, Number(query.get('max-uploads'))));
      const written = shown.map((id) => `<Upload><Key>k</Key><UploadId>${id}</UploadId></Upload>`);
      return page('ListMultipartUploadsResult', written, `<IsTruncated>${all.length > shown.length}</IsTruncated>`);
    }
    const hasVersions = query.has('versions');
    const after = oddities.ignoresStartAfter ? null : query.get(hasVersions ? 'key-marker' : 'start-after');
    const afterVersion = query.get('version-id-marker');
    // A plain list shows current objects only.
    const listed = hasVersions ? items : items.filter(({ key, marker }, at) => !marker && items[at - 1]?.key !== key);
    const isBehind = ({ key }: Item) => after === null || comesAfter(key, after);
    const from =
      afterVersion === null
        ? listed.findIndex(isBehind)
        : listed.findIndex(({ key, version }) => key === after && version === afterVersion) + 1;
    const most = Number(query.get('max-keys'));
    const shown = from < 0 ? [] : listed.slice(from, from + most);
    const last = shown.at(-1);
    const next =
      last && from + most < listed.length
        ? oddities.omitsMarkers
          ? '<IsTruncated>true</IsTruncated>'
          : `<IsTruncated>true</IsTruncated><NextKeyMarker>${encodeURIComponent(last.key)}</NextKeyMarker><NextVersionIdMarker>${last.version}</NextVersionIdMarker>`
        : '<IsTruncated>false</IsTruncated>';
    const written = shown.map(({ key, version = 'null', marker: isMarker }, at) => {
      const name = hasVersions ? (isMarker ? 'DeleteMarker' : 'Version') : 'Contents';
      const isLatest = listed[from + at - 1]?.key !== key;
      const more = hasVersions ? `<VersionId>${version}</VersionId><IsLatest>${isLatest}</IsLatest>` : '';
      return `<${name}><Key>${oddities.listsRawKeys ? key : encodeURIComponent(key)}</Key>${more}</${name}>`;
    });
    return page(rootOf(query), written, next);
  };

  const remove = async (named: readonly Item[]): Promise<string> => {
    await oddities.meanwhile?.(put);
    const byName = new Map(items.map((item) => [nameOf(item), item]));
    const errors: string[] = [];
    const gone = new Set<Item>();
    for (const item of named.map((one) => byName.get(nameOf(one)))) {
      const code = item && (oddities.forgets?.includes(item.key) ? 'NoSuchKey' : oddities.refuses?.(item));
      if (code === 'NoSuchKey') gone.add(item as Item);
      if (code)
        errors.push(
          `<Error><Key>${item.key}</Key><Code>${code}</Code><Message>${oddities.words ?? 'Said so'}</Message></Error>`,
        );
      else if (item) gone.add(item);
    }
    if (!oddities.keepsAll) items = items.filter((one) => !gone.has(one));
    return oddities.acknowledgement ?? `<DeleteResult>${errors.join('')}</DeleteResult>`;
  };

  const respond = async ({ method, url, body }: Arrived): Promise<readonly [number, string]> => {
    const { pathname, searchParams: query } = new URL(url, 'http://unused');
    const before = query.has('versions') && oddities.beforeVersions?.shift();
    if (before) return before;
    if (query.has('versions') && !oddities.versions) return [501, '<Error><Code>NotImplemented</Code></Error>'];
    if (method === 'GET') return [200, list(query)];
    const upload = query.get('uploadId');
    if (upload !== null) {
      const code = oddities.uploads?.get(upload);
      const ends = code === undefined || code === 'NoSuchUpload';
      if (ends && !oddities.keepsUploads) oddities.uploads?.delete(upload);
      return code === undefined ? [204, ''] : [404, `<Error><Code>${code}</Code></Error>`];
    }
    if (method === 'DELETE') {
      const version = query.get('versionId');
      const result = await remove([
        { key: decodeURIComponent(pathname.slice('/b/'.length)), ...(version && { version }) },
      ]);
      const error = /<Error>.*<\/Error>/.exec(result)?.[0];
      return error === undefined ? [204, ''] : [error.includes('NoSuch') ? 404 : 403, error];
    }
    return [200, await remove(namedIn(body))];
  };
  let [open, mostAtATime] = [0, 0];
  const server = await startServer(async (request, response) => {
    open += 1;
    mostAtATime = Math.max(mostAtATime, open);
    await new Promise(setImmediate);
    const [status, text] = await respond(request);
    open -= 1;
    response.statusCode = status;
    response.end(text);
  });
  const time = new TestTime();
  const target = {
    endpoint: new URL(server.baseUrl),
    bucket: 'b',
    region: 'us-east-1',
    addressing: 'path' as const,
    credentials: { accessKeyId: 'GK1', secretAccessKey: 'canary' },
  };
  const connection = new S3Connection(target, {
    ...settingsFor(server.baseUrl, 'token', time),
    ...(oddities.maxConcurrentRequests !== undefined && { maxConcurrentRequests: oddities.maxConcurrentRequests }),
  });
  onTestFinished(() => connection.close());
  return {
    ...{ time, lists },
    contents: (signal?: AbortSignal) => new BucketContents(connection, signal),
    list: () => new EntryList(connection, undefined),
    left: () => items,
    /** The highest number of concurrent requests. */
    mostAtATime: () => mostAtATime,
  };
}

/** Orders by the bytes of the key; versions of one key keep their order. */
const inOrder = (a: Item, b: Item) => (a.key === b.key ? 0 : comesAfter(a.key, b.key) ? 1 : -1);

const nameOf = ({ key, version = 'null' }: Item) => `${key} ${version}`;

const rootOf = (query: URLSearchParams) => (query.has('versions') ? 'ListVersionsResult' : 'ListBucketResult');

/** The elements of a truncated page, for lists of objects and of versions. */
const GOES_ON =
  '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken><NextKeyMarker>%01</NextKeyMarker>';

const page = (root: string, written: readonly string[], more: string) =>
  `<${root}><Name>b</Name><EncodingType>url</EncodingType>${more}${written.join('')}</${root}>`;

/** The items that a DeleteObjects names. */
const namedIn = (body: string): Item[] =>
  [...body.matchAll(/<Key>(.*?)<\/Key>(?:<VersionId>(.*?)<\/VersionId>)?/g)].map(([, key = '', version = 'null']) => ({
    key: key.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    version,
  }));
