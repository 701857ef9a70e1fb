import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface NodeRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time limit for the whole exchange, including the response's body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A complete response. */
export interface NodeResponse {
  readonly status: number;
  readonly text: string;
}

/** Why there is no response. `unreachable`: nothing was sent, so the request had no effect. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';

  constructor(
    readonly why: 'unreachable' | 'cut' | 'timeout' | 'stopped',
    says: string,
    options?: ErrorOptions,
  ) {
    super(says, options);
  }
}

/** Far above the longest list of a cluster with 10,000 buckets: a server that sends more is not Garage. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Sends one request, each over its own connection. A new connection costs nothing compared with the 20 to 40 ms that Garage takes
 * to check the token, and a kept-alive connection can be cut at the moment of its reuse.
 */
export function exchange(request: NodeRequest): Promise<NodeResponse> {
  const { method, url, headers, body, timeoutMs } = request;
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise<NodeResponse>((resolve, reject) => {
    const timeLimit = new AbortController();
    const timer = setTimeout(() => timeLimit.abort(), timeoutMs);
    const signal = AbortSignal.any([request.signal, timeLimit.signal]);
    let isConnected = false;
    const fail = (error: Error, code = (error as NodeJS.ErrnoException).code ?? error.name) => {
      clearTimeout(timer);
      if (request.signal.aborted) return reject(new NoResponse('stopped', 'it was stopped'));
      if (timeLimit.signal.aborted) return reject(new NoResponse('timeout', `no response within ${timeoutMs} ms`));
      if (!isConnected) return reject(new NoResponse('unreachable', `no connection (${code})`, { cause: error }));
      reject(new NoResponse('cut', `the connection was cut (${code})`, { cause: error }));
    };
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : {};
    const sent = send(url, { method, agent: false, signal, headers: { ...headers, ...content, ...length } });
    sent.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    sent.on('error', (error) => fail(error));
    // 101 Switching Protocols ends the connection without an error.
    sent.once('close', () => fail(new Error('There was no response.'), 'closed'));
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= MOST_BYTES) return;
        chunks.length = 0;
        fail(new Error('The response is too long.'), `more than ${MOST_BYTES} bytes`);
        sent.destroy();
      });
      response.on('error', (error) => fail(error));
      response.once('end', () => {
        if (!response.complete) return fail(new Error('The response is incomplete.'), 'incomplete');
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    sent.end(body);
  });
}
