import { AssertionError } from 'node:assert';
import * as z from 'zod';
import { DomainError } from '../../domain/errors';
import { LONGEST_NAME } from '../../domain/told-name';
import type { FaultHandle } from '../../faults/fault';
import { type FaultSpec, faultSpec } from '../../faults/spec';
import type { JournalFilter } from '../../journal/filter';
import { seedDocument } from '../../seed/document';
import { behaviourChange } from '../../settings/settings';
import { clockAdvance, clockSet } from '../../system/clock';
import { strict } from '../../validation/strict';
import type { Control } from '../control';
import { newBucketOptions } from '../new-bucket';
import { toFault, toObjects, toTime } from '../views';
import {
  documentedExpect,
  documentedFilter,
  documentedWait,
  journalExpect,
  journalQuery,
  journalWait,
  pullSecretGuess,
  secretGuess,
} from './requests';

export interface ControlInput<Body, Query> {
  readonly body: Body;
  readonly query: Query;
  readonly id: string;
  /** The body as it was sent. */
  readonly bytes: Uint8Array;
}

/** Name of a test or of somebody, for people who read it. */
const name = z.string().min(1).max(LONGEST_NAME);

export interface ControlCall<Body = unknown, Query = unknown> extends Schemas<Body, Query> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/_emulator`; `{id}` stands for an id. */
  readonly path: string;
  readonly summary: string;
  /** Carries out the call. Its result, or that of its promise, is the response body; undefined is 204. */
  readonly run: (control: Control, input: ControlInput<Body, Query>) => unknown;
}

/** What a call takes, and whether it takes or returns bytes. */
interface Schemas<Body, Query> {
  readonly body?: z.ZodType<Body>;
  /** Schema of the body in the OpenAPI document, if the call validates the body itself. */
  readonly documented?: z.ZodType;
  readonly query?: z.ZodType<Query>;
  /** Schema of the query in the OpenAPI document, if it is more than text. */
  readonly documentedQuery?: z.ZodType;
  /** The body of the request, or of the response, is a snapshot and not JSON. */
  readonly binary?: 'request' | 'answer';
}

/** Defines a call by its method and path, its summary, what it does, and what it takes. */
function call<Body, Query>(
  at: `${ControlCall['method']} ${string}`,
  summary: string,
  run: ControlCall<Body, Query>['run'],
  schemas: Schemas<Body, Query> = {},
): ControlCall {
  const [method, path] = at.split(' ');
  return { method, path, summary, run, ...schemas } as ControlCall;
}

/** A call that moves the clock, and shows it then. */
const clockCall = <Body>(
  at: `${'PUT' | 'POST'} ${string}`,
  summary: string,
  move: (clock: Control['clock'], body: Body) => void,
  body?: z.ZodType<Body>,
): ControlCall => {
  const run: ControlCall<Body>['run'] = ({ clock }, { body }) => {
    move(clock, body);
    return toTime(clock);
  };
  return call(at, summary, run, body && { body });
};

const journalled = { query: journalQuery, documentedQuery: documentedFilter };

export const controlCalls: readonly ControlCall[] = [
  call(
    'POST /reset',
    'Reset the emulator for all its users: tokens and projects of the start stay, everything else is deleted, requests in progress are cut',
    (control, { query }) => control.reset(query),
    { query: strict({ by: name.exactOptional().describe('Who asks, such as the name of a test.') }) },
  ),
  call(
    'POST /dashboard-links',
    "Create a link that signs in to the dashboard once, in a browser on the emulator's own machine",
    (control, { query: { to } }) => ({ path: control.dashboardLink(to) }),
    { query: strict({ to: z.string().default('/secrets').describe('Path below /dashboard.') }) },
  ),
  call(
    'GET /epoch',
    'Return the number of resets and restores, and the kind, time and caller of the last one',
    ({ epoch: { number, beginning } }) => ({ number, ...beginning }),
  ),
  call(
    'GET /snapshot',
    'Take a snapshot of all stored data, for this emulator or an emulator with the same encryption key',
    (control) => control.snapshot(),
    { binary: 'answer' },
  ),
  call('PUT /snapshot', 'Replace all stored data with a snapshot', (control, { bytes }) => control.restore(bytes), {
    binary: 'request',
  }),
  call('POST /projects', 'Create a project with its own token', (control) => control.newProject()),
  call(
    'POST /buckets',
    'Create a bucket that already has its alias and endpoint, and a key for it: returns address, credentials and environment variables',
    (control, { body }) => {
      const { clientOptions: _, ...bucket } = control.newBucket(body);
      return bucket;
    },
    { body: newBucketOptions },
  ),
  call(
    'POST /seed',
    'Add projects, tokens and objects with fixed ids and keys: all of them or none',
    (control, { body }) => control.seedFrom(body),
    // Validated together with everything else that may be wrong with a seed.
    { body: z.unknown(), documented: seedDocument },
  ),
  call('GET /seed', 'Return the stored data as a seed, without values: "not_saved" lists the missing data', (control) =>
    control.saveSeed(),
  ),
  call('GET /objects', 'List all stored objects, without secret halves', ({ inspect }) => toObjects(inspect)),
  call(
    'POST /secrets/{id}/matches',
    'Compare the stored value of a secret with a text, or with the bytes of {"base64": …}',
    ({ inspect }, { id, body: { value } }) => {
      const bytes = typeof value === 'string' ? value : Buffer.from(value.base64, 'base64');
      return { matches: inspect.secretMatches(id, bytes) };
    },
    { body: secretGuess },
  ),
  call(
    'POST /secrets/pull/{id}/matches',
    'Compare a pull secret with the given members of server, username and password',
    ({ inspect }, { id, body }) => ({ matches: inspect.pullSecretMatches(id, body) }),
    { body: pullSecretGuess },
  ),
  call('GET /dump', 'Create a bundle for a bug report, without secrets', (control) => control.dump()),
  call('GET /settings', 'Show knobs, lag and settle rule', ({ settings }) => settings.read()),
  call(
    'PATCH /settings',
    'Change knobs, lag or settle rule, for all users of the emulator',
    ({ settings }, { body }) => {
      settings.change(body);
      return settings.read();
    },
    { body: behaviourChange },
  ),
  call(
    'GET /faults',
    'List the faults, or with unmet=true only the faults that have changed no request',
    ({ faults }, { query: { unmet } }) => (unmet === 'true' ? faults.unmet() : faults.list()).map(toFault),
    { query: strict({ unmet: z.enum(['true', 'false']).exactOptional() }) },
  ),
  call(
    'POST /faults',
    'Add a fault, for the requests that "where" selects or for all requests',
    ({ faults }, { body }) => toFault(faults.add(body as FaultSpec)),
    // Validated together with what a schema cannot say.
    { body: z.unknown(), documented: faultSpec },
  ),
  call('DELETE /faults', 'Remove all faults, including those of other users', ({ faults }) => faults.clear()),
  call('DELETE /faults/{id}', 'Remove a fault, and release the requests that it holds', ({ faults }, { id }) =>
    requireFound(faults.find(id), id).remove(),
  ),
  call('POST /faults/{id}/release', 'Release the requests that a fault holds', ({ faults }, { id }) =>
    requireFound(faults.find(id), id).release(),
  ),
  call(
    'GET /journal',
    'List the requests of all clients to the service, filtered',
    ({ journal }, { query }) => journal.requests(query),
    journalled,
  ),
  call(
    'GET /journal/count',
    'Count the requests of all clients to the service, filtered',
    ({ journal }, { query }) => ({ count: journal.count(query) }),
    journalled,
  ),
  call(
    'GET /journal/expect',
    'List the requests that match; 409 with a message that lists what came instead, unless there are "count" of them, by default at least one',
    ({ journal }, { query: { filter, count } }) => expectRequests(journal, filter, count),
    { query: journalExpect, documentedQuery: documentedExpect },
  ),
  call(
    'GET /journal/wait',
    'Wait until enough requests match; 404 if the time runs out, 409 if the emulator is reset',
    ({ journal }, { query: { filter, ...options } }) => journal.waitFor(filter, options),
    { query: journalWait, documentedQuery: documentedWait },
  ),
  call('GET /journal/unmatched', 'List the requests to unknown routes', ({ journal }) => journal.unmatched()),
  call('GET /journal/marks', 'List the marks between requests', ({ journal }) => journal.marks()),
  call(
    'POST /journal/marks',
    'Add a line between requests for readers of the journal, such as the beginning of a test',
    ({ journal }, { body }) => journal.mark(body.text),
    { body: strict({ text: name.describe('Shown as it is: no secret.') }) },
  ),
  call('DELETE /journal', 'Delete all requests from the journal, including those of other users', ({ journal }) =>
    journal.clear(),
  ),
  call(
    'GET /lifecycle',
    'List what lifecycle rules did: objects that expired, uploads that were aborted; of all buckets, or of one',
    ({ lifecycle }, { query }) => lifecycle.notes(query),
    { query: strict({ bucketId: z.string().exactOptional() }) },
  ),
  call('GET /clock', 'Show the virtual clock', ({ clock }) => toTime(clock)),
  clockCall('PUT /clock', 'Set the clock, for all users of the emulator', (clock, { now }) => clock.set(now), clockSet),
  clockCall(
    'POST /clock/advance',
    'Move the clock, for all users of the emulator',
    (clock, { ms }) => clock.advance(ms),
    clockAdvance,
  ),
  clockCall('POST /clock/freeze', 'Stop the clock at the current time', (clock) => clock.freeze()),
  clockCall('POST /clock/reset', 'Return to real time', (clock) => clock.reset()),
];

function expectRequests(journal: Control['journal'], filter: JournalFilter, count: number | undefined) {
  try {
    return journal.expect(filter, { count });
  } catch (error) {
    if (error instanceof AssertionError) throw new DomainError('conflict', error.message);
    throw error;
  }
}

function requireFound(fault: FaultHandle | undefined, id: string): FaultHandle {
  if (fault) return fault;
  throw new DomainError('not_found', `There is no fault with the id ${JSON.stringify(id)}.`, 'id');
}
