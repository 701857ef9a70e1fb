import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { finished, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../domain/errors';
import { signRequest } from '../s3/auth/sign-request';
import { parseDocument, type XmlElement } from '../s3/xml/parse';

/** An S3 endpoint, and a key that may do everything with the buckets there. */
export interface EndpointOptions {
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Objects in one page of a list. Default 1,000. */
  readonly pageSize?: number;
  /** Longest time without a byte, in milliseconds. Default one minute. */
  readonly stalledMs?: number;
}

export interface ListedObject {
  readonly key: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** As the endpoint writes the time. */
  readonly modified: string;
}

/** What one bucket can be told about itself, by the name of its query parameter. */
export const CONFIGURATIONS = ['cors', 'lifecycle'] as const;

interface Asked {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'PUT';
  readonly bucket: string;
  readonly key?: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable | Buffer;
}

/** A request that is not carried out stays without effect for so long: a new key takes a moment to reach each node of a cluster. */
const READY_WITHIN_MS = 30_000;
const POLL_MS = 200;
const STALLED_MS = 60_000;
/** Bytes of a body that is sent only once the endpoint asks for it, or keeps silent for so long. */
const LARGE = 64 * 1024;
const CONTINUED_WITHIN_MS = 1_000;
/** Largest list or configuration that is read. */
const MOST_BYTES = 16 * 1024 * 1024;

/** S3 as the move uses it: our own endpoint, or that of a cluster. Failures are a {@link StartError} with the bucket and key. */
export class Endpoint {
  constructor(private readonly options: EndpointOptions) {}

  /** Waits until the bucket can be listed. */
  async untilOpen(bucket: string): Promise<void> {
    for (const end = Date.now() + READY_WITHIN_MS; ; await delay(POLL_MS)) {
      const response = await this.#send({ method: 'GET', bucket, query: [['max-keys', '1']] });
      await this.#read(response, bucket);
      if (response.statusCode === 200) return;
      if (Date.now() > end)
        throw new StartError(`The bucket ${bucket} cannot be listed at ${this.options.url}: ${response.statusCode}.`);
    }
  }

  /** All objects of a bucket, in the order of their keys. */
  async *list(bucket: string): AsyncGenerator<ListedObject> {
    for (let token: string | undefined; ; ) {
      const more = token === undefined ? [] : [['continuation-token', token] as const];
      const page = [['max-keys', String(this.options.pageSize ?? 1_000)] as const, ...more];
      const query = [['list-type', '2'] as const, ['encoding-type', 'url'] as const, ...page];
      const text = await this.#read(await this.#must({ method: 'GET', bucket, query }), bucket);
      const { objects, isTruncated, next } = this.#parsed(text, bucket, 'ListBucketResult', toPage);
      yield* objects;
      if (!isTruncated) return;
      // Whoever takes the list for whole deletes the rest in the target.
      if (!next || next === token)
        throw new StartError(`${bucket}: ${this.options.url} says that the list goes on, and names no next page.`);
      token = next;
    }
  }

  /** The object, whose body is to be read. It ends with a {@link StartError} if it is cut off. */
  async get(bucket: string, key: string): Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Readable }> {
    const response = await this.#must({ method: 'GET', bucket, key, headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    const body = Readable.from(this.#pieces(response, `${bucket}/${key}`), { objectMode: false });
    // Nothing else ends it if nothing is read.
    body.once('close', () => response.destroy());
    return { headers: response.headers, body };
  }

  /** The body of a response. The time that the reader takes for a piece does not count as silence. */
  async *#pieces(response: IncomingMessage, what: string): AsyncGenerator<Buffer> {
    const { url, stalledMs = STALLED_MS } = this.options;
    let bytes = 0;
    const silence = new Error(`sent nothing for ${stalledMs / 1000} s`);
    const watch = () => setTimeout(() => response.destroy(silence), stalledMs);
    let timer = watch();
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        clearTimeout(timer);
        bytes += piece.length;
        yield piece;
        timer = watch();
      }
    } catch (error) {
      const after = `${bytes} of ${response.headers['content-length'] ?? 'an unknown number of'} bytes`;
      const why = error === silence ? silence.message : 'cut its response off';
      throw new StartError(`${what}: ${url} ${why} after ${after}.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async head(bucket: string, key: string): Promise<IncomingHttpHeaders> {
    return (await this.#do({ method: 'HEAD', bucket, key })).headers;
  }

  async delete(bucket: string, key: string): Promise<void> {
    await this.#do({ method: 'DELETE', bucket, key });
  }

  async empty(bucket: string): Promise<void> {
    await this.untilOpen(bucket);
    for await (const { key } of this.list(bucket)) await this.delete(bucket, key);
  }

  async put(bucket: string, key: string, headers: Readonly<Record<string, string>>, body: Readable): Promise<void> {
    await this.#do({ method: 'PUT', bucket, key, headers, body });
  }

  /** The document of a configuration; undefined: there is none. */
  async configuration(bucket: string, kind: (typeof CONFIGURATIONS)[number]): Promise<Buffer | undefined> {
    const response = await this.#send({ method: 'GET', bucket, query: [[kind, '']] });
    const isAbsent = response.statusCode === 404;
    const document = await this.#read(isAbsent ? response : await this.#require(response, bucket), bucket);
    // An older Garage sends nothing instead of these codes.
    if (document.length === 0 || /^NoSuch(CORS|Lifecycle)Configuration$/.test(codeOf(document))) return undefined;
    if (isAbsent) await this.#require(response, bucket, document);
    this.#parsed(document, bucket, kind === 'cors' ? 'CORSConfiguration' : 'LifecycleConfiguration', (root) => root);
    return document;
  }

  async setConfiguration(bucket: string, kind: (typeof CONFIGURATIONS)[number], body: Buffer): Promise<void> {
    const headers = { 'content-md5': hash('md5', body, 'base64'), 'content-type': 'application/xml' };
    await this.#do({ method: 'PUT', bucket, query: [[kind, '']], headers, body });
  }

  async deleteConfiguration(bucket: string, kind: (typeof CONFIGURATIONS)[number]): Promise<void> {
    await this.#do({ method: 'DELETE', bucket, query: [[kind, '']] });
  }

  /** Sends a request whose response has nothing to read. */
  async #do(asked: Asked): Promise<IncomingMessage> {
    const response = await this.#must(asked);
    await this.#read(response, nameOf(asked));
    return response;
  }

  async #must(asked: Asked): Promise<IncomingMessage> {
    return this.#require(await this.#send(asked), nameOf(asked));
  }

  /** @param document body of the response, if it was read */
  async #require(response: IncomingMessage, what: string, document?: Buffer): Promise<IncomingMessage> {
    if (response.statusCode === 200 || response.statusCode === 204) return response;
    const code = codeOf(document ?? (await this.#read(response, what)));
    throw new StartError(`${what}: ${this.options.url} responds ${`${response.statusCode} ${code}`.trim()}.`);
  }

  /** @param read throws if it is no such document */
  #parsed<T>(document: Buffer, bucket: string, rootName: string, read: (root: XmlElement) => T): T {
    try {
      return read(parseDocument(document, rootName));
    } catch {
      throw new StartError(`${bucket}: ${this.options.url} responds with something that is no ${rootName}.`);
    }
  }

  async #read(response: IncomingMessage, what: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.#pieces(response, what)) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new StartError(`${what}: a response of ${this.options.url} is too long.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async #send(asked: Asked): Promise<IncomingMessage> {
    const { method, query = [], headers = {}, body } = asked;
    const { url, pageSize: _, stalledMs = STALLED_MS, ...signer } = this.options;
    const { protocol, hostname, port, host } = new URL(url);
    const what = nameOf(asked);
    const unsigned = { method, path: `/${what}`, query, headers: { ...headers, host } };
    const signed = signRequest(unsigned, { ...signer, signedAt: Date.now() });
    const isLarge = Number(headers['content-length']) > LARGE;
    const send = protocol === 'https:' ? requestHttps : requestHttp;
    // A connection of its own: a kept one can be cut at the moment of its reuse, and a body is sent only once.
    const sent = send({ protocol, hostname, port, method, ...signed, agent: false, timeout: stalledMs });
    if (isLarge) sent.setHeader('expect', '100-continue').flushHeaders();
    // While the request waits for its body, the limit of the body counts.
    sent.on('timeout', () => {
      if (sent.writableLength === 0 && !sent.writableEnded) sent.setTimeout(stalledMs);
      else sent.destroy(new StartError(`${what}: ${url} took and sent nothing for ${stalledMs / 1000} s.`));
    });
    // After the response, too: its reader says what ended it.
    sent.on('error', () => undefined);
    try {
      const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
      // Who sends on to an endpoint that refuses the body loses its response.
      if (isLarge) await Promise.race([once(sent, 'continue'), responded, delay(CONTINUED_WITHIN_MS)]);
      if (body instanceof Readable) {
        finished(body, (error) => error && sent.destroy(error));
        body.pipe(sent);
        responded.then(() => body.unpipe(sent)).catch(() => undefined);
      } else sent.end(body);
      const [response] = await responded;
      sent.setTimeout(0);
      return response;
    } catch (error) {
      // The body failed, or it took too long.
      if (error instanceof StartError) throw error;
      const { code = '', message } = error as NodeJS.ErrnoException;
      const why = ['ECONNRESET', 'EPIPE'].includes(code) ? 'cut the connection off' : `cannot be reached: ${message}`;
      throw new StartError(`${what}: ${url} ${why}.`, { cause: error });
    }
  }
}

const codeOf = (document: Buffer) => /<Code>(\w+)<\/Code>/.exec(document.toString())?.[1] ?? '';

const nameOf = ({ bucket, key }: Asked) => (key === undefined ? bucket : `${bucket}/${key}`);

/** A page of a list. Throws if it has an object without key or size. */
function toPage(root: XmlElement) {
  const objects = root.all('Contents').map((entry): ListedObject => {
    const key = decodeURIComponent((entry.textOf('Key') ?? '').replaceAll('+', ' '));
    const size = entry.textOf('Size') ?? '';
    if (key === '' || !/^\d+$/.test(size)) throw new Error('an object has no key, or no size');
    const etag = (entry.textOf('ETag') ?? '').replaceAll('"', '');
    return { key, size: Number(size), etag, modified: entry.textOf('LastModified') ?? '' };
  });
  return { objects, isTruncated: root.textOf('IsTruncated') === 'true', next: root.textOf('NextContinuationToken') };
}
