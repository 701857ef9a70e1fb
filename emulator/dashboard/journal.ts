import { shortened } from '../domain/told-name';
import type { JournalEntry, JournalMark } from '../journal/entry';
import { numberOf, readSearch } from '../journal/search';
import { clamped, clock, grouped, type Html, html, id, line, named } from './html';
import { aboutOf } from './journal-about';
import { faultNote, requestDetails, status } from './journal-request';
import { completionsOf, searchForm } from './journal-search';
import { link, pager, region, toPath } from './layout';
import { PAGE_SIZE } from './list';
import type { DashboardContext } from './ports';
import { page } from './reply';
import { PageError, type Site, type Visit } from './site';
import { type Column, table } from './table';

/** How often the newest requests are refreshed, in milliseconds. */
const TAIL_MS = 1_000;

/** The request journal: the latest requests to the service with a search, and the details of a request. It shows no secrets. */
export function addJournalPages(site: Site, context: DashboardContext): void {
  const { clock: virtual, epochs, journal, service } = context;
  // The project is that of the request or of its token. Everybody may see a request without a project.
  const visible = ({ session: { caller } }: Visit) =>
    journal.requests().filter(({ projectId }) => projectId === undefined || caller.projectIds.includes(projectId));

  site.page('/journal', (visit) => {
    const { query, session } = visit;
    const { q: asked = '', before: sent = '' } = query;
    const buckets = new Map(
      service.buckets.stored(session.caller).flatMap((each) => [
        [each.id, each],
        [each.alias, each],
      ]),
    );
    const findBucket = (name: string) => buckets.get(name);
    const { hide } = journal;
    const search = readSearch(asked, { findBucket, marks: journal.marks(), now: virtual.now(), hide });
    const { text: q } = search;
    const all = visible(visit);
    const found = q.trim() === '' ? all : all.filter(search.matches);
    const before = /^\d{1,15}$/.test(sent) ? Number(sent) : Number.POSITIVE_INFINITY;
    const older = found.filter((item) => numberOf(item) < before);
    const shown = older.slice(-PAGE_SIZE).reverse();
    const last = older.length > shown.length ? shown.at(-1) : undefined;
    const count = grouped(all.length);
    const rows = table(COLUMNS, shown, {
      caption: html`Requests <span class="count">${found === all ? count : `${grouped(found.length)} of ${count}`}</span>`,
      empty:
        q === ''
          ? 'There are no requests yet.'
          : html`${search.problems.length > 0 ? 'Nothing was searched for.' : 'No request fits.'} ${link('/journal', 'Show all')}`,
      name: 'requests',
      keyOf: ({ requestId }) => requestId,
      // Marks between requests that were searched for would be misleading.
      ...(found === all && { linesAbove: marksOf(journal.marks(), shown, { before, isLast: !last }) }),
    });
    const pages = pager('Pages of requests', [
      sent !== '' && link(toPath('/journal', { q }), 'Newest'),
      last && link(toPath('/journal', { q, before: numberOf(last) }), 'Older'),
    ]);
    const completions = completionsOf(all, journal.marks(), (id) => findBucket(id)?.alias);
    return page(
      'Request journal',
      html`<p class="lead">What clients asked of the REST interface and of S3, newest first. Values, passwords and user names are never kept.</p>
${searchForm(q, search.problems, completions)}
${sent === '' ? region('journal', toPath('/journal', { q }), [rows, pages], TAIL_MS) : [rows, pages]}`,
    );
  });

  site.page('/journal/:id', (visit) => {
    const item = visible(visit).find(({ requestId }) => requestId === visit.id);
    // Numbers begin again after a reset, so the page of a request must not show another one with the same number.
    const { epoch = `${epochs.current.number}` } = visit.query;
    if (!item || epoch !== `${epochs.current.number}`) throw new PageError(404, 'The journal has no such request.');
    const details = requestDetails(item, aboutOf(item, visit, context), visit);
    const from = `/journal/${item.requestId}?${new URLSearchParams({ epoch })}`;
    return page(
      `Request ${item.requestId}`,
      html`<p class="crumbs">${link('/journal', 'All requests')}</p>
<div class="sheet">${item.status === undefined ? region('request', from, details) : details}</div>`,
    );
  });
}

const COLUMNS: readonly Column<JournalEntry>[] = [
  { head: 'Request', kind: 'line', cell: ({ requestId }) => link(`/journal/${requestId}`, requestId) },
  { head: 'Time', cell: ({ at }) => clock(at) },
  {
    head: 'Path',
    kind: 'text',
    cell: ({ method, path }) =>
      html`<span class="path clamp" title="${path}">${method} <code>${named(path)}</code></span>`,
  },
  { head: 'Operation', cell: ({ operation }) => operation ?? html`<span class="muted">none</span>` },
  { head: 'Project', kind: 'line', cell: ({ projectId }) => projectId !== undefined && line(projectId) },
  {
    head: 'Access key',
    kind: 'line',
    cell: ({ api, accessKeyId }) =>
      api === 'dashboard' ? html`<span class="muted">dashboard</span>` : accessKeyId && id(accessKeyId),
  },
  {
    head: 'Status',
    kind: 'text',
    cell: (item) =>
      html`${status(item)}${item.error && html` <bdi class="line"><code>${item.error.code}</code></bdi>`}`,
  },
  { head: 'Reason', kind: 'text', cell: reason },
];

/** Largest number of marks between two requests, and largest length of each: tests without requests leave many marks. */
const MOST_MARKS = 10;
const LONGEST_MARK = 200;

/** Marks above each request of a page, newest first as the requests are; with `undefined` those below the last one of all. */
function marksOf(
  marks: readonly JournalMark[],
  shown: readonly JournalEntry[],
  page: { before: number; isLast: boolean },
) {
  const numbers = shown.map(numberOf);
  return (item: JournalEntry | undefined) => {
    const place = item === undefined ? numbers.length : shown.indexOf(item);
    const below = place === 0 ? page.before : (numbers[place - 1] ?? 0);
    const least = numbers[place] ?? (page.isLast ? 0 : below);
    const found = marks.filter(({ after }) => after >= least && after < below).reverse();
    const lines = found.slice(0, MOST_MARKS).map(({ markId, text, at }) => ({
      key: markId,
      content: html`${named(shortened(text, LONGEST_MARK))} ${clock(at)}`,
    }));
    const left = found[MOST_MARKS];
    const count = grouped(found.length - MOST_MARKS);
    const rest = html`<span class="muted">${count} more before these: GET /_emulator/journal/marks has them.</span>`;
    return left ? [...lines, { key: left.markId, content: rest }] : lines;
  };
}

function reason({ api, key, error, fault }: JournalEntry): Html {
  return html`${api === 'dashboard' && html`In the dashboard${key !== undefined && html`: ${clamped(key)}`}`}${error && error.code !== 'injected' && html`<span class="clamp" title="${error.message}">${error.field !== undefined && html`<code>${error.field}</code> `}${error.message}</span>`}${fault && faultNote(fault)}`;
}
