import type { IncomingHttpHeaders } from 'node:http';
import { rootCertificates } from 'node:tls';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { ClientEnvironment } from './environment';
import { CancelledError, NetworkError, TimeoutError } from './errors';
import { proxyFor } from './proxy';
import type { ClientSettings } from './settings';

/** One HTTP request, to the origin of the base URL. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query as sent. */
  readonly target: string;
  /** Path relative to the base URL, for messages. */
  readonly path: string;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An HTTP answer, whatever its status, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/**
 * Sends one request and reads the whole answer. Knows HTTP and nothing of the service.
 *
 * Rejects with NetworkError, TimeoutError or CancelledError; each says whether a byte of the request may have gone out.
 */
export class Transport {
  private readonly dispatcher: Dispatcher;
  private readonly headers: Record<string, string>;

  constructor(
    private readonly settings: ClientSettings,
    environment: ClientEnvironment,
  ) {
    const tls = settings.caCertPem === undefined ? {} : { ca: [...rootCertificates, settings.caCertPem] };
    const options = {
      connections: Math.max(1, settings.maxConcurrentRequests),
      // The request's own timer covers everything; this one frees the connection that an unreachable host would hold.
      connectTimeout: settings.requestTimeoutMs,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: MAX_ANSWER_BYTES,
      allowH2: false,
    };
    const proxy = proxyFor(settings.baseUrl, environment.variables);
    this.dispatcher =
      proxy === undefined
        ? new Pool(settings.baseUrl.origin, { ...options, connect: { ...tls, timeout: settings.requestTimeoutMs } })
        : new ProxyAgent({ ...options, uri: proxy.href, requestTls: tls, proxyTls: tls });
    this.headers = {
      accept: 'application/json',
      authorization: `Bearer ${settings.token}`,
      'user-agent': settings.userAgent,
    };
  }

  exchange(request: Outgoing): Promise<Answer> {
    const { method, path, target, body, signal } = request;
    const { requestTimeoutMs } = this.settings;
    return new Promise<Answer>((resolve, reject) => {
      let sent = false;
      let stopped: Error | undefined;
      let controller: Dispatcher.DispatchController | undefined;
      let status = 0;
      let headers: IncomingHttpHeaders = {};
      const chunks: Buffer[] = [];

      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      };
      const fail = (error: Error) => {
        finish();
        reject(error);
      };
      const stop = (error: Error) => {
        stopped = error;
        controller?.abort(error);
        fail(error);
      };
      const cancel = () => stop(new CancelledError(method, path, sent));
      const timer = setTimeout(() => stop(new TimeoutError(method, path, sent, requestTimeoutMs)), requestTimeoutMs);
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });

      const onFailure = (cause: Error) => {
        // undici's parser error carries the bytes it choked on, which may hold what nobody should see.
        if ('data' in cause) delete cause.data;
        fail(stopped ?? new NetworkError(method, path, sent, cause));
      };
      try {
        this.dispatcher.dispatch(
          {
            origin: this.settings.baseUrl.origin,
            method,
            path: target,
            headers: body === undefined ? this.headers : { ...this.headers, 'content-type': 'application/json' },
            body: body ?? null,
          },
          {
            // Called on an open connection, right before the first byte is written.
            onRequestStart: (given) => {
              controller = given;
              if (stopped) given.abort(stopped);
              else sent = true;
            },
            onResponseStart: (_controller, statusCode, given) => {
              status = statusCode;
              headers = given;
            },
            onResponseData: (_controller, chunk) => {
              chunks.push(chunk);
            },
            onResponseEnd: () => {
              finish();
              resolve({ status, headers, text: Buffer.concat(chunks).toString('utf8') });
            },
            onResponseError: (_controller, error) => onFailure(error),
          },
        );
      } catch (error) {
        onFailure(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** Cuts every connection; what is on its way fails. */
  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }
}
