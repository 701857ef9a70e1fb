import type * as z from 'zod';
import { type Operation, routes } from '../../contract';
import { type Page, readPage } from './answers';
import { MalformedAnswerError } from './errors';
import type { Requester } from './requester';

const MAX_PAGES = 10_000;

/**
 * All records of a collection, page by page, each id once (the later page wins).
 *
 * A page names the next one by `next_cursor` in its envelope or by a header `Link: <…>; rel="next"` (RFC 8288). A link to
 * another origin is an error, because the token must not go there; so is a page that was already read.
 */
export async function listAll<T extends { readonly id: string }>(
  requester: Requester,
  operation: Operation,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const { method, path } = routes[operation];
  const first = requester.urlOf(operation);
  const records = new Map<string, T>();
  const seen = new Set<string>();
  for (let url: URL | undefined = first; url !== undefined; ) {
    const target: string = url.pathname + url.search;
    if (seen.has(target) || seen.size >= MAX_PAGES) {
      throw new MalformedAnswerError(method, path, 'its pages lead back to a page already read', false);
    }
    seen.add(target);
    const here: URL = url;
    const [page, link] = await requester.send(operation, {
      target,
      signal,
      decode: ({ headers, text }): [Page<T>, string | undefined] => [
        readPage({ method, path }, text, schema),
        nextLink(headers.link),
      ],
    });
    for (const record of page.records) records.set(record.id, record);
    url = nextUrl(here, page.nextCursor, link);
    if (url !== undefined && url.origin !== first.origin) {
      throw new MalformedAnswerError(
        method,
        path,
        'its next page is on another host, where the token must not go',
        false,
      );
    }
  }
  return [...records.values()];
}

function nextUrl(here: URL, cursor: string | undefined, link: string | undefined): URL | undefined {
  if (cursor !== undefined) {
    const url = new URL(here);
    url.searchParams.set('cursor', cursor);
    return url;
  }
  return link !== undefined && URL.canParse(link, here.href) ? new URL(link, here) : undefined;
}

/** The target of `rel="next"` in a Link header, or undefined. */
export function nextLink(header: string | readonly string[] | undefined): string | undefined {
  const text = typeof header === 'string' ? header : (header ?? []).join(', ');
  for (const [, target, parameters] of text.matchAll(/<([^>]*)>((?:\s*;\s*[^,;"]+(?:"[^"]*")?)*)/g)) {
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters ?? '')) return target;
  }
  return undefined;
}
