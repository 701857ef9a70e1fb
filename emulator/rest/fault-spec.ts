import * as z from 'zod';
import type { Operation } from '../../contract';
import type { S3Operation } from '../domain/s3-operation';
import { validate } from './body';
import { type Latency, MAX_LATENCY_MS } from './latency';
import { operationOrAll } from './operation-name';
import { type RequestFilter, requestFilter } from './request-filter';
import { strict, withoutUndefined } from './strict';

/** Whether a fault applies before the operation has had its effect, or after. */
export type FaultMoment = 'before-commit' | 'after-commit';

/**
 * Something that goes wrong with an operation. Of `cut`, `truncate`, `garbage` and `status` the first given is what happens
 * to the response; `delayMs` and `pause` come before it and may stand alone.
 */
export interface FaultSpec {
  /** The operation that it applies to, of the control plane or of the data plane; `*` for all of both. */
  readonly operation: Operation | S3Operation | '*';
  /** Respond with this status instead. */
  readonly status?: number;
  /** Body beside `status`: JSON, or a string sent as it is. Without one the dialect's error body is sent. */
  readonly body?: unknown;
  /** Headers beside `status`. A `content-length` is sent as it is; where the body has fewer bytes the connection is cut after them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `Retry-After` beside `status`: seconds, or an HTTP date as text. */
  readonly retryAfter?: number | string;
  /** Cut the connection instead of responding. */
  readonly cut?: FaultMoment;
  /** Send only this many bytes of the response's body, or half of them for `true`, and cut the connection. */
  readonly truncate?: boolean | number;
  /** Send this text, or something that is not JSON for `true`, as the response's body. */
  readonly garbage?: boolean | string;
  /** Wait, in real time: always as long, or drawn for each request. */
  readonly delayMs?: Latency;
  /** Hold the request until `release()`. */
  readonly pause?: boolean;
  /** When `status`, `delayMs` and `pause` take effect: `before-commit` by default. Truncated and garbled responses are always after. */
  readonly when?: FaultMoment;
  /** Which requests to that operation it applies to. Default: those of everybody, whatever their project. */
  readonly where?: RequestFilter;
  /** How many of the requests that fit go through before it applies to one; default 0. */
  readonly skip?: number;
  /** How many requests it applies to; default: every one. */
  readonly times?: number;
  /** Chance from 0 to 1 that it applies to a request; default 1. */
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

/** A fault from outside. Strict: a misspelt member would be a fault that never applies. */
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
  where: requestFilter.exactOptional(),
  skip: z.int().min(0).exactOptional(),
  when: z.enum(['before-commit', 'after-commit']).exactOptional(),
  times: z.int().min(1).exactOptional(),
  probability: z.number().min(0).max(1).exactOptional(),
}) satisfies z.ZodType<FaultSpec>;

/** Checks a fault, whoever adds it. Throws one `invalid` that names every member at fault and says what may stand there. */
export function readFaultSpec(spec: FaultSpec): FaultSpec {
  return validate(
    faultSpec,
    withoutUndefined(spec.where ? { ...spec, where: withoutUndefined(spec.where) } : spec),
    'The fault',
  );
}
