import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '../domain/members';
import type { Knobs } from '../settings/knobs';

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
  readonly next: 'link' | 'cursor' | 'number' | undefined;
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

  /** Reads all pages, which are bare arrays or envelopes with exactly one array, linked by `Link: rel="next"` or a cursor, or numbered. An empty one may be null or 204. */
  async list(path: string): Promise<List> {
    const items: JsonObject[] = [];
    let list: List | undefined;
    let page: string | undefined = path;
    for (let pages = 0; page !== undefined && pages < LARGEST_PAGES; pages += 1) {
      const response: ProbeResponse = await this.send('GET', page);
      if (!isDone(response)) throw new ProbeError(`GET ${path} returned ${response.status}.`);
      const found = arrayOf(response);
      if (!found) throw new ProbeError(`GET ${path} gave no list: neither an array nor an object with exactly one.`);
      const next = nextOf(response);
      list ??= { items, first: response, firstLength: found.length, next: next?.kind };
      items.push(...found.filter(isRecord));
      page = next && this.#pathOf(next, path);
    }
    if (!list) throw new ProbeError(`GET ${path} gave nothing.`);
    return list;
  }

  #pathOf({ kind, to }: { readonly kind: NonNullable<List['next']>; readonly to: string }, from: string): string {
    if (kind === 'link') return this.toPath(to, from);
    return `${from}?${kind === 'cursor' ? 'cursor' : 'page'}=${encodeURIComponent(to)}`;
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

/** Whether the request succeeded: a status below 300 and a body that does not say no. */
export function isDone(response: ProbeResponse): boolean {
  return response.status >= 200 && response.status < 300 && refusalIn(response) === undefined;
}

/** The form in which a body says no although the status is 200; undefined if it does not. */
export function refusalIn({ status, json }: ProbeResponse): Knobs['errorBody'] | undefined {
  if (status !== 200 || !isRecord(json)) return undefined;
  if (json.success === false) return 'success_false';
  if (json.ok === false) return 'ok_false';
  if (json.status === 'fail' || json.status === 'error') return 'ok_jsend';
  if (Array.isArray(json.errors) && json.errors.length > 0) return 'ok_errors';
  return isRecord(json.error) ? 'ok_error' : undefined;
}

/** The id in a response with one record, bare or enveloped. */
export function idOf({ json }: ProbeResponse): string | undefined {
  if (!isRecord(json)) return undefined;
  const { id } = isRecord(json.data) ? json.data : json;
  return typeof id === 'string' ? id : undefined;
}

/** The array of a list response; undefined if it has none or several. */
function arrayOf({ status, json }: ProbeResponse): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (status === 204 || json === null) return [];
  const members = isRecord(json) ? Object.values(json) : [];
  const arrays = members.filter(Array.isArray);
  if (arrays.length === 0 && members.includes(null)) return [];
  return arrays.length === 1 ? arrays[0] : undefined;
}

function nextOf({ headers, json }: ProbeResponse): { kind: NonNullable<List['next']>; to: string } | undefined {
  const link = /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1];
  if (link !== undefined) return { kind: 'link', to: link };
  const cursor = isRecord(json) ? json.next_cursor : undefined;
  if (typeof cursor === 'string' && cursor !== '') return { kind: 'cursor', to: cursor };
  const [page, pages] = isRecord(json) ? [Number(json.page), Number(json.total_pages)] : [];
  return page !== undefined && pages !== undefined && page < pages ? { kind: 'number', to: `${page + 1}` } : undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
