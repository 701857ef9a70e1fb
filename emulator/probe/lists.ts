import { isDone, isObject, type JsonObject, ProbeError, type ProbeResponse, type Server } from './server';

/** A whole list, and the form of its pages. */
export interface List {
  readonly items: readonly JsonObject[];
  /** The first page. */
  readonly first: ProbeResponse;
  /** Number of objects on the first page. */
  readonly firstLength: number;
  /** The way in which the first page names the second one; undefined if there is none. */
  readonly next: 'link' | 'cursor' | undefined;
}

const LARGEST_PAGES = 10_000;

/** Reads all pages, which are bare arrays or envelopes with exactly one array, linked by `Link: rel="next"` or a cursor. */
export async function readList(server: Server, path: string): Promise<List> {
  const items: JsonObject[] = [];
  let first: { response: ProbeResponse; length: number; next: List['next'] } | undefined;
  let page: string | undefined = path;
  for (let pages = 0; page !== undefined && pages < LARGEST_PAGES; pages += 1) {
    const response: ProbeResponse = await server.send('GET', page);
    if (!isDone(response)) throw new ProbeError(`GET ${path} returned ${response.status}.`);
    const found = arrayOf(response.json);
    if (!found) throw new ProbeError(`GET ${path} gave no list: neither an array nor an object with exactly one.`);
    items.push(...found.filter(isObject));
    const next = nextOf(response);
    first ??= { response, length: found.length, next: next?.kind };
    page = next && (next.kind === 'link' ? server.toPath(next.to, path) : withCursor(path, next.to));
  }
  if (!first) throw new ProbeError(`GET ${path} gave nothing.`);
  return { items, first: first.response, firstLength: first.length, next: first.next };
}

/** The array of a list response; undefined if it has none or several. */
function arrayOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  const arrays = isObject(json) ? Object.values(json).filter(Array.isArray) : [];
  return arrays.length === 1 ? arrays[0] : undefined;
}

function nextOf({ headers, json }: ProbeResponse): { kind: 'link' | 'cursor'; to: string } | undefined {
  const link = /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '')?.[1];
  if (link !== undefined) return { kind: 'link', to: link };
  const cursor = isObject(json) ? json.next_cursor : undefined;
  return typeof cursor === 'string' && cursor !== '' ? { kind: 'cursor', to: cursor } : undefined;
}

const withCursor = (path: string, cursor: string) => `${path}?cursor=${encodeURIComponent(cursor)}`;
