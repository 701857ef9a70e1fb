import { type Content, type Html, html } from './html';
import { link } from './layout';
import { table } from './list';
import type { DashboardContext, JournalItem } from './ports';
import { page, ROOT } from './reply';
import { Refusal, type Site, type Visit } from './site';

const MOST_SHOWN = 200;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

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
    journal
      .requests()
      .filter(({ projectId }) => projectId === undefined || caller.projectIds.includes(projectId))
      .filter(({ path }) => path !== ROOT && !path.startsWith(`${ROOT}/`));

  site.page('/journal', (visit) => {
    const { query } = visit;
    const found = visible(visit).filter((item) => matches(item, query));
    const shown = found.slice(-MOST_SHOWN).reverse();
    const rows = shown.map(
      (item) =>
        html`<tr><th scope="row">${link(`/journal/${item.requestId}`, item.requestId)}</th><td>${clock(item.at)}</td><td>${item.method}</td><td class="text path"><code>${item.path}</code></td><td>${item.operation ?? html`<span class="muted">none</span>`}</td><td>${status(item)}</td></tr>`,
    );
    const count = found.length > shown.length ? `the latest ${shown.length} of ${found.length}` : `${found.length}`;
    return page(
      'Request journal',
      html`<p class="lead">What clients asked of the REST interface and of S3, newest first. Values, passwords and user names are never kept.</p>
${filter(query, operations())}
${table(
  {
    caption: `Requests (${count})`,
    columns: ['Request', 'Time', 'Method', 'Path', 'Operation', 'Status'],
    empty: 'No request fits.',
  },
  rows,
)}`,
    );
  });

  site.page('/journal/:id', (visit) => {
    const item = visible(visit).find(({ requestId }) => requestId === visit.id);
    if (!item) throw new Refusal(404, 'The journal has no such request.');
    const facts: readonly (readonly [string, Content])[] = [
      ['Method', item.method],
      ['Path', html`<code>${item.path}</code>`],
      ['Query', Object.keys(item.query).join(', ') || 'none'],
      ['Operation', item.operation ?? 'none'],
      ['Project', item.projectId ?? 'not known'],
      ['Time', clock(item.at)],
      ['Status', status(item)],
      ['Duration', item.durationMs === undefined ? 'not answered yet' : `${item.durationMs.toFixed(1)} ms`],
    ];
    return page(
      `Request ${item.requestId}`,
      html`<div class="card"><dl class="facts">${facts.map(([name, says]) => html`<dt>${name}</dt><dd>${says}</dd>`)}</dl></div>
<section class="card" aria-labelledby="body"><h2 id="body">Body</h2>
${item.body === undefined ? html`<p class="empty">None, or none that parsed.</p>` : html`<pre tabindex="0">${print(item.body)}</pre>`}</section>
<p>${link('/journal', 'Back to all requests')}</p>`,
    );
  });
}

function filter(query: Readonly<Record<string, string>>, operations: readonly string[]): Html {
  const choose = (name: string, label: string, choices: readonly string[]) => html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}"><option value="">all</option>${choices.map(
    (choice) => html`<option${choice === query[name] && html` selected`}>${choice}</option>`,
  )}</select></div>`;
  return html`<search class="card"><form class="filter" method="get" action="${ROOT}/journal">
${choose('operation', 'Operation', operations)}
${choose('method', 'Method', METHODS)}
<div class="field"><label for="status">Status</label><input id="status" name="status" value="${query.status}" size="6" placeholder="404, 4xx, cut" autocomplete="off"></div>
<p class="submit"><button class="primary">Filter</button> ${link('/journal', 'Show all')}</p>
</form></search>`;
}

function matches(item: JournalItem, { operation, method, status: wanted }: Readonly<Record<string, string>>): boolean {
  const is = (text: string | undefined, has: string | undefined) => !text || has === text;
  return is(operation, item.operation) && is(method, item.method) && hasStatus(item, wanted?.trim());
}

/** `404`, `4xx`, or `cut`. */
function hasStatus({ status: has }: JournalItem, wanted: string | undefined): boolean {
  if (!wanted) return true;
  return /^[1-5]xx$/i.test(wanted) ? String(has).startsWith(wanted.slice(0, 1)) : String(has) === wanted.toLowerCase();
}

function status({ status: has }: JournalItem): Html {
  const kind = has === undefined || has === 'cut' ? 'bad' : has >= 500 ? 'bad' : has >= 400 ? 'poor' : 'good';
  return html`<span class="status ${kind}">${has ?? 'under way'}</span>`;
}

function clock(ms: number): Html {
  const exact = new Date(ms).toISOString();
  return html`<time datetime="${exact}">${exact.slice(0, 23).replace('T', ' ')} UTC</time>`;
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
