import * as z from 'zod';
import type { Operation } from '../../contract';
import type { FieldProblem } from '../domain/errors';
import { isRecord, withoutUndefined } from '../domain/members';
import type { S3Operation } from '../domain/s3-operation';
import { operationOrAll } from '../journal/operation-name';
import { type RequestFilter, type RequestView, requestFilterFields } from '../journal/request-filter';
import { strict } from '../validation/strict';
import { refuseAll, toProblems } from '../validation/validate';
import type { FaultMoment } from './effect';
import { type Latency, MAX_LATENCY_MS } from './latency';
import { findIdleMembers } from './members-without-effect';

/** Selects requests; every member given must match. */
export interface FaultTarget extends RequestFilter {
  /** Requests to the control plane that carry this token, whether it is valid or not. Lists of faults do not show it. */
  readonly token?: string;
}

/** The properties of a request that a {@link FaultTarget} can select by. */
export interface FaultView extends RequestView {
  /** At the data plane undefined. */
  readonly token: string | undefined;
}

/**
 * A fault in an operation. One of `cut`, `truncate`, `garbage` and `status` decides what happens to the response; `delayMs` and `pause`
 * take effect before that, and may be given alone. A member that changes nothing is an error.
 */
export interface FaultSpec {
  /** The operation that the fault applies to, of the control plane or of the data plane; `*` for all operations of both. */
  readonly operation: Operation | S3Operation | '*';
  /** Respond with this status instead. */
  readonly status?: number;
  /** Body for `status`: JSON, or a string sent as it is. Without one, a status from 400 on gets the error body of the dialect, or of S3. */
  readonly body?: unknown;
  /** Headers for `status`. A `content-length` is sent as it is; if the body's length differs, the connection is cut after the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `Retry-After` for `status`: seconds, or an HTTP date as text. */
  readonly retryAfter?: number | string;
  /** Cut the connection instead of responding. */
  readonly cut?: FaultMoment;
  /**
   * Send only this many bytes of the response's body, or half of it for `true`, and cut the connection. At least one byte is left out; of a
   * response without a body not even the head is sent.
   */
  readonly truncate?: boolean | number;
  /** Send this text as the response's body, or for `true` some text that is not JSON. */
  readonly garbage?: boolean | string;
  /** Wait in real time: a fixed time, or one drawn for each request, in whole milliseconds. */
  readonly delayMs?: Latency;
  /** Hold the request until `release()`. */
  readonly pause?: boolean;
  /** When `status`, `delayMs` and `pause` take effect; default `before-commit`. `truncate` and `garbage` always act after the commit. */
  readonly when?: FaultMoment;
  /** Which requests to that operation it applies to. Default: those of all clients, whatever their project. */
  readonly where?: FaultTarget;
  /** Number of matching requests that pass before the fault applies to one; default 0. */
  readonly skip?: number;
  /** Maximum number of requests it applies to; default: no limit. A request that it did not change does not count. */
  readonly times?: number;
  /** Chance that it applies to a request: more than 0, at most 1; default 1. */
  readonly probability?: number;
}

const ms = z.number().min(0).max(MAX_LATENCY_MS);
const DELAYS = 'must be milliseconds, {min, max} or {p50, p99}, the smaller first';
const latency = z.union(
  [
    z.int().min(0).max(MAX_LATENCY_MS),
    z.strictObject({ min: ms, max: ms }).refine(({ min, max }) => min <= max, DELAYS),
    z.strictObject({ p50: ms, p99: ms }).refine(({ p50, p99 }) => p50 <= p99, DELAYS),
  ],
  DELAYS,
);

/** Schema of a fault from outside. Strict: a fault with a misspelt member would never apply as intended. */
export const faultSpec = strict({
  operation: operationOrAll,
  status: z.int().min(200).max(599).exactOptional(),
  body: z.unknown().exactOptional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), z.string()).exactOptional(),
  retryAfter: z.union([z.number().min(0), z.string()], 'must be seconds, or a date as text').exactOptional(),
  cut: z.enum(['before-commit', 'after-commit']).exactOptional(),
  truncate: z.union([z.boolean(), z.int().min(0)], 'must be true, false or a number of bytes').exactOptional(),
  garbage: z.union([z.boolean(), z.string()], 'must be true, false or a text').exactOptional(),
  delayMs: latency.exactOptional(),
  pause: z.boolean().exactOptional(),
  where: strict({ ...requestFilterFields, token: z.string().exactOptional() }).exactOptional(),
  skip: z.int().min(0).exactOptional(),
  when: z.enum(['before-commit', 'after-commit']).exactOptional(),
  times: z.int().min(1).exactOptional(),
  probability: z.number().gt(0).max(1).exactOptional(),
}) satisfies z.ZodType<FaultSpec>;

/**
 * Validates a fault, from the HTTP API, the dashboard or code. Throws one `invalid` that names every problem and what is valid there: members that are
 * invalid, headers that cannot be sent, and members without effect.
 */
export function readFaultSpec(given: FaultSpec): FaultSpec {
  const where = given?.where;
  // A name that a test could not find would aim the fault at everybody.
  const aimless = isRecord(where) ? Object.keys(where).filter((name) => where[name] === undefined) : [];
  if (aimless.length > 0) {
    const problems = aimless.map((name) => ({ field: `where.${name}`, says: 'is undefined: leave it out, or set it' }));
    refuseAll(problems, 'The fault');
  }
  const spec = withoutUndefined(given);
  const { error } = faultSpec.safeParse(spec);
  const problems = error ? toProblems(error) : [];
  if (isRecord(spec)) problems.push(...findHeaderProblems(spec), ...findIdleMembers(spec));
  if (problems.length > 0) refuseAll(problems, 'The fault');
  return spec;
}

/** Returns the headers that cannot be sent: once the fault applies, it would be too late to report them. Members may be anything. */
function findHeaderProblems({ headers, retryAfter }: { readonly [Name in keyof FaultSpec]?: unknown }): FieldProblem[] {
  const named = Object.entries(isRecord(headers) ? headers : {});
  const all = named.map(([name, value]) => ({ field: `headers.${name}`, value }));
  return [...all, { field: 'retryAfter', value: retryAfter }].flatMap(({ field, value }) => {
    const says = typeof value === 'string' ? problemOf(field.replace('headers.', ''), value) : undefined;
    return says === undefined ? [] : [{ field, says }];
  });
}

function problemOf(name: string, value: string): string | undefined {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    return 'cannot be sent as a header: it has a line break, another control character, or one beyond U+00FF';
  const lower = name.toLowerCase();
  if (lower === 'content-length' && !/^\d{1,15}$/.test(value)) return 'must be a number of bytes';
  if (lower === 'transfer-encoding') return 'cannot be injected: responses have a length';
  return undefined;
}
