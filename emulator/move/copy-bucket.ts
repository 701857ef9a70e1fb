import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { StartError } from '../domain/errors';
import { CONFIGURATIONS, type Endpoint, type ListedObject } from './endpoint';

export interface CopiedBucket {
  readonly objects: number;
  readonly bytes: bigint;
  /** Objects that are not there, each with the reason. */
  readonly problems: readonly string[];
  /** The source's objects as they were listed, by key. */
  readonly listed: ReadonlyMap<string, ListedObject>;
}

/** Headers of an object that come back with it. */
const KEPT =
  /^(?:cache-control|content-(?:disposition|encoding|language|type)|expires|x-amz-(?:meta-.*|website-redirect-location))$/;
/** Checksums that both sides know. One of several parts ends in `-` and their number, and fits no other way to upload. */
const CHECKSUMS = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'].map((name) => `x-amz-checksum-${name}`);
const AT_ONCE = 8;

/**
 * Copies all objects and the configuration of a bucket, and deletes what only the target has. What is the same there already, as after
 * an earlier attempt, is left. An object that was uploaded in parts becomes one that was not: it gets another ETag.
 */
export async function copyBucket(bucket: string, from: Endpoint, to: Endpoint): Promise<CopiedBucket> {
  await Promise.all([from.untilOpen(bucket), to.untilOpen(bucket)]);
  const there = new Map<string, ListedObject>();
  for await (const object of to.list(bucket)) there.set(object.key, object);
  const listed = new Map<string, ListedObject>();
  const problems: string[] = [];
  let [objects, bytes] = [0, 0n];
  const copy = async (object: ListedObject) => {
    const known = there.get(object.key);
    try {
      const isThere = known?.etag === object.etag && known.size === object.size;
      if (!(isThere && (await hasSameHeaders(bucket, object, from, to)))) await copyObject(bucket, object, from, to);
      objects += 1;
      bytes += BigInt(object.size);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      problems.push(error.message);
    }
  };
  const underWay = new Set<Promise<void>>();
  for await (const object of from.list(bucket)) {
    listed.set(object.key, object);
    const copied = copy(object).finally(() => underWay.delete(copied));
    underWay.add(copied);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  for (const key of there.keys()) if (!listed.has(key)) await to.delete(bucket, key);
  for (const kind of CONFIGURATIONS) {
    const document = await from.configuration(bucket, kind);
    if (document) await to.setConfiguration(bucket, kind, document);
    else if (await to.configuration(bucket, kind)) await to.deleteConfiguration(bucket, kind);
  }
  return { objects, bytes, problems, listed };
}

/** Objects that were written or deleted since they were listed, each in a sentence. */
export async function findChanges(bucket: string, from: Endpoint, listed: CopiedBucket['listed']): Promise<string[]> {
  const gone = new Set(listed.keys());
  const changed: string[] = [];
  for await (const { key, etag, modified } of from.list(bucket)) {
    gone.delete(key);
    const known = listed.get(key);
    // The same bytes with other metadata have the same ETag.
    if (known?.etag !== etag || known.modified !== modified)
      changed.push(`${bucket}/${key}: it was written while the move ran.`);
  }
  return [...changed, ...[...gone].map((key) => `${bucket}/${key}: it was deleted while the move ran.`)];
}

/** Whether all that the client said about the object is there: bytes and ETag are, without it, the same. */
async function hasSameHeaders(bucket: string, { key, etag }: ListedObject, from: Endpoint, to: Endpoint) {
  const [here, there] = await Promise.all([from.head(bucket, key), to.head(bucket, key)]);
  return isDeepStrictEqual(headersOf(here, etag), headersOf(there, etag));
}

async function copyObject(bucket: string, { key, etag }: ListedObject, from: Endpoint, to: Endpoint): Promise<void> {
  if (key.startsWith('/'))
    throw new StartError(
      `${bucket}/${key}: a cluster takes the slash at the beginning of a key away. In the old service, copy the object to another key if you need it, and delete this one; then run the move again.`,
    );
  const { headers, body } = await from.get(bucket, key);
  try {
    await to.put(bucket, key, headersOf(headers, etag), body);
  } finally {
    body.destroy();
  }
}

function headersOf(headers: IncomingHttpHeaders, etag: string): Record<string, string> {
  const isUsable = (name: string, value: string) => CHECKSUMS.includes(name) && !value.includes('-');
  const kept = Object.entries(headers).filter(([name, value]) => KEPT.test(name) || isUsable(name, String(value)));
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    'content-length': headers['content-length'] ?? '0',
    // Of an object that was sent in one piece: both ends check the bytes.
    ...(/^[0-9a-f]{32}$/.test(etag) && { 'content-md5': Buffer.from(etag, 'hex').toString('base64') }),
  };
}
