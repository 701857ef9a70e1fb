import type { JournalEntry, JournalMark } from '../journal/entry';
import { LONGEST_SEARCH, SEARCH_FIELDS, type SearchField, searchTerm } from '../journal/search';
import { countOf, grouped, type Html, html } from './html';
import { link, toPath } from './layout';

import { ROOT } from './reply';

/** Numbers of values of a field, and of tests, that the search completes: the latest ones. */
const MOST_OF_FIELD = 40;
/** Longest value that the search completes, in characters. */
const LONGEST = 200;

/** Searches that people begin with. */
const FIRST: readonly (readonly [search: string, label: string])[] = [
  ['status:4xx', 'Refused'],
  ['status:5xx', 'Failed'],
  ['status:cut', 'Cut'],
  ['fault:any', 'With a fault'],
];

/** The path of the journal with the requests for which all of this holds. */
export function journalPath(...terms: readonly (readonly [field: SearchField, value: string])[]): string {
  return toPath('/journal', { q: terms.map(([field, value]) => searchTerm(field, value)).join(' ') });
}

/** A link to the requests about something; `says` names it for screen readers. */
export function requestsLink(says: string, ...terms: readonly (readonly [field: SearchField, value: string])[]): Html {
  return link(journalPath(...terms), 'Requests', says);
}

/** What the search can be completed to: values that requests have, the latest first, with the number of requests. */
export function completionsOf(
  entries: readonly JournalEntry[],
  marks: readonly JournalMark[],
  aliasOf: (bucketId: string) => string | undefined,
): readonly (readonly [term: string, says: string])[] {
  const counts = new Map<SearchField, Map<string, number>>();
  const add = (field: SearchField, value: string | number | undefined) => {
    if (value === undefined || `${value}`.length > LONGEST) return;
    const values = counts.get(field) ?? new Map<string, number>();
    counts.set(field, values);
    const count = values.get(`${value}`);
    if (count !== undefined || values.size < MOST_OF_FIELD) values.set(`${value}`, (count ?? 0) + 1);
  };
  for (const entry of entries.toReversed()) {
    add('status', entry.status);
    add('operation', entry.operation);
    add('bucket', entry.api === 's3' && entry.objectId !== undefined ? aliasOf(entry.objectId) : undefined);
    add('key', entry.key);
    add('access_key', entry.accessKeyId);
    add('path', entry.api === 'rest' ? entry.path : undefined);
    add('project', entry.projectId);
    add('fault', entry.fault?.id);
  }
  const found = [...counts].flatMap(([field, values]) =>
    [...values].map(([value, count]) => [searchTerm(field, value), countOf(count, 'request')] as const),
  );
  const texts = marks.map(({ text }) => text).filter(({ length }) => length <= LONGEST);
  const tests = [...new Set(texts.toReversed())].slice(0, MOST_OF_FIELD);
  return [...found, ...tests.map((text) => [searchTerm('test', text), 'the requests after this mark'] as const)];
}

/** The field that searches the journal, its completions, and what can be searched for. */
export function searchForm(
  search: string,
  problems: readonly string[],
  completions: readonly (readonly [term: string, says: string])[],
): Html {
  const hint = 'Words, or field:value. All of them must fit.';
  return html`<search class="card"><form class="stack" method="get" action="${ROOT}/journal">
<div class="field"><label for="q">Search</label>
<p class="hint" id="q-hint">${hint}</p>
${problems.map((problem) => html`<p class="problem" role="alert">${problem}</p>`)}
<div class="tools"><input type="search" id="q" name="q" value="${search}" maxlength="${LONGEST_SEARCH}" list="completions" aria-describedby="q-hint" placeholder="status:4xx photos/cat.jpg" autocomplete="off" autocapitalize="none" spellcheck="false"><button class="primary">Search</button></div>
<datalist id="completions">${completions.map(([term, says]) => html`<option value="${term}">${says}</option>`)}</datalist></div>
<nav class="choices" aria-label="Searches">${link('/journal', 'All')} ${FIRST.map(([to, label]) => html`${link(toPath('/journal', { q: to }), label)} `)}</nav>
<details class="folded"><summary>What can be searched for</summary>
<dl class="facts">${Object.entries(SEARCH_FIELDS).map(([field, says]) => html`<dt><code>${field}:</code></dt><dd>${says}</dd>`)}
<dt>other words</dt><dd>A part of anything that the journal shows.</dd>
<dt>values</dt><dd><code>*</code> stands for any text. <code>any</code>: whatever has such a value; <code>none</code>: what has none. In quotes it must be all of the value, and is taken as it is.</dd></dl>
<p class="hint">A search has at most ${grouped(LONGEST_SEARCH)} characters. Tokens and secret halves are not in the journal.</p></details>
</form></search>`;
}
