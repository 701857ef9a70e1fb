import type { Bucket } from '../domain/records';
import type { FaultHandle } from '../faults/fault';
import type { FaultSpec } from '../faults/spec';
import { FAULT_LABELS, faultForm, presetOf, readFault, withoutSecrets } from './fault-form';
import { BLANK, type FormState } from './form';
import { type Content, countOf, grouped, html, named, visible } from './html';
import { journalPath } from './journal-search';
import { button, link, region } from './layout';
import { actionsColumn, type ListColumn, list } from './list';
import { gateOf } from './may-control';
import type { DashboardContext } from './ports';
import { page, type Reply, redirect } from './reply';
import type { Session } from './sessions';
import type { Site, Visit } from './site';

interface Row {
  readonly id: string;
  readonly position: number;
  readonly fault: FaultHandle;
}

/** Faults: lists of active and used ones, a form to add one, and buttons to release and remove. */
export function addFaultPages(site: Site, context: DashboardContext): void {
  const { faults, operations, service } = context;
  const gate = gateOf(context, 'A fault applies to every client.');
  const rows = (isWanted: (fault: FaultHandle) => boolean): Row[] =>
    faults.list().flatMap((fault, position) => (isWanted(fault) ? [{ id: fault.id, position, fault }] : []));

  const show = (visit: Visit, state: FormState = BLANK): Reply => {
    const used = faults.list().filter((fault) => !isInForce(fault)).length;
    return page(
      'Faults',
      html`<p class="lead">What goes wrong on purpose, for every client of the REST interface and of S3. No fault applies to this dashboard.</p>
<div class="columns">
<section class="card aside" aria-labelledby="create"><h2 id="create">Add a fault</h2>
${visit.hasControl ? faultForm(visit.session, state, operations()) : gate.invitation(visit, '/faults')}</section>
<div class="content">${list(visit, rows(isInForce), {
        path: '/faults',
        caption: 'Faults in force',
        empty: 'Nothing goes wrong on purpose.',
        columns: columnsOf(visit),
        texts,
      })}
${region(
  'others',
  '/faults',
  html`<div class="pager">${used > 0 && link('/faults/used-up', `Used up: ${grouped(used)}`)}
${visit.hasControl && faults.list().length > 1 && button(visit.session, { path: '/faults/clear', label: 'Remove all faults' })}</div>`,
)}</div>
</div>`,
    );
  };

  site.page('/faults', (visit) => show(visit, presetOf(visit.query)));

  site.page('/faults/used-up', (visit) =>
    page(
      'Faults that are used up',
      html`<p class="crumbs">${link('/faults', 'Faults in force')}</p>
<p class="lead">They applied to as many requests as they may, and apply to no more.</p>
${list(
  visit,
  rows((fault) => !isInForce(fault)),
  { path: '/faults/used-up', caption: 'Used up', empty: 'No fault is used up.', columns: columnsOf(visit), texts },
)}`,
    ),
  );

  site.form('/faults', (visit) => {
    gate.require(visit);
    const { values: entered, fault, malformed } = readFault(visit.form);
    const values = visit.isStale ? withoutSecrets(entered) : entered;
    return {
      problems: [],
      run: () => {
        faults.add(aimed(fault, service.buckets.stored(visit.session.caller)));
        return redirect('/faults', `A fault on ${operationOf(fault)} is in force.`);
      },
      again: (found) =>
        show(visit, { values, problems: [...new Set(found.map((each) => malformed.get(each.field) ?? each))] }),
      labels: FAULT_LABELS,
    };
  });

  site.action('/faults/clear', (visit) => {
    gate.require(visit);
    faults.clear();
    return redirect('/faults', 'All faults were removed.');
  });

  const change = (what: 'release' | 'remove', done: string) => {
    site.action(`/faults/:id/${what}`, (visit) => {
      gate.require(visit);
      const found = faults.list().find(({ id }) => id === visit.id);
      const back = found && !isInForce(found) ? '/faults/used-up' : '/faults';
      found?.[what]();
      return redirect(back, found ? done : 'That fault was gone already.');
    });
  };
  change('release', 'The fault holds no requests any more.');
  change('remove', 'The fault was removed.');
}

/** The fault with the id of a bucket where its name stands: requests are known by ids, but the pages show names. */
function aimed(fault: FaultSpec, buckets: readonly Pick<Bucket, 'id' | 'alias'>[]): FaultSpec {
  const name = fault.where?.objectId;
  const bucket = name === undefined ? undefined : buckets.find(({ alias }) => alias === name);
  return bucket === undefined ? fault : { ...fault, where: { ...fault.where, objectId: bucket.id } };
}

/** True if a fault can still apply, or holds requests that can be released. */
const isInForce = ({ isUsedUp, held }: FaultHandle) => !isUsedUp || held > 0;

const texts = ({ fault }: Row) => [fault.id, operationOf(fault.spec), effectOf(fault)];

function columnsOf({ session, hasControl }: Visit): readonly ListColumn<Row>[] {
  return [
    {
      head: 'Operation',
      kind: 'text',
      cell: ({ fault }) => operationOf(fault.spec),
      sort: { by: 'operation', of: ({ fault }) => fault.spec.operation },
    },
    { head: 'What happens', kind: 'text', cell: ({ fault }) => [effectOf(fault), hasControl && aimOf(fault.spec)] },
    {
      head: 'Limit',
      cell: ({ fault: { spec } }) => (spec.times === undefined ? 'every one' : `${spec.times} at most`),
    },
    {
      head: 'Requests',
      kind: 'line',
      cell: ({ id, fault: { met } }) =>
        met === 0 ? '0 so far' : link(journalPath(['fault', id]), `${met} so far`, `requests by ${id}`),
      sort: { by: 'requests', of: ({ fault }) => fault.met },
    },
    { head: 'Fault', kind: 'line', cell: ({ id }) => html`<span class="muted">${id}</span>` },
    ...(hasControl ? [actions(session)] : []),
  ];
}

const actions = (session: Session) =>
  actionsColumn<Row>(({ id, fault: { spec, held } }) => {
    const says = `fault on ${operationOf(spec)}`;
    return [
      held > 0 && button(session, { path: `/faults/${id}/release`, label: 'Release', says }),
      button(session, { path: `/faults/${id}/remove`, label: 'Remove', says }),
    ];
  });

export const operationOf = ({ operation }: FaultSpec) => (operation === '*' ? 'all operations' : operation);

/** The effect of a fault in words. Shows only names of what it sends and compares, because values may be secret. */
export function effectOf({ spec, held }: Pick<FaultHandle, 'spec' | 'held'>): string {
  const { delayMs, pause, probability } = spec;
  const parts = [
    delayMs !== undefined && waitInWords(delayMs),
    pause && `is held (${held} now)`,
    responseOf(spec),
    spec.when === 'after-commit' && (delayMs !== undefined || pause || spec.status !== undefined) && AFTER,
    probability !== undefined && `with a chance of ${probability}`,
  ];
  return parts.filter((part) => part !== false && part !== undefined).join(', ');
}

const AFTER = 'after it took effect';

/** The effect on the response. Only the first of these applies. */
function responseOf({ cut, truncate, garbage, status, body, headers, retryAfter }: FaultSpec): string | undefined {
  if (cut) return `is cut ${cut === 'before-commit' ? 'before it takes effect' : AFTER}`;
  if (truncate !== undefined && truncate !== false)
    return truncate === true ? 'gets part of the response' : `gets ${countOf(truncate, 'byte')} of the response`;
  if (garbage !== undefined && garbage !== false) return 'gets garbage';
  if (status === undefined) return undefined;
  const names = [
    body !== undefined && 'a body of its own',
    ...Object.keys(headers ?? {}),
    retryAfter !== undefined && `retry-after${typeof retryAfter === 'number' ? `: ${retryAfter}` : ''}`,
  ].filter((name) => name !== false);
  return `returns ${status}${names.length > 0 ? ` with ${names.join(', ')}` : ''}`;
}

function waitInWords(delayMs: NonNullable<FaultSpec['delayMs']>): string {
  if (typeof delayMs === 'number') return `waits ${delayMs} ms`;
  if ('min' in delayMs) return `waits ${delayMs.min} to ${delayMs.max} ms`;
  return `waits ${delayMs.p50} ms, one in a hundred ${delayMs.p99} ms and more`;
}

/** The requests that a fault applies to, for visitors who may add faults. */
export function aimOf({ skip, where = {} }: FaultSpec): Content {
  const { projectId, objectId, keyPrefix, accessKeyId, token, headers, body } = where;
  const parts = [
    ['project', projectId],
    ['object', objectId],
    ['keys that begin with', keyPrefix],
    ['access key', accessKeyId],
    ['requests of', token === undefined ? undefined : 'one token'],
    ['headers', headers && Object.keys(headers).join(', ')],
    ['body', body && (typeof body === 'function' ? 'by a function' : Object.keys(body).join(', '))],
    ['not the first', skip ? `${skip}` : undefined],
  ] as const;
  return parts.map(
    ([says, what]) =>
      what !== undefined && html`<div class="muted clamp" title="${visible(what)}">${says} ${named(what)}</div>`,
  );
}
