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
    'Go back to how it started, for everybody: tokens and projects stay, everything else is gone, requests under way are cut',
    (control, { query }) => control.reset(query),
    { query: strict({ by: name.exactOptional().describe('Who asks, such as the name of a test.') }) },
  ),
  call(
    'POST /dashboard-links',
    "Make a link that signs in at the dashboard once, in a browser on the emulator's own machine",
    (control, { query: { to } }) => ({ path: control.dashboardLink(to) }),
    { query: strict({ to: z.string().default('/secrets').describe('Path below /dashboard.') }) },
  ),
  call(
    'GET /epoch',
    'Tell when everything was replaced last, by a reset or a restore; the number grows by one each time',
    ({ epoch: { number, beginning } }) => ({ number, ...beginning }),
  ),
  call(
    'GET /snapshot',
    'Take a snapshot of everything stored, for this emulator or one with the same encryption key',
    (control) => control.snapshot(),
    { binary: 'answer' },
  ),
  call(
    'PUT /snapshot',
    'Replace everything stored by what a snapshot holds',
    (control, { bytes }) => control.restore(bytes),
    { binary: 'request' },
  ),
  call('POST /projects', 'Make a project with its own token', (control) => control.newProject()),
  call(
    'POST /buckets',
    'Make a bucket that has settled, and a key that opens it: tells their address, credentials and environment variables',
    (control, { body }) => {
      const { clientOptions: _, ...bucket } = control.newBucket(body);
      return bucket;
    },
    { body: newBucketOptions },
  ),
  call(
    'POST /seed',
    'Add projects, tokens and objects with fixed ids and keys, all or none',
    (control, { body }) => control.seedFrom(body),
    // Validated together with everything else that may be wrong with a seed.
    { body: z.unknown(), documented: seedDocument },
  ),
  call('GET /seed', 'Save what is stored as a seed, without values: "not_saved" names what is not in it', (control) =>
    control.saveSeed(),
  ),
  call('GET /objects', 'List all that is stored, without secret halves', ({ inspect }) => toObjects(inspect)),
  call(
    'POST /secrets/{id}/matches',
    'Compare the stored value of a secret with this one: the text, or {"base64": …} for the bytes',
    ({ inspect }, { id, body: { value } }) => {
      const bytes = typeof value === 'string' ? value : Buffer.from(value.base64, 'base64');
      return { matches: inspect.secretMatches(id, bytes) };
    },
    { body: secretGuess },
  ),
  call(
    'POST /secrets/pull/{id}/matches',
    'Compare a pull secret with what is given of server, username and password',
    ({ inspect }, { id, body }) => ({ matches: inspect.pullSecretMatches(id, body) }),
    { body: pullSecretGuess },
  ),
  call('GET /dump', 'Make a bundle for a bug report, without secrets', (control) => control.dump()),
  call('GET /settings', 'Show knobs, lag and settle rule', ({ settings }) => settings.read()),
  call(
    'PATCH /settings',
    'Change some of knobs, lag and settle rule, for everybody',
    ({ settings }, { body }) => {
      settings.change(body);
      return settings.read();
    },
    { body: behaviourChange },
  ),
  call(
    'GET /faults',
    'List the faults, or with unmet=true those that changed no request',
    ({ faults }, { query: { unmet } }) => (unmet === 'true' ? faults.unmet() : faults.list()).map(toFault),
    { query: strict({ unmet: z.enum(['true', 'false']).exactOptional() }) },
  ),
  call(
    'POST /faults',
    'Add a fault: for requests of everybody, or for those that "where" picks',
    ({ faults }, { body }) => toFault(faults.add(body as FaultSpec)),
    // Validated together with what a schema cannot say.
    { body: z.unknown(), documented: faultSpec },
  ),
  call('DELETE /faults', 'Remove all faults, those of everybody', ({ faults }) => faults.clear()),
  call('DELETE /faults/{id}', 'Remove a fault, and let go of what it holds', ({ faults }, { id }) =>
    requireFound(faults.find(id), id).remove(),
  ),
  call('POST /faults/{id}/release', 'Let go of the requests that a fault holds', ({ faults }, { id }) =>
    requireFound(faults.find(id), id).release(),
  ),
  call(
    'GET /journal',
    'List the requests to the service of everybody, filtered',
    ({ journal }, { query }) => journal.requests(query),
    journalled,
  ),
  call(
    'GET /journal/count',
    'Count the requests to the service of everybody, filtered',
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
    'Wait until so many requests match; 404 when the time is up, 409 when the emulator is reset meanwhile',
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
  call('DELETE /journal', 'Forget all requests, those of everybody', ({ journal }) => journal.clear()),
  call(
    'GET /lifecycle',
    'List what lifecycle rules did: objects that expired, uploads that were aborted; of all buckets, or of one',
    ({ lifecycle }, { query }) => lifecycle.notes(query),
    { query: strict({ bucketId: z.string().exactOptional() }) },
  ),
  call('GET /clock', 'Show the virtual clock', ({ clock }) => toTime(clock)),
  clockCall('PUT /clock', 'Set the clock, for everybody', (clock, { now }) => clock.set(now), clockSet),
  clockCall('POST /clock/advance', 'Move the clock, for everybody', (clock, { ms }) => clock.advance(ms), clockAdvance),
  clockCall('POST /clock/freeze', 'Stop the clock where it is', (clock) => clock.freeze()),
  clockCall('POST /clock/reset', 'Back to real time', (clock) => clock.reset()),
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
