import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '../domain/members';

export type JsonObject = { readonly [member: string]: unknown };

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

/** A whole list, and the form of its pages. */
export interface List {
  readonly items: readonly JsonObject[];
  readonly first: ProbeResponse;
  readonly firstLength: number;
  /** The way in which the first page names the second one; undefined if there is none. */
  readonly next: 'link' | 'cursor' | undefined;
}

/** The address of the server, and the settings of requests. */
export interface Target {
  /** The URL without a final slash. */
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
}

const TOO_MANY = 429;
const TRIES = 5;
const LONGEST_WAIT_S = 30;
const LARGEST_PAGES = 10_000;

export class Server {
  constructor(private readonly target: Target) {}

  /** Sends a request, without a token if it is null. Retries only after 429, when the wait is over. Throws a {@link ProbeError} without response. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    token: string | null = this.target.token,
    more: Readonly<Record<string, string>> = {},
  ): Promise<ProbeResponse> {
    const headers = {
      ...more,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    for (let tried = 1; ; tried += 1) {
      const response = await this.#sendOnce(method, path, init);
      if (response.status !== TOO_MANY || tried === TRIES) return response;
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await wait(1000 * Math.min(Number.isFinite(seconds) ? seconds : 1, LONGEST_WAIT_S));
    }
  }

  /** Reads all pages, which are bare arrays or envelopes with exactly one array, linked by `Link: rel="next"` or a cursor. */
  async list(path: string): Promise<List> {
    const items: JsonObject[] = [];
    let list: List | undefined;
    let page: string | undefined = path;
    for (let pages = 0; page !== undefined && pages < LARGEST_PAGES; pages += 1) {
      const response: ProbeResponse = await this.send('GET', page);
      if (!isDone(response)) throw new ProbeError(`GET ${path} returned ${response.status}.`);
      const found = arrayOf(response.json);
      if (!found) throw new ProbeError(`GET ${path} gave no list: neither an array nor an object with exactly one.`);
      const next = nextOf(response);
      list ??= { items, first: response, firstLength: found.length, next: next?.kind };
      items.push(...found.filter(isRecord));
      page = next && (next.kind === 'link' ? this.toPath(next.to, path) : withCursor(path, next.to));
    }
    if (!list) throw new ProbeError(`GET ${path} gave nothing.`);
    return list;
  }

  /** The path of a link in a response. Throws if it leads to another server, which would receive the token. */
  toPath(link: string, from: string): string {
    const { baseUrl } = this.target;
    const url = new URL(link, baseUrl + from).href;
    if (url.startsWith(`${baseUrl}/`)) return url.slice(baseUrl.length);
    throw new ProbeError(`The list ${from} links to a page on another server, which the token is not for.`);
  }

  async #sendOnce(method: string, path: string, init: RequestInit): Promise<ProbeResponse> {
    try {
      const signal = AbortSignal.timeout(this.target.timeoutMs);
      const response = await fetch(this.target.baseUrl + path, { method, redirect: 'manual', signal, ...init });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: tryParse(text) };
    } catch (error) {
      // The message of fetch's cause may quote headers, so only its code is used.
      const { name, cause } = error as { name: string; cause?: { code?: string } };
      throw new ProbeError(`${method} ${path} had no response: ${cause?.code ?? name}.`);
    }
  }
}

export function isDone({ status }: ProbeResponse): boolean {
  return status >= 200 && status < 300;
}

/** The id in a response with one record, bare or enveloped. */
export function idOf({ json }: ProbeResponse): string | undefined {
  if (!isRecord(json)) return undefined;
  const { id } = isRecord(json.data) ? json.data : json;
  return typeof id === 'string' ? id : undefined;
}

/** The array of a list response; undefined if it has none or several. */
function arrayOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  const arrays = isRecord(json) ? Object.values(json).filter(Array.isArray) : [];
  return arrays.length === 1 ? arrays[0] : undefined;
}

function nextOf({ headers, json }: ProbeResponse): { kind: 'link' | 'cursor'; to: string } | undefined {
  const link = /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1];
  if (link !== undefined) return { kind: 'link', to: link };
  const cursor = isRecord(json) ? json.next_cursor : undefined;
  return typeof cursor === 'string' && cursor !== '' ? { kind: 'cursor', to: cursor } : undefined;
}

const withCursor = (path: string, cursor: string) => `${path}?cursor=${encodeURIComponent(cursor)}`;

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
