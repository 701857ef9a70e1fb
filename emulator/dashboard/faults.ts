import { attempt, BLANK, type FormState, form, type Problem, selectField, textField } from './form';
import { type Html, html } from './html';
import { button, link } from './layout';
import type { ActiveFault, DashboardContext, SimpleFault } from './ports';
import { region } from './region';
import { page, type Reply, redirect } from './reply';
import type { Session } from './sessions';
import { PageError, type Site, type Submission, type Visit } from './site';
import { type Column, table } from './table';

const CUTS = [
  ['', 'no'],
  ['before-commit', 'before it takes effect'],
  ['after-commit', 'after it took effect'],
] as const;

const LARGEST_DELAY_MS = 600_000;

/** Faults: what is in force, adding a simple one, removing. They apply to every client, so not everybody who signed in may. */
export function addFaultPages(site: Site, { faults, operations, admin }: DashboardContext): void {
  const show = (visit: Visit, state: FormState = BLANK, status = 200): Reply => {
    const { session, hasControl } = visit;
    const columns: readonly Column<ActiveFault>[] = [
      { head: 'Operation', kind: 'text', cell: ({ spec }) => nameOf(spec.operation) },
      { head: 'What happens', kind: 'text', cell: inWords },
      { head: 'Requests', cell: ({ spec: { times } }) => (times === undefined ? 'every one' : `${times} at most`) },
      { head: 'Requests', kind: 'line', cell: ({ id, met }) => requestsLink(id, met) },
      { head: 'Fault', kind: 'line', cell: ({ id }) => html`<span class="muted">${id}</span>` },
      ...(hasControl ? [removal(session)] : []),
    ];
    const choices = [['*', 'all operations'] as const, ...operations().map((name) => [name, name] as const)];
    return page(
      'Faults',
      html`<p class="lead">What goes wrong on purpose, for every client of the REST interface and of S3. No fault applies to this dashboard.</p>
<div class="columns">
<section class="card aside" aria-labelledby="create"><h2 id="create">Add a fault</h2>
${
  hasControl
    ? form(session, { path: '/faults', submit: 'Add fault', state }, [
        selectField(state, { name: 'operation', label: 'Operation', choices }),
        textField(state, {
          name: 'status',
          label: 'Respond with status',
          numeric: true,
          optional: true,
          hint: 'From 200 to 599, such as 503.',
        }),
        selectField(state, { name: 'cut', label: 'Cut the connection', choices: CUTS }),
        textField(state, { name: 'delay', label: 'Delay in milliseconds', numeric: true, optional: true }),
        textField(state, {
          name: 'times',
          label: 'How many requests',
          numeric: true,
          optional: true,
          hint: 'Left empty: every one.',
        }),
      ])
    : invitation(session, admin.hasToken)
}</section>
<div class="content">${region('faults', '/faults', table(columns, faults.active(), { caption: 'Faults in force', empty: 'Nothing goes wrong on purpose.', keyOf: ({ id }) => id }))}</div>
</div>`,
      status,
    );
  };

  const requireControl = ({ hasControl }: Visit) => {
    if (!hasControl) throw new PageError(403, admin.hasToken ? WITH_TOKEN : WITHOUT_TOKEN);
  };

  site.page('/faults', (visit) => show(visit));

  site.action('/faults', (visit) => {
    requireControl(visit);
    const { values, fault, problems } = read(visit, operations());
    return attempt(
      problems,
      () => {
        faults.add(fault);
        visit.session.flash = `A fault on ${nameOf(fault.operation)} is in force.`;
        return redirect('/faults');
      },
      () => show(visit, { values, problems }, 422),
    );
  });

  site.action('/faults/:id/remove', (visit) => {
    requireControl(visit);
    const found = faults.active().find(({ id }) => id === visit.id);
    found?.remove();
    visit.session.flash = found ? 'The fault was removed.' : 'That fault was gone already.';
    return redirect('/faults');
  });
}

const WITH_TOKEN =
  'A fault applies to every client. To add or remove one from this machine, sign in with the admin token.';

const WITHOUT_TOKEN =
  'A fault applies to every client, so only the emulator’s own machine may add or remove one. To do so from here, start the emulator with an admin token (--admin-token) and sign in with it.';

/** In place of the form: how to get it. */
function invitation(session: Session, hasToken: boolean): Html {
  if (!hasToken) return html`<p>${WITHOUT_TOKEN}</p>`;
  return html`<p>${WITH_TOKEN}</p>
${form(session, { path: '/sign-in', submit: 'Sign in', state: BLANK }, [
  html`<input type="hidden" name="to" value="/faults">`,
  textField(BLANK, {
    name: 'token',
    label: 'Admin token',
    secret: true,
    hint: html`It was printed when the emulator started, as <code>COFFER_EMULATOR_ADMIN_TOKEN</code>.`,
  }),
])}`;
}

const removal = (session: Session): Column<ActiveFault> => ({
  head: 'Actions',
  kind: 'actions',
  cell: ({ id, spec }) =>
    button(session, { path: `/faults/${id}/remove`, label: 'Remove', says: `fault on ${nameOf(spec.operation)}` }),
});

const nameOf = (operation: string) => (operation === '*' ? 'all operations' : operation);

const requestsLink = (id: string, met: number) =>
  met === 0 ? '0 so far' : link(`/journal?fault=${id}`, `${met} so far`, `requests by ${id}`);

function inWords({ spec, held }: ActiveFault): string {
  const { status, cut, delayMs, truncate, garbage, pause, probability } = spec;
  const parts = [
    delayMs !== undefined && waitInWords(delayMs),
    pause && `is held (${held} now)`,
    // Only the first of these happens.
    cut
      ? `is cut ${cut === 'before-commit' ? 'before it takes effect' : 'after it took effect'}`
      : truncate
        ? 'gets part of the response'
        : garbage
          ? 'gets garbage'
          : status !== undefined && `returns ${status}`,
    probability !== undefined && `with a chance of ${probability}`,
  ];
  return parts.filter((part) => part !== false && part !== undefined).join(', ');
}

function waitInWords(delayMs: NonNullable<ActiveFault['spec']['delayMs']>): string {
  if (typeof delayMs === 'number') return `waits ${delayMs} ms`;
  if ('min' in delayMs) return `waits ${delayMs.min} to ${delayMs.max} ms`;
  return `waits ${delayMs.p50} ms, one in a hundred ${delayMs.p99} ms and more`;
}

function read({ form: sent }: Submission, operations: readonly string[]) {
  const names = ['operation', 'status', 'cut', 'delay', 'times'] as const;
  const values = Object.fromEntries(names.map((name) => [name, (sent.get(name) ?? '').trim()])) as Record<
    (typeof names)[number],
    string
  >;
  const problems: Problem[] = [];
  const number = (name: 'status' | 'delay' | 'times', label: string, least: number, most: number) => {
    if (values[name] === '') return undefined;
    const count = /^\d{1,9}$/.test(values[name]) ? Number(values[name]) : Number.NaN;
    if (count >= least && count <= most) return count;
    problems.push({ field: name, message: `${label} must be a whole number from ${least} to ${most}.` });
    return undefined;
  };
  if (values.operation !== '*' && !operations.includes(values.operation)) {
    problems.push({ field: 'operation', message: 'Operation must be one of the list.' });
  }
  const status = number('status', 'Status', 200, 599);
  const cut = CUTS.map(([value]) => value).find((value) => value === values.cut);
  const delayMs = number('delay', 'Delay', 1, LARGEST_DELAY_MS);
  const times = number('times', 'Requests', 1, 1_000_000);
  if (!values.status && !cut && !values.delay) {
    problems.push({ field: 'status', message: 'Say what goes wrong: a status, a cut or a delay.' });
  }
  if (values.status && cut) {
    problems.push({ field: 'cut', message: 'A connection that is cut has no status: choose one of the two.' });
  }
  const fault: SimpleFault = {
    operation: values.operation,
    ...(status !== undefined && { status }),
    ...(cut && { cut }),
    ...(delayMs !== undefined && { delayMs }),
    ...(times !== undefined && { times }),
  };
  return { values, fault, problems };
}
