import { attempt } from '../../../contract/formats/attempt';
import { type Json, parseJson } from '../../../contract/formats/json';
import { isObject } from './odd-records';
import type { Headers, Success } from './success';

/**
 * The signs of further records in a page of a list (P32). The interface documents no paging, so the forms known from other services are looked for:
 * in the envelope, one level below it, and in headers. Names are compared by their letters and digits only, without case. A page number, a page size
 * or a request id alone means nothing.
 */
export interface Signs {
  /** The next page: the first link, perhaps relative to the page and not checked to be valid, or else a cursor for the query parameter `cursor`. */
  readonly next: Next | undefined;
  /** Every other sign of more records, for messages: `has_more is true`. They contain no text of the service but the names of fields. */
  readonly more: readonly string[];
  /** Numbers of records of the whole list. `sure` is false for a name that may also mean those of one page. */
  readonly totals: readonly { readonly field: string; readonly count: number; readonly sure: boolean }[];
  /** Numbers of pages, and the number of this page, if given, as the server counts: from 0 or from 1. */
  readonly pages: readonly { readonly field: string; readonly count: number; readonly current: number | undefined }[];
}

interface Next {
  readonly kind: 'link' | 'cursor';
  /** Where it stood, for messages. */
  readonly field: string;
  readonly text: string;
}

type Fields = { readonly [key: string]: Json };

/** The parts of a page that may hold signs. The envelope is the body, unless that is a bare list. */
type Marked = Pick<Success, 'status' | 'headers'> & { readonly envelope: Fields | undefined };

/**
 * What a field means, by the words of its name: the first row that fits counts. A name that begins with `next` and names a way, not a time or a step,
 * leads on; one that asks whether there is more, or whether this is the last page, says so; a number of pages or of records is compared.
 */
const MEANINGS = {
  link: /^(?:odata)?next(?:page)?(?:link|url|uri|href)?$/,
  cursor: /^nextcursor$/,
  next: /^next(?!steps?$|.*(?:at|time|date|rotation|run)$)|^(?:ms)?continu(?:e|ation)(?:token)?$|^lastevaluatedkey$/,
  /** Some services send these on the last page too, so a field that denies there is more overrides them. */
  unsureNext: /^(?:cursor|pagetoken|marker|offset)$/,
  more: /^has(?:more|next)|^more(?:available|results|pages)?$|truncated$|^incomplete|^partial$|^remainingitemcount$/,
  last: /^(?:is)?(?:last|end|complete)(?:page)?$|^(?:done|final)$/,
  pages: /^(?:total|num|numberof|last|max)pages?(?:count)?$|^page(?:count|s|total|stotal)$/,
  total: /^total(?!pages?)|^(?:records|items?)total$|^numfound$|^fullcount$/,
  count: /^(?:items?|results?|record|object)?count$/,
  current: /^(?:current)?page(?:number|num|no|index)?$|^number$|^current$/,
} as const;

type Meaning = keyof typeof MEANINGS;

const wordOf = (name: string) => name.toLowerCase().replace(NO_WORD, '');

/** Everything that a name may mean: `lastpage` is a number of pages, or says whether this is the last one. */
const meaningsOf = (word: string): ReadonlySet<Meaning> =>
  new Set((Object.keys(MEANINGS) as Meaning[]).filter((meaning) => MEANINGS[meaning].test(word)));

/** True for a field of an envelope that is about paging, whatever its value. */
export const isPagingField = (name: string): boolean =>
  meaningsOf(wordOf(name)).size > 0 ||
  /^_?links?$|^meta(?:data)?$|^paginat|^paging$|^page_?info$|^(?:per_?page|(?:page_?)?size|limit|first|from|to|prev(?:ious)?(?:_?(?:page|cursor))?|self)$/i.test(
    name,
  );

const NO_WORD = /^(?:(?:x-)?(?:pagination|paging|page-info)[-.]|x-)|[^a-z0-9]/g;

/** Parts of an envelope whose totals count something other than records. */
const OTHER_TOTALS = /quota|usage|^limits?$|rate_?limit|storage|size|bytes|timing|billing|cost/i;

/** All signs of further pages in a page. `sentCursor` is the cursor that the page was requested with, which an envelope may repeat. Never throws. */
export function signsIn({ status, headers, envelope = {} }: Marked, sentCursor?: string): Signs {
  const signs = new Found(sentCursor);
  signs.linkHeader(headers.link);
  if (status === 206) signs.more.push('the status is 206, for a part of the whole');
  signs.contentRange(String(headers['content-range'] ?? ''));
  signs.scan(envelope, '', { follow: true });
  for (const [name, value] of Object.entries(envelope)) {
    if (isObject(value)) signs.scan(value, `${name}.`, { follow: true, ignoreTotals: OTHER_TOTALS.test(name) });
    else if (Array.isArray(value) && /^_?links?$/i.test(name)) signs.linkList(value, name);
  }
  signs.scan(fieldsOf(headers), '', { suffix: ' header' });
  return signs.result();
}

/** The target of the first `rel="next"` in Link headers (RFC 8288), as it stands there; undefined if there is none that can be read. */
export function nextLink(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === 'string' ? header : (header ?? []).join(', ');
  for (const [, target, parameters] of text.matchAll(/<([^>]*)>((?:\s*;\s*[^,;"]+(?:"[^"]*")?)*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters ?? '')) return target;
  }
  return undefined;
}

class Found {
  readonly more: string[] = [];
  private readonly links: Next[] = [];
  private readonly cursors: Next[] = [];
  private readonly unsure: string[] = [];
  private readonly totals: Signs['totals'][number][] = [];
  private readonly pages: Signs['pages'][number][] = [];
  private current: number | undefined;
  private saysNo = false;

  constructor(private readonly sentCursor: string | undefined) {}

  result(): Signs {
    const [next] = [...this.links, ...this.cursors];
    return {
      next,
      more: this.saysNo ? this.more : [...this.more, ...this.unsure],
      totals: this.totals,
      pages: this.pages.map((one) => ({ ...one, current: one.current ?? this.current })),
    };
  }

  linkHeader(header: string | readonly string[] | undefined): void {
    const link = nextLink(header);
    if (link !== undefined) this.links.push({ kind: 'link', field: 'the Link header', text: link });
    else if (/\brel\s*=\s*"?[^",;]*\bnext\b/i.test(String(header ?? ''))) {
      this.more.push('the Link header names a next page in a form that cannot be read');
    }
  }

  contentRange(header: string): void {
    const total = /\/\s*(\d+)\s*$/.exec(header)?.[1];
    if (total !== undefined) this.totals.push({ field: 'the Content-Range header', count: Number(total), sure: true });
  }

  /** HAL and similar: `[{"rel": "next", "href": "/secrets?page=2"}]`. */
  linkList(list: readonly Json[], name: string): void {
    for (const one of list) {
      if (isObject(one) && one.rel === 'next' && !isEmpty(one.href ?? null))
        this.link(one.href ?? null, `${name}.next`);
    }
  }

  scan(
    fields: Fields,
    prefix: string,
    { follow, ignoreTotals, suffix = '' }: { follow?: boolean; ignoreTotals?: boolean; suffix?: string },
  ): void {
    let current: number | undefined;
    const pages: { field: string; count: number }[] = [];
    for (const [name, value] of Object.entries(fields)) {
      const means = meaningsOf(wordOf(name));
      const field = `${prefix}${name}${suffix}`;
      const count = wholeNumber(value);
      if (means.has('link') && !isEmpty(value)) {
        if (follow) this.link(value, field);
        else this.more.push(`${field} is ${show(value)}`);
      } else if (means.has('cursor') && !isEmpty(value)) {
        if (follow && (typeof value === 'string' || typeof value === 'number')) {
          this.cursors.push({ kind: 'cursor', field, text: String(value) });
        } else this.more.push(`${field} is ${show(value)}`);
      } else if (means.has('next') && !isEmpty(value)) this.more.push(`${field} is ${show(value)}`);
      else if (means.has('unsureNext')) {
        const isText = typeof value === 'string' && value !== '' && !/^\d+$/.test(value) && value !== this.sentCursor;
        if (isText) this.unsure.push(`${field} is ${show(value)}`);
      } else if (means.has('more')) {
        if (isYes(value)) this.more.push(`${field} is ${show(value)}`);
        else if (isNo(value)) this.saysNo = true;
      } else if (means.has('last') && (value === false || value === 'false')) this.more.push(`${field} is false`);
      if (count === undefined) continue;
      if (means.has('pages') && !ignoreTotals) pages.push({ field, count });
      if (means.has('current')) current = count;
      if (ignoreTotals) continue;
      if (means.has('total')) this.totals.push({ field, count, sure: true });
      else if (means.has('count')) this.totals.push({ field, count, sure: false });
    }
    for (const one of pages) this.pages.push({ ...one, current });
    this.current ??= current;
  }

  private link(value: Json, field: string): void {
    const text = typeof value === 'string' ? value : isObject(value) ? (value.href ?? value.url ?? null) : null;
    if (typeof text === 'string' && /^(?:https?:\/\/|[/?])/i.test(text)) this.links.push({ kind: 'link', field, text });
    else this.more.push(`${field} is ${show(value)}`);
  }
}

/** Headers as fields: `x-total-count` and `x-pagination-total-count` are both a total, and so is `x-pagination.total` in a header that holds JSON. */
function fieldsOf(headers: Headers): Fields {
  const fields: Record<string, Json> = {};
  for (const [name, given] of Object.entries(headers)) {
    const value = Array.isArray(given) ? given[0] : given;
    if (value === undefined) continue;
    const isJson = /^(?:x-)?(?:pagination|paging)$/.test(name);
    const json = isJson ? attempt(() => parseJson(value)) : undefined;
    for (const [key, part] of Object.entries(isObject(json) ? json : {})) fields[`${name}.${key}`] = part;
    if (!isJson) fields[name] = value;
  }
  return fields;
}

function wholeNumber(value: Json): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Empty: null, `""`, false, a number that no next page has, or an object of only such values. */
function isEmpty(value: Json): boolean {
  if (value === null || value === false) return true;
  if (typeof value === 'string') return /^\s*(?:null|none|false|0|-1)?\s*$/i.test(value);
  if (typeof value === 'number') return value <= 0;
  if (typeof value === 'object') return Object.values(value).every(isEmpty);
  return false;
}

const isYes = (value: Json) => value !== null && !isEmpty(value) && value !== 'no';

const isNo = (value: Json) => value === false || value === 'false' || value === 0 || value === 'no';

/** A value in the form for a message: never its text, which may be a token. */
const show = (value: Json) =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : 'not empty';
