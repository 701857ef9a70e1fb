import type * as z from 'zod';
import { type Operation, routes } from '../../../contract';
import { ApiError, MalformedResponseError } from '../errors/errors';
import type { Requester } from '../http/requester';
import type { Page } from '../responses/judge';
import type { Signs } from '../responses/list-signs';
import type { OddRecord } from '../responses/odd-records';
import type { Limits } from '../settings';
import { IncompleteListError } from './list-errors';
import type { Listed, Notice } from './listing';

const MAX_PAGES = 10_000;

/** Joined pages, up to and including the one that names no next page. */
interface Joined<T> {
  readonly records: ReadonlyMap<string, T>;
  readonly odd: readonly OddRecord<T>[];
  readonly tombstones: ReadonlySet<string>;
  readonly unreadable: ReadonlySet<string>;
  readonly pagesRead: number;
  /** True when the pages are numbered from 0. */
  readonly fromZero: boolean;
  readonly signs: Signs;
  /** Why the pages that were asked for by number are not the rest of the list, if they are not: known records only, or an error response. */
  readonly barred: string | undefined;
  /** True if a page that was asked for by number held some known records: the list moved meanwhile. */
  readonly moved: boolean;
  /** The first page that was asked for by number and does not say that it is that page. */
  readonly unconfirmed: string | undefined;
}

/**
 * All records of a collection, page by page, each id once: in the order of first pages, with the content of last ones. Rejects with the
 * ClientError of a request, IncompleteListError or MalformedResponseError.
 *
 * A page names the next one by a header `Link: <…>; rel="next"` (RFC 8288), by a link such as `next` in its envelope, by `next_cursor`, or by page
 * numbers in its envelope (P50). Those count only if each further page repeats its own number, or a total is reached exactly. A link to another origin is an error, because the token must not go there; so is a page that was already read, or a 10,001st one. Signs of more mean nothing
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
  if (
    joined.barred === undefined &&
    moreThan(joined) === undefined &&
    (joined.moved || shortOf(joined) !== undefined)
  ) {
    joined = await joinPages(requester, operation, schema, limits, begun);
  }
  const notices = noticesOf(operation, joined);
  const moved = joined.moved ? 'records moved from page to page while it was read, twice' : undefined;
  const finding = joined.barred ?? moreThan(joined) ?? shortOf(joined) ?? moved;
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
  return { records: [...joined.records.values()], odd: joined.odd, tombstones: joined.tombstones, notices };
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
  const tombstones = new Set<string>();
  const unreadable = new Set<string>();
  const seen = new Set<string>();
  const byNumber: ByNumber = {
    fromZero: false,
    asked: undefined,
    barred: undefined,
    moved: false,
    unconfirmed: undefined,
  };
  let last: Joined<T> | undefined;
  for (let url = first; ; ) {
    const target: string = url.pathname + url.search;
    if (seen.has(target) || seen.size >= MAX_PAGES) {
      throw new MalformedResponseError(request, `its pages lead back, or are more than ${MAX_PAGES}`, false);
    }
    seen.add(target);
    const sent = requester.send(operation, {
      target,
      ...limits,
      schema,
      onTurn: seen.size === 1 ? begun : undefined,
    });
    const arrived = await sent.catch((error: unknown) => {
      if (byNumber.asked === undefined || !(error instanceof ApiError && error.isRejection)) throw error;
      const { number, field, count } = byNumber.asked;
      byNumber.barred = `${field} is ${count}, and page=${number} was refused: ${error.message}`;
    });
    if (arrived === undefined) return { ...(last as Joined<T>), ...byNumber };
    const { verdict, response } = arrived;
    if (verdict.is !== 'page') throw new MalformedResponseError(request, 'a list was expected', false);
    const { page } = verdict;
    const here = new URL(first.origin + (response.target ?? target));
    const { signs } = page;
    if (seen.size === 1) byNumber.fromZero = signs.pages.some(({ current }) => current === 0);
    check(byNumber, page, (id) => records.has(id) || tombstones.has(id));
    for (const record of page.records) records.set(record.id, record);
    for (const one of page.odd) odd.set(one.id ?? one, one);
    for (const id of page.tombstones) tombstones.add(id);
    for (const field of page.unreadable) unreadable.add(field);
    const others = [...odd.values()].filter(({ id }) => id === undefined || !records.has(id));
    last = { records, odd: others, tombstones, unreadable, pagesRead: seen.size, signs, ...byNumber };
    const next =
      byNumber.barred === undefined ? (nextUrl(here, signs) ?? nextByNumber(first, last, byNumber)) : undefined;
    if (next === undefined) return last;
    if (next.origin !== first.origin) {
      const detail = 'its next page is on another host, where the token must not go';
      throw new MalformedResponseError(request, detail, false);
    }
    url = next;
  }
}

/** What is known of pages that are asked for by their number. */
interface ByNumber extends Pick<Joined<unknown>, 'fromZero' | 'barred' | 'moved' | 'unconfirmed'> {
  fromZero: boolean;
  barred: string | undefined;
  moved: boolean;
  unconfirmed: string | undefined;
  /** The number that the last page was asked for by, and the field with the number of pages; undefined for the first page, and after any other link. */
  asked: { readonly number: number; readonly field: string; readonly count: number } | undefined;
}

/** Compares a page that was asked for by number with those before it. */
function check<T extends { readonly id: string }>(
  state: ByNumber,
  { records, tombstones, signs }: Page<T>,
  isKnown: (id: string) => boolean,
): void {
  const { asked } = state;
  if (asked === undefined) return;
  const page = `page=${asked.number}`;
  const found = [...records.map(({ id }) => id), ...tombstones];
  const old = found.filter(isKnown).length;
  if (found.length > 0 && old === found.length) {
    state.barred = `${asked.field} is ${asked.count}, and ${page} holds only records that were on earlier pages`;
  } else if (old > 0) state.moved = true;
  if (!signs.pages.some(({ current }) => current === asked.number)) {
    state.unconfirmed ??= `${asked.field} is ${asked.count}, and ${page} does not say that it is that page`;
  }
}

/** Fields of the envelope, or one level below it, whose number of pages is followed (P50); in headers it is only a sign. */
const NUMBERED = /^(?:[^.]+\.)?(?:total_?pages|last_?page|pages)$/i;

/** The page after the last one by its number; undefined if it is the last, or if a total shows that nothing is missing. */
function nextByNumber<T>(first: URL, joined: Joined<T>, state: ByNumber): URL | undefined {
  const { asked, fromZero } = state;
  const numbered = joined.signs.pages.find(({ field }) => NUMBERED.test(field));
  const [field, count] = numbered === undefined ? [asked?.field, asked?.count] : [numbered.field, numbered.count];
  const here = asked?.number ?? numbered?.current ?? 1;
  state.asked = undefined;
  if (field === undefined || count === undefined || isWhole(joined)) return undefined;
  if (here + (fromZero ? 1 : 0) >= count) return undefined;
  state.asked = { number: here + 1, field, count };
  const url = new URL(first);
  url.searchParams.set('page', String(here + 1));
  return url;
}

/** The page after the one at `here`, redirects included; undefined when none is named in a form that can be followed. */
function nextUrl(here: URL, { next }: Signs): URL | undefined {
  if (next === undefined) return undefined;
  if (next.kind === 'link') return URL.parse(next.text, here.href) ?? undefined;
  const url = new URL(here);
  url.searchParams.set('cursor', next.text);
  return url;
}

const countOf = <T>({ records, odd, tombstones }: Joined<T>) => records.size + odd.length + tombstones.size;

/** The sign that there are more records than were read; undefined if there is none, or if the total is reached. */
function moreThan<T>(joined: Joined<T>): string | undefined {
  const { signs, pagesRead, fromZero } = joined;
  if (isWhole(joined)) return undefined;
  const unparsed = signs.next && [`${signs.next.field} names a next page that is not a valid address`];
  const pages = signs.pages.flatMap(({ field, count, current }) => {
    const here = current === undefined ? pagesRead : current + (fromZero ? 1 : 0);
    return here < count ? [`${field} is ${count}, and this is page ${here}`] : [];
  });
  const [found] = [...(unparsed ?? []), ...signs.more, ...pages];
  return found ?? joined.unconfirmed;
}

/** True if a sure total is reached exactly. */
const isWhole = <T>(joined: Joined<T>): boolean =>
  joined.signs.totals.some(({ count, sure }) => sure && count === countOf(joined));

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
