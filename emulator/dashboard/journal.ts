import type { FaultNote } from '../domain/fault-note';
import { type Content, type Html, html } from './html';
import { journalForm, matches } from './journal-filter';
import { link } from './layout';
import type { DashboardContext, JournalItem } from './ports';
import { region } from './region';
import { page } from './reply';
import { PageError, type Site, type Visit } from './site';
import { grouped } from './size';
import { type Column, table } from './table';
import { line, named } from './text';

const PAGE_SIZE = 100;

/** Fields of the interface's bodies that are never secret. Of anything else, such as a mistyped `value`, only the name is shown. */
const OPEN_FIELDS = new Set([
  ...['id', 'project_id', 'name', 'server', 'max_size', 'description'],
  ...['bucket_ids', 'permissions', 'read', 'write', 'owner'],
]);

const NOT_SHOWN = '[not shown]';

/** The request journal: the latest requests to the control plane, with a filter; one request in detail. Nothing secret is shown. */
export function addJournalPages(site: Site, { journal, operations }: DashboardContext): void {
  // The project is that of the request or of its token; a request that got to neither is anybody's.
  const visible = ({ session: { caller } }: Visit) =>
    journal.requests().filter(({ projectId }) => projectId === undefined || caller.projectIds.includes(projectId));

  site.page('/journal', (visit) => {
    const { query, session } = visit;
    const found = visible(visit).filter((item) => matches(item, query));
    const before = /^\d{1,15}$/.test(query.before ?? '') ? Number(query.before) : Number.POSITIVE_INFINITY;
    const older = found.filter((item) => numberOf(item) < before);
    const shown = older.slice(-PAGE_SIZE).reverse();
    const { before: _, ...filter } = query;
    const path = (more: Record<string, string>) => `/journal?${new URLSearchParams({ ...filter, ...more })}`;
    const last = older.length > shown.length ? shown.at(-1) : undefined;
    const rows = table(COLUMNS, shown, {
      caption: html`Requests <span class="count">${grouped(found.length)}</span>`,
      empty: 'No request fits.',
      keyOf: ({ requestId }) => requestId,
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
    if (!item) throw new PageError(404, 'The journal has no such request.');
    const facts: readonly (readonly [string, Content])[] = [
      ['Method', item.method],
      ['Path', html`<code>${named(item.path)}</code>`],
      ['Query', Object.keys(item.query).join(', ') || 'none'],
      ['Operation', item.operation ?? 'none'],
      ['Project', item.projectId === undefined ? 'not known' : named(item.projectId)],
      ['Time', clock(item.at)],
      ['Status', status(item)],
      ['Duration', item.durationMs === undefined ? 'no response yet' : `${item.durationMs.toFixed(1)} ms`],
      [
        'Fault',
        item.fault
          ? html`${inWords(item.fault)} ${link(`/journal?fault=${item.fault.id}`, 'All requests that it applied to')}`
          : 'none',
      ],
    ];
    return page(
      `Request ${item.requestId}`,
      html`<p class="crumbs">${link('/journal', 'All requests')}</p>
<div class="sheet">${region('request', `/journal/${item.requestId}`, html`<div class="card"><dl class="facts">${facts.map(([name, says]) => html`<dt>${name}</dt><dd>${says}</dd>`)}</dl></div>`)}
<section class="card" aria-labelledby="body"><h2 id="body">Body</h2>
${item.body === undefined ? html`<p class="empty">None, or none that parsed.</p>` : html`<pre tabindex="0">${print(item.body)}</pre>`}</section></div>`,
    );
  });
}

const COLUMNS: readonly Column<JournalItem>[] = [
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
  { head: 'Status', kind: 'line', cell: status },
  { head: 'Fault', kind: 'text', cell: ({ fault }) => fault && inWords(fault) },
];

/** Requests are numbered as they come. */
const numberOf = ({ requestId }: JournalItem) => Number(requestId.replace(/^\D+/, ''));

const DOES = {
  cut: 'connection cut',
  status: 'status returned in its place',
  truncate: 'cut within the response',
  garbage: 'garbage returned',
  none: '',
} as const;

/** What a fault did: `fault-1: waited, connection cut before the operation ran`. */
function inWords({ id, effect, when, waits }: FaultNote): Html {
  const moment = when === 'before-commit' ? 'before the operation ran' : 'after the operation ran';
  const says = [waits && 'waited', effect !== 'none' && `${DOES[effect]} ${moment}`].filter(Boolean).join(', ');
  return html`<span class="fault">${id}: ${says}</span>`;
}

function status({ status: has }: JournalItem): Html {
  const kind = has === undefined || has === 'cut' ? 'bad' : has >= 500 ? 'bad' : has >= 400 ? 'poor' : 'good';
  return html`<span class="status ${kind}">${has ?? 'under way'}</span>`;
}

function clock(ms: number): Html {
  const exact = new Date(ms).toISOString();
  return html`<time datetime="${exact}"><span>${exact.slice(0, 10)}</span> <span>${exact.slice(11, 23)} UTC</span></time>`;
}

/** A body as indented JSON, as far as its fields are known to be no secrets. */
function print(body: unknown): string {
  return JSON.stringify(known(body), (_, value) => (typeof value === 'bigint' ? `${value}` : value), 2);
}

function known(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return NOT_SHOWN;
  const fields = Object.entries(body).map(([field, value]) => [
    field,
    OPEN_FIELDS.has(field) ? inside(value) : NOT_SHOWN,
  ]);
  return Object.fromEntries(fields);
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return value !== null && typeof value === 'object' ? known(value) : value;
}
