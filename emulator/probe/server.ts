import { setTimeout as wait } from 'node:timers/promises';

/** JSON of a response, as far as the probe looks into it. */
export type JsonObject = { readonly [member: string]: unknown };

/** A response of the server. */
export interface ProbeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none or it is not JSON. */
  readonly json: unknown;
}

/** The server cannot be probed, or not any further; the message is for the person who asked, and quotes no body. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}

/** Where the server is and how it is asked. */
export interface Target {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
  /** Largest time for one response. */
  readonly timeoutMs: number;
}

const TOO_MANY = 429;
const TRIES = 5;
const LONGEST_WAIT_S = 30;

/** The server under probe, over HTTP. */
export class Server {
  constructor(private readonly target: Target) {}

  /**
   * Sends one request; `token` null sends none. "Too many requests" is waited for and sent again; nothing else is.
   *
   * Throws a {@link ProbeError} when there is no response.
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

  /** The path of a link that a response gave. Throws when it leads elsewhere: the token would go there. */
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
      // The cause of fetch's one message may quote headers: its code says enough.
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      throw new ProbeError(`${method} ${path} had no response: ${cause?.code ?? name}.`);
    }
  }
}

/** Whether a response says that it was done. */
export function isDone({ status }: ProbeResponse): boolean {
  return status >= 200 && status < 300;
}

/** Whether it is an object as JSON has it. */
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
