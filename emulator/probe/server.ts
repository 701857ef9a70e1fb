import { setTimeout as wait } from 'node:timers/promises';

/** A JSON object in a response. */
export type JsonObject = { readonly [member: string]: unknown };

/** A response of the server. */
export interface ProbeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly json: unknown;
}

/** The probe cannot begin or continue. The message is for the person who runs it, and quotes no body. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}

/** The address of the server, and the settings of requests. */
export interface Target {
  /** The URL without a final slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** Time limit for one response, in milliseconds. */
  readonly timeoutMs: number;
}

const TOO_MANY = 429;
const TRIES = 5;
const LONGEST_WAIT_S = 30;

/** The server under probe, over HTTP. */
export class Server {
  constructor(private readonly target: Target) {}

  /**
   * Sends a request, without a token if `token` is null. Retries only after 429, when the wait is over.
   *
   * Throws a {@link ProbeError} if there is no response.
   */
  async send(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = this.target.token,
    more: Readonly<Record<string, string>> = {},
  ): Promise<ProbeResponse> {
    for (let tried = 1; ; tried += 1) {
      const response = await this.#sendOnce(method, path, body, token, more);
      if (response.status !== TOO_MANY || tried === TRIES) return response;
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await wait(1000 * Math.min(Number.isFinite(seconds) ? seconds : 1, LONGEST_WAIT_S));
    }
  }

  /** The path of a link in a response. Throws if it leads to another server, which would receive the token. */
  toPath(link: string, from: string): string {
    const { baseUrl } = this.target;
    const url = new URL(link, baseUrl + from).href;
    if (url.startsWith(`${baseUrl}/`)) return url.slice(baseUrl.length);
    throw new ProbeError(`The list ${from} links to a page on another server, which the token is not for.`);
  }

  async #sendOnce(
    method: string,
    path: string,
    body: unknown,
    token: string | null,
    more: Readonly<Record<string, string>>,
  ): Promise<ProbeResponse> {
    const headers = {
      ...more,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    try {
      const response = await fetch(this.target.baseUrl + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.target.timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: tryParse(text) };
    } catch (error) {
      // The message of fetch's cause may quote headers, so only its code is used.
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      throw new ProbeError(`${method} ${path} had no response: ${cause?.code ?? name}.`);
    }
  }
}

/** True if a response is a success. */
export function isDone({ status }: ProbeResponse): boolean {
  return status >= 200 && status < 300;
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
