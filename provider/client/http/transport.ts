/// <reference path="./undici.d.ts" />
import type { IncomingHttpHeaders } from 'node:http';
import type { buildConnector as connectors, Dispatcher } from 'undici';
// undici's index also loads fetch, WebSocket, caches and mocks: two thirds of the client's load time.
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { ClientEnvironment } from '../environment';
import type { Route } from '../errors/advice';
import { CancelledError, type ClientError, MalformedResponseError, NetworkError, TimeoutError } from '../errors/errors';
import { Received } from '../errors/received';
import type { ClientSettings } from '../settings';
import { awaitResponseMs } from './after-abort';
import { contentOf } from './content-encoding';
import { proxyFor } from './proxy';
import { secureContextFor } from './trust';

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query as sent, beginning with a slash. */
  readonly target: string;
  /** For messages: the path relative to the base URL, or another name for the destination without a secret. */
  readonly path: string;
  /** Number of earlier attempts, for the log: 0 for the first. */
  readonly attempt: number;
  /** In addition to those of the transport, with names in lower case: they win. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Called right before the first byte goes out. */
  readonly onSent?: (() => void) | undefined;
  /** Cancels the request, unless it is a write that has been sent: that one gets at most 30 seconds for its response, or 5 if its time is over (P43). */
  readonly signal?: AbortSignal | undefined;
}

/** A complete HTTP response, whatever its status. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, decoded (`content-encoding.ts`); empty if that of an error response cannot be decoded. */
  readonly text: string;
  /** Path and query that the last request was sent to, after redirects; set by `redirect.ts`, not by a transport. */
  readonly target?: string;
}

/** Each request is logged by one line at level `trace`. */
interface TransportSettings extends Pick<ClientSettings, 'requestTimeoutMs' | 'caCertPem' | 'log'> {
  /** Its path and query do not matter. */
  readonly origin: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of connections that are opened at most; further exchanges wait for one, within their time limit. At least 1. */
  readonly maxConcurrentRequests: number;
  /** The argument that holds the origin, for messages. Default `base_url`. */
  readonly setting?: string | undefined;
}

const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

/** Connections to one origin. The constructor connects to nothing; it throws an InvalidVariableError for an unusable proxy or trust store. */
export class Transport {
  private readonly dispatcher: Dispatcher;
  private readonly route: Route;
  private readonly inFlight = new Set<Promise<unknown>>();

  constructor(
    private readonly settings: TransportSettings,
    private readonly environment: Pick<ClientEnvironment, 'variables' | 'now' | 'timeout'>,
  ) {
    const { origin, requestTimeoutMs } = settings;
    const options = {
      connections: Math.max(1, settings.maxConcurrentRequests),
      // The request's own timer covers everything; this one frees the connection that an unreachable host would hold.
      connectTimeout: requestTimeoutMs,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_RESPONSE_BYTES,
      allowH2: false,
    };
    const proxy = proxyFor(origin, environment.variables);
    this.route = { address: origin.origin, proxy: proxy?.origin, setting: settings.setting ?? 'base_url' };
    const usesTls = origin.protocol === 'https:' || proxy?.protocol === 'https:';
    const { caCertPem } = settings;
    const tls = {
      timeout: requestTimeoutMs,
      allowH2: false,
      ...(usesTls && { secureContext: secureContextFor({ caCertPem, variables: environment.variables }) }),
    };
    this.dispatcher =
      proxy === undefined
        ? new Pool(origin.origin, { ...options, connect: tls })
        : new ProxyAgent({
            ...options,
            ...{ uri: proxy.href, requestTls: tls, proxyTls: tls },
            // Without it, requests that need no tunnel get a pool without these options.
            factory: (url, given) => new Pool(url, { ...options, ...given }),
            // ProxyAgent opens tunnels with `connect`, which only undici's index, not loaded here, adds to a pool.
            clientFactory: (url) =>
              Object.assign(new Pool(url, { connect: marking(buildConnector(tls)) }), { connect }),
          });
  }

  /**
   * Sends one request, once and without following redirects, and reads the whole response, whatever its status. Rejects with NetworkError,
   * TimeoutError or CancelledError, each of which says whether a byte may have gone out, or with MalformedResponseError for a success whose
   * body cannot be decoded. If a success was under way, `received` of the error has the ids in what arrived.
   */
  async exchange(request: Outgoing): Promise<HttpResponse> {
    const exchange = this.logged(request);
    this.inFlight.add(exchange);
    return exchange.finally(() => this.inFlight.delete(exchange));
  }

  /** Settles when the requests that are on their way now have ended; never rejects. */
  drained(): Promise<unknown> {
    return Promise.allSettled(this.inFlight);
  }

  private async logged(request: Outgoing): Promise<HttpResponse> {
    const { log } = this.settings;
    if (!log) return this.send(request);
    const began = this.environment.now();
    // Logs no header, and never the target, whose query may contain a cursor or a signature.
    const tell = (status: string) =>
      log('trace', 'HTTP request', {
        method: request.method,
        path: request.path,
        status,
        ms: String(Math.round(this.environment.now() - began)),
        attempt: String(request.attempt + 1),
      });
    try {
      const response = await this.send(request);
      tell(String(response.status));
      return response;
    } catch (error) {
      tell(error instanceof NetworkError ? error.reason : error instanceof Error ? error.name : 'failed');
      throw error;
    }
  }

  /** Closes all connections: exchanges in progress and later ones reject with a NetworkError. */
  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }

  private send(request: Outgoing): Promise<HttpResponse> {
    const { method, target, body, headers: more, signal, onSent } = request;
    const { requestTimeoutMs } = this.settings;
    return new Promise<HttpResponse>((resolve, reject) => {
      let sent = false;
      let stopped: ClientError | undefined;
      let grace: AbortSignal | undefined;
      let controller: Dispatcher.DispatchController | undefined;
      let status = 0;
      let headers: IncomingHttpHeaders = {};
      const chunks: Buffer[] = [];

      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        grace?.removeEventListener('abort', giveUp);
      };
      const content = (isTruncated: boolean) =>
        contentOf(headers, Buffer.concat(chunks), { maxOutputLength: MAX_RESPONSE_BYTES, isTruncated });
      const isSuccess = () => status >= 200 && status <= 299;
      const fail = (error: ClientError) => {
        finish();
        if (isSuccess()) {
          const arrived = content(true);
          error.received = 'text' in arrived ? new Received(arrived.text) : undefined;
        }
        reject(error);
      };
      const stop = (error: ClientError) => {
        stopped = error;
        controller?.abort(error);
        fail(error);
      };
      const giveUp = () => stop(new CancelledError(request, sent));
      const cancel = () => {
        if (!signal || !sent || method === 'GET') return giveUp();
        grace = this.environment.timeout(awaitResponseMs(signal));
        grace.addEventListener('abort', giveUp, { once: true });
      };
      const timer = setTimeout(
        () => stop(new TimeoutError(request, sent, requestTimeoutMs, this.route)),
        requestTimeoutMs,
      );
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });

      const onFailure = (cause: Error) => {
        // undici's parser error carries the bytes it failed on, which may contain secrets.
        if ('data' in cause) delete cause.data;
        const atProxy = OF_PROXY.has(cause) || this.settings.origin.protocol === 'http:';
        fail(stopped ?? new NetworkError(request, sent, cause, { ...this.route, atProxy }));
      };
      try {
        this.dispatcher.dispatch(
          {
            origin: this.settings.origin.origin,
            method,
            path: target,
            headers: { ...this.settings.headers, ...more },
            body: body ?? null,
          },
          {
            // Called on an open connection, right before the first byte is written.
            onRequestStart: (given) => {
              controller = given;
              if (stopped) given.abort(stopped);
              else {
                sent = true;
                onSent?.();
              }
            },
            onResponseStart: (_controller, statusCode, given) => {
              status = statusCode;
              headers = given;
            },
            onResponseData: (_controller, chunk) => {
              chunks.push(chunk);
            },
            onResponseEnd: () => {
              const whole = content(false);
              if ('problem' in whole && isSuccess())
                return fail(new MalformedResponseError(request, whole.problem, whole.garbled));
              finish();
              // The status of an error says enough.
              resolve({ status, headers, text: 'text' in whole ? whole.text : '' });
            },
            onResponseError: (_controller, error) => onFailure(error),
          },
        );
      } catch (error) {
        onFailure(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }
}

/** Failures to connect to a proxy. Their codes are the same as for failures to connect to the server behind it. */
const OF_PROXY = new WeakSet<Error>();

/** A connector to a proxy whose failures can be told from those of the server behind it. */
const marking =
  (connect: connectors.connector): connectors.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[0]) OF_PROXY.add(result[0]);
      callback(...result);
    });
