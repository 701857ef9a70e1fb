import { isRecord } from '../domain/members';
import { toCurl } from '../journal/curl';
import type { JournalEntry } from '../journal/entry';
import { faultInWords } from '../journal/log-line';
import { faultLink } from './fault-form';
import { type Content, clock, copyButton, type Html, html, named, visible } from './html';
import type { RequestAbout } from './journal-about';
import { journalPath } from './journal-search';
import { link } from './layout';
import type { Visit } from './site';

/** The details of a request, its error first. Everything in the journal may be shown. */
export function requestDetails(item: JournalEntry, about: RequestAbout, visit: Visit): Html {
  const { error, response } = item;
  return html`${faultOf(item, visit)}${
    error &&
    html`<section class="card" aria-labelledby="reason"><h2 id="reason">Why it was refused</h2>
${list([
  ['Error code', html`<code>${error.code}</code>`],
  ['At fault', error.field === undefined ? undefined : html`<code>${error.field}</code>`],
  ['Reason', error.message],
  ['Knobs', item.assumptions.length === 0 ? undefined : names(item.assumptions)],
])}</section>`
  }
<div class="card">${list(factsOf(item, about))}</div>
<section class="card" aria-labelledby="sent"><h2 id="sent">Request</h2>
${list([['Parameters', parameters(item.query)], headers(item.headers)])}
<h3 id="body">Body</h3>
${item.body === undefined ? html`<p class="empty">${item.api === 's3' ? 'Bodies of S3 are not kept.' : 'None, or none that parsed.'}</p>` : print(item.body)}</section>
<section class="card" aria-labelledby="received"><h2 id="received">Response</h2>
${
  response === undefined
    ? html`<p class="empty">None.</p>`
    : html`${list([headers(response.headers)])}
${response.body === undefined ? html`<p class="empty">No body, or the bytes of an object.</p>` : print(response.body)}`
}</section>
${asCurl(toCurl(item))}`;
}

function faultOf(item: JournalEntry, visit: Visit): Content {
  const { api, operation, objectId, path, body, key } = item;
  if (operation === undefined || api === 'dashboard') return undefined;
  // A request that made an object did not name it.
  const named = api === 's3' || path.includes(`/${objectId}`) || (isRecord(body) && body.id === objectId);
  const aim = { operation, ...(named && { 'where.objectId': objectId ?? '' }), 'where.keyPrefix': key ?? '' };
  const to = faultLink(visit, aim, 'Inject a fault into the next one');
  return to && html`<p class="lead choices">${to}</p>`;
}

function asCurl(command: string | undefined): Html | undefined {
  return command === undefined
    ? undefined
    : html`<section class="card" aria-labelledby="curl"><h2 id="curl">As curl</h2>
<p class="hint">Without secrets: URL, token and keys come from the <code>export</code> lines, masked fields from <code>$SECRET_…</code>, an object from the file <code>body</code>.</p>
<div class="block"><pre tabindex="0">${command}</pre>${copyButton('the curl command')}</div></section>`;
}

function factsOf(item: JournalEntry, about: RequestAbout): readonly Fact[] {
  const { fault, assumptions, error } = item;
  return [
    ['Method', item.method],
    ['Path', html`<code>${named(item.path)}</code>`],
    ['Operation', item.operation ?? 'none'],
    ['Project', about.project],
    ...(about.object ? [about.object] : []),
    ['Key', about.key],
    ['Signed with', item.api === 'dashboard' ? 'nothing: somebody did it in the dashboard' : about.accessKey],
    ['Time', clock(item.at)],
    ['Status', status(item)],
    ['Duration', item.durationMs === undefined ? 'no response yet' : `${item.durationMs.toFixed(1)} ms`],
    ['Knobs', error || assumptions.length === 0 ? undefined : names(assumptions)],
    [
      'Fault',
      fault
        ? html`${faultNote(fault)} <span class="muted">·</span> ${link(journalPath(['fault', fault.id]), 'all requests')}`
        : 'none',
    ],
  ];
}

export function faultNote(fault: NonNullable<JournalEntry['fault']>): Html {
  return html`<span class="fault">${faultInWords(fault)}</span>`;
}

/** The status of a request, which may still be in progress, coloured by its kind. */
export function status({ status: has }: JournalEntry): Html {
  const kind = has === undefined || has === 'cut' ? 'bad' : has >= 500 ? 'bad' : has >= 400 ? 'poor' : 'good';
  return html`<span class="status ${kind}">${has ?? 'under way'}</span>`;
}

/** A line of facts. It is left out if it has no content. */
type Fact = readonly [name: string, says: Content];

function list(facts: readonly Fact[]): Html {
  const known = facts.filter(([, says]) => says !== undefined);
  return html`<dl class="facts">${known.map(([name, says]) => html`<dt>${name}</dt><dd>${says}</dd>`)}</dl>`;
}

/** The query in one line, with only the names of redacted parameters. */
function parameters(query: JournalEntry['query']): string {
  const all = Object.entries(query).map(([name, value]) => (value === '[redacted]' ? name : `${name}=${value}`));
  return all.length === 0 ? 'none' : all.join(', ');
}

function headers(all: Readonly<Record<string, string>>): Fact {
  const lines = Object.entries(all).map(([name, value]) => html`<code>${name}: ${visible(value)}</code><br>`);
  return ['Headers', lines.length === 0 ? 'none' : html`${lines}`];
}

const names = (all: readonly string[]) => html`<code>${all.join(', ')}</code>`;

/** A body: JSON is indented, a text is unchanged. */
function print(body: unknown): Html {
  if (typeof body === 'string') return html`<pre tabindex="0">${body}</pre>`;
  const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value), 2);
  return html`<pre tabindex="0">${text}</pre>`;
}
