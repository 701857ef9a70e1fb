import * as z from 'zod';
import { DomainError } from '../../domain/errors';
import type { FaultHandle } from '../../faults/fault';
import { type FaultSpec, faultSpec } from '../../faults/spec';
import { seedDocument } from '../../seed/document';
import { behaviourChange } from '../../settings/settings';
import { clockAdvance, clockSet } from '../../system/clock';
import type { Control } from '../control';
import { toFault, toObjects, toTime } from '../views';
import {
  documentedFilter,
  documentedWait,
  faultFilter,
  journalMark,
  journalQuery,
  journalWait,
  lifecycleFilter,
  linkTo,
  pullSecretGuess,
  resetQuery,
  secretGuess,
} from './requests';

/** Input of a call. */
export interface ControlInput<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  readonly id: string;
  /** The body as it was sent. */
  readonly bytes: Uint8Array;
}

/** One call of the control API. */
export interface ControlCall<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_emulator`; `{id}` stands for an id. */
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  /** Schema of the body in the OpenAPI document, if the call validates the body itself. */
  readonly documented?: z.ZodType;
  readonly query?: z.ZodType<Query>;
  /** Schema of the query in the OpenAPI document, if it is more than text. */
  readonly documentedQuery?: z.ZodType;
  /** The body of the request, or of the response, is a snapshot and not JSON. */
  readonly binary?: 'request' | 'answer';
  /** Carries out the call. Its result, or that of its promise, is the response body; undefined is 204. */
  run(control: Control, input: ControlInput<Body, Query>): unknown;
}

/** Defines a call: method and path, then the rest of it. */
function call<Body, Query>(
  at: `${ControlCall['method']} ${string}`,
  rest: Omit<ControlCall<Body, Query>, 'method' | 'path'>,
): ControlCall {
  const [method, path] = at.split(' ');
  return { method, path, ...rest } as ControlCall;
}

/** Moves the clock, and shows it. */
const moved =
  <Body>(move: (clock: Control['clock'], body: Body) => void) =>
  ({ clock }: Control, { body }: ControlInput<Body, unknown>) => {
    move(clock, body);
    return toTime(clock);
  };

/** The whole control API. */
export const controlCalls: readonly ControlCall[] = [
  call('POST /reset', {
    summary:
      'Go back to how it started, for everybody: tokens and projects stay, everything else is gone, requests under way are cut',
    query: resetQuery,
    run: (control, { query }) => control.reset(query),
  }),
  call('POST /dashboard-links', {
    summary: "Make a link that signs in at the dashboard once, in a browser on the emulator's own machine",
    query: linkTo,
    run: (control, { query: { to } }) => ({ path: control.dashboardLink(to) }),
  }),
  call('GET /epoch', {
    summary: 'Tell when everything was replaced last, by a reset or a restore; the number grows by one each time',
    run: ({ epoch: { number, beginning = {} } }) => ({ number, ...beginning }),
  }),
  call('GET /snapshot', {
    summary: 'Take a snapshot of everything stored, for this emulator or one with the same encryption key',
    binary: 'answer',
    run: (control) => control.snapshot(),
  }),
  call('PUT /snapshot', {
    summary: 'Replace everything stored by what a snapshot holds',
    binary: 'request',
    run: (control, { bytes }) => control.restore(bytes),
  }),
  call('POST /projects', {
    summary: 'Make a project with its own token',
    run: (control) => control.newProject(),
  }),
  call('POST /seed', {
    summary: 'Add projects, tokens and objects with fixed ids and keys, all or none',
    // Validated together with everything else that may be wrong with a seed.
    body: z.unknown(),
    documented: seedDocument,
    run: (control, { body }) => control.seedFrom(body),
  }),
  call('GET /seed', {
    summary: 'Save what is stored as a seed, without values: "not_saved" names what is not in it',
    run: (control) => control.saveSeed(),
  }),
  call('GET /objects', {
    summary: 'List all that is stored, without secret halves',
    run: ({ inspect }) => toObjects(inspect),
  }),
  call('POST /secrets/{id}/matches', {
    summary: 'Compare the stored value of a secret with this one: the text, or {"base64": …} for the bytes',
    body: secretGuess,
    run({ inspect }, { id, body: { value } }) {
      const bytes = typeof value === 'string' ? value : Buffer.from(value.base64, 'base64');
      return { matches: inspect.secretMatches(id, bytes) };
    },
  }),
  call('POST /secrets/pull/{id}/matches', {
    summary: 'Compare a pull secret with what is given of server, username and password',
    body: pullSecretGuess,
    run: ({ inspect }, { id, body }) => ({ matches: inspect.pullSecretMatches(id, body) }),
  }),
  call('GET /dump', {
    summary: 'Make a bundle for a bug report, without secrets',
    run: (control) => control.dump(),
  }),
  call('GET /settings', {
    summary: 'Show knobs, lag and settle rule',
    run: ({ settings }) => settings.read(),
  }),
  call('PATCH /settings', {
    summary: 'Change some of knobs, lag and settle rule, for everybody',
    body: behaviourChange,
    run({ settings }, { body }) {
      settings.change(body);
      return settings.read();
    },
  }),
  call('GET /faults', {
    summary: 'List the faults, or with unmet=true those that changed no request',
    query: faultFilter,
    run: ({ faults }, { query: { unmet } }) => (unmet === 'true' ? faults.unmet() : faults.list()).map(toFault),
  }),
  call('POST /faults', {
    summary: 'Add a fault: for requests of everybody, or for those that "where" picks',
    // Validated together with what a schema cannot say.
    body: z.unknown(),
    documented: faultSpec,
    run: ({ faults }, { body }) => toFault(faults.add(body as FaultSpec)),
  }),
  call('DELETE /faults', {
    summary: 'Remove all faults, those of everybody',
    run: ({ faults }) => faults.clear(),
  }),
  call('DELETE /faults/{id}', {
    summary: 'Remove a fault, and let go of what it holds',
    run: ({ faults }, { id }) => requireFound(faults.find(id), id).remove(),
  }),
  call('POST /faults/{id}/release', {
    summary: 'Let go of the requests that a fault holds',
    run: ({ faults }, { id }) => requireFound(faults.find(id), id).release(),
  }),
  call('GET /journal', {
    summary: 'List the requests to the service of everybody, filtered',
    query: journalQuery,
    documentedQuery: documentedFilter,
    run: ({ journal }, { query }) => journal.requests(query),
  }),
  call('GET /journal/count', {
    summary: 'Count the requests to the service of everybody, filtered',
    query: journalQuery,
    documentedQuery: documentedFilter,
    run: ({ journal }, { query }) => ({ count: journal.count(query) }),
  }),
  call('GET /journal/wait', {
    summary: 'Wait until so many requests match; 404 when the time is up, 409 when the emulator is reset meanwhile',
    query: journalWait,
    documentedQuery: documentedWait,
    run: ({ journal }, { query: { filter, ...options } }) => journal.waitFor(filter, options),
  }),
  call('GET /journal/unmatched', {
    summary: 'List the requests to unknown routes',
    run: ({ journal }) => journal.unmatched(),
  }),
  call('GET /journal/marks', {
    summary: 'List the marks between requests',
    run: ({ journal }) => journal.marks(),
  }),
  call('POST /journal/marks', {
    summary: 'Add a line between requests for readers of the journal, such as the beginning of a test',
    body: journalMark,
    run: ({ journal }, { body }) => journal.mark(body.text),
  }),
  call('DELETE /journal', {
    summary: 'Forget all requests, those of everybody',
    run: ({ journal }) => journal.clear(),
  }),
  call('GET /lifecycle', {
    summary:
      'List what lifecycle rules did: objects that expired, uploads that were aborted; of all buckets, or of one',
    query: lifecycleFilter,
    run: ({ lifecycle }, { query }) => lifecycle.notes(query),
  }),
  call('GET /clock', {
    summary: 'Show the virtual clock',
    run: ({ clock }) => toTime(clock),
  }),
  call('PUT /clock', {
    summary: 'Set the clock, for everybody',
    body: clockSet,
    run: moved((clock, { now }) => clock.set(now)),
  }),
  call('POST /clock/advance', {
    summary: 'Move the clock, for everybody',
    body: clockAdvance,
    run: moved((clock, { ms }) => clock.advance(ms)),
  }),
  call('POST /clock/freeze', {
    summary: 'Stop the clock where it is',
    run: moved((clock) => clock.freeze()),
  }),
  call('POST /clock/reset', {
    summary: 'Back to real time',
    run: moved((clock) => clock.reset()),
  }),
];

function requireFound(fault: FaultHandle | undefined, id: string): FaultHandle {
  if (fault) return fault;
  throw new DomainError('not_found', `There is no fault with the id "${id}".`, 'id');
}
