import { isIP } from 'node:net';
import { type Redactor, redactor } from '../../framework/redact';
import { type ClientEnvironment, realEnvironment } from '../client/environment';
import { CancelledError, NetworkError, NotSentError, type RequestName, TimeoutError } from '../client/errors/errors';
import { backoffMs, isPassing, isRetryable, retriesAfter } from '../client/http/retry';
import { type HttpResponse, Transport } from '../client/http/transport';
import { serverWords } from '../client/responses/server-words';
import type { ClientSettings } from '../client/settings';
import type { S3Addressing } from '../formats/s3-endpoint';
import { EndpointUnreachableError, S3ApiError } from './errors';
import { type Credentials, signerFor } from './signer';
import { parseXml, textOf } from './xml';

interface S3Target {
  readonly endpoint: URL;
  /** The bucket's alias: its name in S3. */
  readonly bucket: string;
  readonly region: string;
  readonly addressing: S3Addressing;
  readonly credentials: Credentials;
}

/** One request: to list or empty the bucket, since the provider never reads or writes an object. */
interface S3Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The key of an object or an upload to delete; undefined: the bucket. */
  readonly key?: string;
  /** Not encoded yet, like `key`. */
  readonly query: Readonly<Record<string, string>>;
  /** XML. */
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum age of a signature (Amazon S3 API Reference, "Authenticating Requests"), in milliseconds, minus the time of a slow request. */
const MAX_SKEW_MS = 14 * 60_000;

const MAX_KEY_LENGTH = 1024;

/** Requests to one bucket, signed with one key and without token and headers of the settings. Throws a NotSentError or an InvalidVariableError. */
export class S3Connection {
  readonly environment: ClientEnvironment;
  /** The bucket's address, for messages. */
  readonly name: string;
  readonly #transport: Transport;
  /** The destination of requests, without the path: the endpoint, with or without the bucket in front of its host. */
  readonly #origin: URL;
  readonly #sign: ReturnType<typeof signerFor>;
  readonly #redact: Redactor;
  /** Time by which the server's clock is ahead of ours, in milliseconds; undefined until the server rejects our time. */
  #aheadMs: number | undefined;

  constructor(
    private readonly target: S3Target,
    readonly settings: ClientSettings,
  ) {
    this.environment = { ...realEnvironment, ...settings.environment };
    this.name = `${target.endpoint.origin}/${target.bucket}`;
    this.#origin = originOf(target, this.name);
    const headers = { 'user-agent': settings.userAgent };
    const transport = { ...settings, origin: this.#origin, headers, setting: 's3_endpoint' };
    this.#transport = new Transport(transport, this.environment);
    this.#redact = redactor([target.credentials.secretAccessKey]);
    this.#sign = signerFor(target.credentials, target.region, () => this.environment.now() + (this.#aheadMs ?? 0));
  }

  /**
   * The text of a successful response. Retries transient failures: every request may be repeated. Rejects with the ClientError of the last attempt,
   * such as S3ApiError, EndpointUnreachableError, or CancelledError after an abort; but a write that was sent gets some time for its response (P43).
   */
  async send(request: S3Request): Promise<string> {
    for (let attempt = 0; ; attempt += 1) {
      const aheadMs = this.#aheadMs;
      try {
        return await this.#sendOnce(request, attempt);
      } catch (error) {
        if (aheadMs === undefined && this.#followsClockOf(error)) continue;
        const passes = error instanceof S3ApiError ? isPassing(error.status) : isRetryable('PUT', causeOf(error));
        if (attempt >= retriesAfter(causeOf(error), this.settings.maxRetries) || !passes) throw error;
        const waitMs = backoffMs(attempt, this.settings, this.environment.random());
        await this.pause(waitMs, request, 'before it was sent again');
      }
    }
  }

  /** Adopts the server's clock for an error that is due to ours: one that says so, or any while ours is far off, as Garage has no code for it. */
  #followsClockOf(error: unknown): boolean {
    if (!(error instanceof S3ApiError && [400, 403].includes(error.status) && error.serverTime)) return false;
    const aheadMs = error.serverTime - this.environment.now();
    if (error.code !== 'RequestTimeTooSkewed' && Math.abs(aheadMs) < MAX_SKEW_MS) return false;
    this.#aheadMs = aheadMs;
    return true;
  }

  /** Waits; rejects with CancelledError in the name of the request when aborted first. `when` is for one that was sent before. */
  async pause(ms: number, { method, signal }: Pick<S3Request, 'method' | 'signal'>, when?: string): Promise<void> {
    try {
      await this.environment.sleep(ms, signal);
    } catch (error) {
      throw signal?.aborted ? new CancelledError({ method, path: this.name }, when !== undefined, when) : error;
    }
  }

  /** Closes every connection; requests in flight and later ones fail. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** A text of the server for quoting: shortened, and without the secret half of the key. */
  wordsOf(text: string): string {
    return serverWords(text, this.#redact);
  }

  /** The key of an object for quoting: without the secret half of the access key, and at most 1,024 UTF-16 units long. */
  nameOf(key: string): string {
    return this.#redact(key).slice(0, MAX_KEY_LENGTH).toWellFormed();
  }

  async #sendOnce({ method, key, query, body, signal }: S3Request, attempt: number): Promise<string> {
    const named = { method, path: this.name };
    const path = this.#pathOf(key);
    const headers = await this.#sign({ method, host: this.#origin.host, path, query, body });
    const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
    const target = search.length === 0 ? path : `${path}?${search.join('&')}`;
    let response: HttpResponse;
    try {
      response = await this.#transport.exchange({ ...named, target, attempt, body, headers, signal });
    } catch (error) {
      if (error instanceof NetworkError || error instanceof TimeoutError)
        throw new EndpointUnreachableError(named, this.#origin.origin, error);
      throw error;
    }
    if (response.status >= 200 && response.status < 300) return response.text;
    throw this.#toError(named, response);
  }

  /** Built without a URL object, which would resolve the dots of a key such as `../a`. */
  #pathOf(key: string | undefined): string {
    const { endpoint, bucket, addressing } = this.target;
    const parts = [...(addressing === 'path' ? [bucket] : []), ...(key?.split('/') ?? [])];
    return `${endpoint.pathname.replace(/\/+$/, '')}/${parts.map(encode).join('/')}`;
  }

  #toError(request: RequestName, { status, text, headers }: HttpResponse): S3ApiError {
    const error = parseXml(text, 'Error');
    const [code, id] = [textOf(error, 'Code'), headers['x-amz-request-id']?.toString()];
    return new S3ApiError(request, {
      status,
      code: code && this.wordsOf(code),
      serverWords: this.wordsOf(textOf(error, 'Message') ?? text),
      requestId: id && this.wordsOf(id),
      serverTime: Date.parse(String(headers.date)) || undefined,
    });
  }
}

const NO_HOST_NAME =
  'with s3_addressing = "virtual" the bucket stands before the host of its endpoint, which takes a host name in place of an address, and a ' +
  'bucket of lowercase letters, digits, hyphens and dots. Set s3_addressing = "path".';

/** The origin of requests. Throws a NotSentError for a bucket that cannot be put in front of the host of its endpoint. */
function originOf({ endpoint, bucket, addressing }: S3Target, name: string): URL {
  if (addressing === 'path') return endpoint;
  const host = endpoint.hostname.replace(/^\[|\]$/g, '');
  const isName = isIP(host) === 0 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(bucket);
  // Not every such name is a valid host: `xn--a` is not.
  const origin = isName ? URL.parse(`${endpoint.protocol}//${bucket}.${endpoint.host}`) : null;
  if (!origin) throw new NotSentError({ method: 'GET', path: name }, NO_HOST_NAME);
  return origin;
}

const causeOf = (error: unknown) => (error instanceof EndpointUnreachableError ? error.cause : error);

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
