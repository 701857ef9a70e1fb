import type { FastifyRequest } from 'fastify';
import { type Operation, type Route, routes } from '../../contract';
import type { PageRequest } from '../domain/collection';
import type { Epochs } from '../domain/epoch';
import { DomainError, type FieldProblem } from '../domain/errors';
import type { Clock } from '../domain/ports';
import type { Rely } from '../domain/rules';
import type { Service } from '../domain/service';
import type { Faults } from '../faults/faults';
import { parseBody } from '../http/body';
import type { Journal } from '../journal/journal';
import type { Assumptions } from '../settings/assumptions';
import type { Knobs } from '../settings/knobs';
import { toProblems, validate } from '../validation/validate';
import { accessKeyOperations } from './access-keys';
import type { AllowedMethods } from './allowed-methods';
import { type Awaitable, andThen, orElse } from './awaitable';
import { bucketOperations } from './buckets';
import type { Replays } from './idempotency';
import type { Call, Operations } from './operation';
import { pullSecretOperations } from './pull-secrets';
import { idIn, type Lookup, projectsOf } from './request-view';
import { type Outcome, pageLimit, parseCursor, type RestResponse, toResponse } from './response';
import { secretOperations } from './secrets';
import { unknownFields } from './unknown-fields';

export interface RestContext extends Lookup {
  readonly service: Service;
  readonly assumptions: Assumptions;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly replays: Replays;
  readonly clock: Clock;
  readonly epochs: Epochs;
  readonly methods: AllowedMethods;
  readonly s3Endpoint: string;
  /** Receives unexpected errors. */
  readonly log: (line: string) => void;
}

const operations: Operations = {
  ...secretOperations,
  ...pullSecretOperations,
  ...bucketOperations,
  ...accessKeyOperations,
};

/** Carries out a request: authenticates it, validates it, runs the operation and renders the response. Throws on any problem. */
export function serve(context: RestContext, name: Operation, request: FastifyRequest): Awaitable<RestResponse> {
  const { service, s3Endpoint } = context;
  const { journalEntry: entry, headers } = request;
  const rely = context.assumptions.of(entry.assumptions);
  const { id } = request.params as { id?: string };
  // A path that ends in a slash has an empty id, which is not an id.
  if (id === '') {
    entry.operation = undefined;
    throw context.methods.refusal(request);
  }
  const route: Route = routes[name];
  const caller = request.identity.require();
  entry.projectIds = projectsOf(context, caller.projectIds, undefined, id);
  entry.projectId = entry.projectIds[0];
  const body = readBody(context, name, request, rely);
  const call = { service, caller, rely, body, id: id ?? '', page: readPage(route, request, rely), s3Endpoint };
  // The table pairs each operation with its own body type; only the route knows which one this is.
  const run = operations[name] as (call: Call<never>) => ReturnType<(typeof operations)[Operation]>;
  const inWords = (outcome: Outcome) => {
    if (outcome.kind === 'record') entry.objectId ??= outcome.record.id;
    return toResponse(name, route, outcome, rely, entry.path);
  };
  const carryOut = () => andThen(run(call as Call<never>), inWords);
  const key = headers['idempotency-key'] as string | undefined;
  const named = { operation: name, authorization: headers.authorization, key, body: bytesOf(request) };
  return orElse(
    () => (route.method === 'POST' ? context.replays.once(named, rely, carryOut) : carryOut()),
    (error) => {
      const isGone = route.method === 'DELETE' && error instanceof DomainError && error.code === 'not_found';
      if (!isGone) throw error;
      if (rely('deleteUnknown') === 404) throw error;
      return { status: 204, headers: {} };
    },
  );
}

function bytesOf({ body }: FastifyRequest): Uint8Array | undefined {
  return body as Uint8Array | undefined;
}

function readBody(context: RestContext, name: Operation, request: FastifyRequest, rely: Rely<Knobs>): unknown {
  const route: Route = routes[name];
  if (!route.request) return undefined;
  const { journalEntry: entry } = request;
  const bytes = bytesOf(request);
  const body = parseBody(request.headers['content-type'], bytes);
  context.journal.noteBody(entry, body, idIn(body));
  const named = projectsOf(context, entry.projectIds, body, entry.objectId);
  // A project that the token may not use is in the reason: the request is for those who may see what the token does.
  if (named.every((projectId) => entry.projectIds.includes(projectId))) entry.projectIds = named;
  entry.projectId = entry.projectIds[0];
  context.journal.note(entry);
  const unknown = unknownFields(name, body, bytes ?? new Uint8Array());
  if (unknown.length === 0) return validate(route.request, body);
  const refused = rely('unknownFields') === 'refuse';
  return validate(route.request, body, 'The body', refused ? unknown : []);
}

function readPage(route: Route, request: FastifyRequest, rely: Rely<Knobs>): PageRequest {
  const query = request.query as Readonly<Record<string, unknown>>;
  const limit = route.response.kind === 'list' ? pageLimit(rely) : undefined;
  if (limit !== undefined && rely('listShape') === 'envelope_pages') {
    const number = Number(query.page ?? 1);
    if (Number.isSafeInteger(number) && number > 0) return { limit, number };
    throw new DomainError('invalid', '"page" must be a whole number from 1.', 'page');
  }
  if (limit === undefined || query.cursor === undefined) return { limit };
  const after = parseCursor(String(query.cursor));
  if (after === undefined) throw new DomainError('invalid', '"cursor" is not one that a list gave.', 'cursor');
  return { after, limit };
}

/** Returns every problem of an operation's request body under the contract; none for a valid body. */
export function checkRequest(operation: Operation, body: unknown): FieldProblem[] {
  const { request }: Route = routes[operation];
  const { error } = request?.safeParse(body) ?? {};
  return error ? toProblems(error) : [];
}
