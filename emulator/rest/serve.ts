import { type Operation, type Route, routes } from '../../contract';
import type { PageRequest } from '../domain/collection';
import type { Epochs } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import type { Clock } from '../domain/ports';
import type { Rely } from '../domain/rules';
import type { Service } from '../domain/service';
import type { Faults } from '../faults/faults';
import { parseBody } from '../http/body';
import { redactBody } from '../journal/allow-list';
import type { OpenEntry } from '../journal/entry';
import type { Journal } from '../journal/journal';
import type { Assumptions } from '../settings/assumptions';
import type { Knobs } from '../settings/knobs';
import { validate } from '../validation/validate';
import { accessKeyOperations } from './access-keys';
import type { AllowedMethods } from './allowed-methods';
import { type Awaitable, andThen, orElse } from './awaitable';
import { bucketOperations } from './buckets';
import type { Identity } from './caller';
import type { Replays } from './idempotency';
import type { Call, Operations } from './operation';
import { pullSecretOperations } from './pull-secrets';
import { idIn, type Lookup, projectsOf } from './request-view';
import { type Outcome, pageLimit, parseCursor, type RestResponse, toResponse } from './response';
import { secretOperations } from './secrets';
import { unknownFields } from './unknown-fields';

/** Parts that the control plane works with. */
export interface RestContext extends Lookup {
  readonly service: Service;
  readonly assumptions: Assumptions;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly replays: Replays;
  readonly clock: Clock;
  readonly epochs: Epochs;
  readonly methods: AllowedMethods;
  /** URL of the S3 listener. */
  readonly s3Endpoint: string;
  /** Receives unexpected errors. */
  readonly log: (line: string) => void;
}

/** The parts of a request that an operation needs. */
export interface IncomingRequest {
  readonly operation: Operation;
  /** Path without the query. */
  readonly path: string;
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: Uint8Array | undefined;
}

const operations: Operations = {
  ...secretOperations,
  ...pullSecretOperations,
  ...bucketOperations,
  ...accessKeyOperations,
};

/** Carries out a request: authenticates it, validates it, runs the operation and renders the response. Throws on any problem. */
export function serve(context: RestContext, request: IncomingRequest, entry: OpenEntry): Awaitable<RestResponse> {
  const { service, s3Endpoint } = context;
  const rely = context.assumptions.of(entry.assumptions);
  const { operation: name, id } = request;
  const route: Route = routes[name];
  const caller = request.identity.require();
  entry.projectIds = projectsOf(context, caller.projectIds, undefined, id || undefined);
  entry.projectId = entry.projectIds[0];
  const body = readBody(context, route, request, { entry, rely });
  const call = { service, caller, rely, body, id, page: readPage(route, request, rely), s3Endpoint };
  // The table pairs each operation with its own body type; only the route knows which one this is.
  const run = operations[name] as (call: Call<never>) => ReturnType<(typeof operations)[Operation]>;
  const inWords = (outcome: Outcome) => {
    if (outcome.kind === 'record') entry.objectId ??= outcome.record.id;
    return toResponse(name, route, outcome, rely, request.path);
  };
  const carryOut = () => andThen(run(call as Call<never>), inWords);
  const { authorization, idempotencyKey: key } = request;
  const named = { operation: name, authorization, key, body: request.body };
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

function readBody(
  context: RestContext,
  route: Route,
  request: IncomingRequest,
  { entry, rely }: { readonly entry: OpenEntry; readonly rely: Rely<Knobs> },
): unknown {
  if (!route.request) return undefined;
  const body = parseBody(request.contentType, request.body);
  entry.body = redactBody(body);
  entry.objectId ??= idIn(body);
  const named = projectsOf(context, entry.projectIds, body, entry.objectId);
  // A project that the token may not use is in the reason: the request is for those who may see what the token does.
  if (named.every((projectId) => entry.projectIds.includes(projectId))) entry.projectIds = named;
  entry.projectId = entry.projectIds[0];
  context.journal.note(entry);
  const unknown = unknownFields(request.operation, body, request.body ?? new Uint8Array());
  if (unknown.length === 0) return validate(route.request, body);
  const refused = rely('unknownFields') === 'refuse';
  return validate(route.request, body, 'The body', refused ? unknown : []);
}

function readPage(route: Route, { query }: IncomingRequest, rely: Rely<Knobs>): PageRequest {
  const limit = route.response.kind === 'list' ? pageLimit(rely) : undefined;
  if (limit === undefined || query.cursor === undefined) return { limit };
  const after = parseCursor(String(query.cursor));
  if (after === undefined) throw new DomainError('invalid', '"cursor" is not one that a list gave.', 'cursor');
  return { after, limit };
}
