import type { JournalEntry } from '../journal/entry';
import { type Html, html } from './html';
import { link } from './layout';
import { ROOT } from './reply';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** The choice of requests without a known project, such as those with a wrong token. */
const NO_PROJECT = 'none';

type Query = Readonly<Record<string, string>>;

/** The form that filters the journal. */
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

/** True if a request passes the filter. */
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
