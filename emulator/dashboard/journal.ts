import { shortened } from '../domain/told-name';
import type { JournalEntry, JournalMark } from '../journal/entry';
import { clock, grouped, type Html, html, line, named } from './html';
import { faultNote, requestDetails, status } from './journal-request';
import { link, region } from './layout';
import { PAGE_SIZE } from './list';
import type { DashboardContext } from './ports';
import { page, ROOT } from './reply';
import { PageError, type Site, type Visit } from './site';
import { type Column, table } from './table';

/** The request journal: the latest requests to the control plane with a filter, and the details of a request. It shows no secrets. */
export function addJournalPages(site: Site, { epochs, journal, operations }: DashboardContext): void {
  // The project is that of the request or of its token. Everybody may see a request without a project.
  const visible = ({ session: { caller } }: Visit) =>
    journal.requests().filter(({ projectId }) => projectId === undefined || caller.projectIds.includes(projectId));

  site.page('/journal', (visit) => {
    const { query, session } = visit;
    const found = visible(visit).filter((item) => matches(item, query));
    const before = /^\d{1,15}$/.test(query.before ?? '') ? Number(query.before) : Number.POSITIVE_INFINITY;
    const older = found.filter((item) => numberOf(item) < before);
    const shown = older.slice(-PAGE_SIZE).reverse();
    const { before: _, ...filter } = query;
    const path = (more: Query) => `/journal?${new URLSearchParams({ ...filter, ...more })}`.replace(/\?$/, '');
    const last = older.length > shown.length ? shown.at(-1) : undefined;
    // Marks between filtered requests would be misleading.
    const isWhole = Object.values(filter).every((value) => value === '');
    const rows = table(COLUMNS, shown, {
      caption: html`Requests <span class="count">${grouped(found.length)}</span>`,
      empty: 'No request fits.',
      keyOf: ({ requestId }) => requestId,
      ...(isWhole && { linesAbove: marksOf(journal.marks(), shown, { before, isLast: !last }) }),
    });
    const pages =
      (last || query.before !== undefined) &&
      html`<nav class="pager" aria-label="Pages of requests">
${query.before !== undefined && link(path({}), 'Newest')}
${last && link(path({ before: `${numberOf(last)}` }), 'Older')}
</nav>`;
    return page(
      'Request journal',
      html`<p class="lead">What clients asked of the REST interface and of S3, newest first. Values, passwords and user names are never kept.</p>
${journalForm(query, operations(), session.caller.projectIds)}
${region('journal', path(query.before === undefined ? {} : { before: query.before }), [rows, pages])}`,
    );
  });

  site.page('/journal/:id', (visit) => {
    const item = visible(visit).find(({ requestId }) => requestId === visit.id);
    // Numbers begin again after a reset, so the page of a request must not show another one with the same number.
    const { epoch = `${epochs.current.number}` } = visit.query;
    if (!item || epoch !== `${epochs.current.number}`) throw new PageError(404, 'The journal has no such request.');
    return page(
      `Request ${item.requestId}`,
      html`<p class="crumbs">${link('/journal', 'All requests')}</p>
<div class="sheet">${region('request', `/journal/${item.requestId}?${new URLSearchParams({ epoch })}`, requestDetails(item))}</div>`,
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
    head: 'Status',
    kind: 'text',
    cell: (item) => html`${status(item)}${item.error && html` <code>${item.error.code}</code>`}`,
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

const numberOf = ({ requestId }: JournalEntry) => Number(requestId.replace(/^\D+/, ''));

function reason({ error, fault }: JournalEntry): Html {
  return html`${error && error.code !== 'injected' && html`<span class="clamp" title="${error.message}">${error.field !== undefined && html`<code>${error.field}</code> `}${error.message}</span>`}${fault && faultNote(fault)}`;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** The choice of requests without a known project, such as those with a wrong token. */
const NO_PROJECT = 'none';

type Query = Readonly<Record<string, string>>;

export function journalForm(query: Query, operations: readonly string[], projectIds: readonly string[]): Html {
  const choose = (name: string, label: string, choices: readonly (readonly [value: string, label: string])[]) =>
    html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">all</option>${choices.map(
      ([value, text]) => html`<option value="${value}"${value === query[name] && html` selected`}>${text}</option>`,
    )}</select></div>`;
  const same = (texts: readonly string[]) => texts.map((text) => [text, text] as const);
  // A project whose id equals the special choice is found by its requests.
  const projects = [
    ...same(projectIds),
    ...(projectIds.includes(NO_PROJECT) ? [] : [[NO_PROJECT, 'not known'] as const]),
  ];
  const one = query.fault && query.fault !== 'any' ? same([query.fault]) : [];
  return html`<search class="card"><form class="filter" method="get" action="${ROOT}/journal">
${choose('operation', 'Operation', same(operations))}
${choose('method', 'Method', same(METHODS))}
<div class="field"><label for="status">Status</label><input id="status" name="status" value="${query.status}" size="6" placeholder="404, 4xx, cut" autocomplete="off"></div>
${choose('project', 'Project', projects)}
${choose('fault', 'Fault', [['any', 'with one'], ...one])}
<p class="submit"><button class="primary">Filter</button> ${link('/journal', 'Show all')}</p>
</form></search>`;
}

export function matches(item: JournalEntry, { operation, method, status, project, fault }: Query): boolean {
  const is = (text: string | undefined, has: string | undefined) => !text || has === text;
  return (
    is(operation, item.operation) &&
    is(method, item.method) &&
    hasStatus(item, status?.trim()) &&
    (is(project, item.projectId) || (project === NO_PROJECT && item.projectId === undefined)) &&
    (is(fault, item.fault?.id) || (fault === 'any' && item.fault !== undefined))
  );
}

/** True if a request has the wanted status: `404`, `4xx`, or `cut`. */
function hasStatus({ status: has }: JournalEntry, wanted: string | undefined): boolean {
  if (!wanted) return true;
  return /^[1-5]xx$/i.test(wanted) ? String(has).startsWith(wanted.slice(0, 1)) : String(has) === wanted.toLowerCase();
}
