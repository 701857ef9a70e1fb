import type * as z from 'zod';
import { type Operation, routes } from '../../../contract';
import { MalformedResponseError } from '../errors/errors';
import type { Requester } from '../http/requester';
import type { OddRecord } from '../responses/odd-records';
import { type Page, readPage } from '../responses/responses';
import type { Limits } from '../settings';
import { IncompleteListError } from './list-errors';
import { type Signs, signsIn } from './list-signs';
import type { Listed, Notice } from './listing';

const MAX_PAGES = 10_000;

/** Fields that nothing depends on: one that does not parse is null, with a warning, and the list stays usable. */
const COSMETIC: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** Joined pages, up to and including the one that names no next page. */
interface Joined<T> {
  readonly records: ReadonlyMap<string, T>;
  readonly odd: readonly OddRecord<T>[];
  readonly unreadable: ReadonlySet<string>;
  readonly pagesRead: number;
  /** True when the pages are numbered from 0. */
  readonly fromZero: boolean;
  readonly signs: Signs;
}

/**
 * All records of a collection, page by page, each id once: in the order of first pages, with the content of last ones. Rejects with the
 * ClientError of a request, IncompleteListError or MalformedResponseError.
 *
 * A page names the next one by a header `Link: <…>; rel="next"` (RFC 8288), by a link such as `next` in its envelope, or by `next_cursor`. A link to
 * another origin is an error, because the token must not go there; so is a page that was already read, or a 10,001st one. Signs of more mean nothing
 * if a sure total is reached. If there are some after the last page, the list is incomplete: the missing objects would count as deleted.
 * If a total is not reached, the list is read once more, since someone may have deleted an object meanwhile. After that, and for any other sign, the
 * list is an error, or with `trustLists` usable with a warning (P32).
 */
export async function listAll<T extends { readonly id: string }>(
  requester: Requester,
  operation: Operation,
  schema: z.ZodType<T>,
  limits: Limits,
  /** Called right before the first byte of the first page, whenever that is requested: also by a retry, or to read the list once more. */
  begun: () => void,
): Promise<Listed<T>> {
  let joined = await joinPages(requester, operation, schema, limits, begun);
  if (moreThan(joined) === undefined && shortOf(joined) !== undefined) {
    joined = await joinPages(requester, operation, schema, limits, begun);
  }
  const notices = noticesOf(operation, joined);
  const finding = moreThan(joined) ?? shortOf(joined);
  if (finding !== undefined) {
    const words = `${finding} (records read: ${countOf(joined)})`;
    if (!requester.settings.trustLists) throw new IncompleteListError(routes[operation], words);
    const { method, path } = routes[operation];
    notices.push({
      key: undefined,
      summary: 'List may be incomplete',
      detail: `${method} ${path} returned a list that shows signs of more: ${words}. The provider takes it as complete, because trust_lists is set. Objects that are missing from it count as deleted.`,
    });
  }
  return { records: [...joined.records.values()], odd: joined.odd, notices };
}

async function joinPages<T extends { readonly id: string }>(
  requester: Requester,
  operation: Operation,
  schema: z.ZodType<T>,
  limits: Limits,
  begun: () => void,
): Promise<Joined<T>> {
  const request = routes[operation];
  const first = requester.urlOf(operation);
  const records = new Map<string, T>();
  const odd = new Map<unknown, OddRecord<T>>();
  const unreadable = new Set<string>();
  const seen = new Set<string>();
  let fromZero = false;
  for (let url = first; ; ) {
    const target: string = url.pathname + url.search;
    if (seen.has(target) || seen.size >= MAX_PAGES) {
      throw new MalformedResponseError(request, `its pages lead back, or are more than ${MAX_PAGES}`, false);
    }
    seen.add(target);
    const sentCursor = url.searchParams.get('cursor') ?? undefined;
    const [page, signs, here] = await requester.send(operation, {
      target,
      ...limits,
      onTurn: seen.size === 1 ? begun : undefined,
      decode: ({ status, headers, text, target: last = target }): [Page<T>, Signs, URL] => {
        const read = readPage(request, text, schema, COSMETIC);
        return [read, signsIn({ status, headers, envelope: read.envelope }, sentCursor), new URL(first.origin + last)];
      },
    });
    for (const record of page.records) records.set(record.id, record);
    for (const one of page.odd) odd.set(one.id ?? one, one);
    for (const field of page.unreadable) unreadable.add(field);
    if (seen.size === 1) fromZero = signs.pages.some(({ current }) => current === 0);
    const next = nextUrl(here, signs);
    if (next === undefined) {
      const others = [...odd.values()].filter(({ id }) => id === undefined || !records.has(id));
      return { records, odd: others, unreadable, pagesRead: seen.size, fromZero, signs };
    }
    if (next.origin !== first.origin) {
      const detail = 'its next page is on another host, where the token must not go';
      throw new MalformedResponseError(request, detail, false);
    }
    url = next;
  }
}

/** The page after the one at `here`, redirects included; undefined when none is named in a form that can be followed. */
function nextUrl(here: URL, { next }: Signs): URL | undefined {
  if (next === undefined) return undefined;
  if (next.kind === 'link') return URL.parse(next.text, here.href) ?? undefined;
  const url = new URL(here);
  url.searchParams.set('cursor', next.text);
  return url;
}

const countOf = <T>({ records, odd }: Joined<T>) => records.size + odd.length;

/** The sign that there are more records than were read; undefined if there is none, or if the total is reached. */
function moreThan<T>(joined: Joined<T>): string | undefined {
  const { signs, pagesRead, fromZero } = joined;
  if (signs.totals.some(({ count, sure }) => sure && count === countOf(joined))) return undefined;
  const unparsed = signs.next && [`${signs.next.field} names a next page that is not a valid address`];
  const pages = signs.pages.flatMap(({ field, count, current }) => {
    const here = current === undefined ? pagesRead : current + (fromZero ? 1 : 0);
    return here < count ? [`${field} is ${count}, and this is page ${here}`] : [];
  });
  const [found] = [...(unparsed ?? []), ...signs.more, ...pages];
  return found;
}

function shortOf<T>(joined: Joined<T>): string | undefined {
  const short = joined.signs.totals.find(({ count }) => count > countOf(joined));
  return short && `${short.field} is ${short.count}`;
}

/** Number of odd records that a warning names. If a service lists thousands of them, it has one fault. */
const NAMED = 5;

function noticesOf<T>(operation: Operation, { unreadable, odd }: Joined<T>): Notice[] {
  const { method, path } = routes[operation];
  const notices: Notice[] = [];
  if (unreadable.size > 0) {
    const fields = [...unreadable].sort();
    notices.push({
      key: `unreadable ${path} ${fields.join()}`,
      summary: 'A field cannot be read',
      detail: `The records of ${method} ${path} hold ${fields.join(' and ')} in a form that the interface does not show (it shows an integer). It is null for these records. Nothing else is affected; report it to the operator of the service.`,
    });
  }
  if (odd.length > 0) {
    const named = odd.slice(0, NAMED).join(', ') + (odd.length > NAMED ? ` and ${odd.length - NAMED} others` : '');
    notices.push({
      key: `odd ${path} ${odd.map(({ id }) => id).join()}`,
      summary: `A record of ${path} cannot be read`,
      detail: `${method} ${path} lists records in a form that the interface does not show: ${named}. Nothing else is affected, unless it needs one of them. Report it to the operator of the service.`,
    });
  }
  return notices;
}
