import * as z from 'zod';
import { base64, type Operation, routes } from '../../../contract';
import { S3_OPERATIONS } from '../../domain/s3-operation';
import type { FaultSpec } from '../faults';
import type { JournalFilter } from '../journal';
import { MAX_LATENCY_MS } from '../latency';

const operation = z.enum([...(Object.keys(routes) as [Operation, ...Operation[]]), ...S3_OPERATIONS]);

const ms = z.number().min(0).max(MAX_LATENCY_MS);
const latency = z.union(
  [
    z.int().min(0).max(MAX_LATENCY_MS),
    z.strictObject({ min: ms, max: ms }).refine(({ min, max }) => min <= max),
    z.strictObject({ p50: ms, p99: ms }).refine(({ p50, p99 }) => p50 <= p99),
  ],
  'must be milliseconds, {min, max} or {p50, p99}, the smaller first',
);

/** A fault from outside. Strict: a misspelt member would be a fault that never strikes. */
export const faultSpec = z.strictObject({
  operation: z.union([operation, z.literal('*')], 'must be the name of an operation, or *'),
  status: z.int().min(200).max(599).exactOptional(),
  body: z.unknown().exactOptional(),
  headers: z.record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), z.string()).exactOptional(),
  retryAfter: z.union([z.number().min(0), z.string()], 'must be seconds, or a date as text').exactOptional(),
  cut: z.enum(['before-commit', 'after-commit']).exactOptional(),
  truncate: z.union([z.boolean(), z.int().min(0)], 'must be true, false or a number of bytes').exactOptional(),
  garbage: z.union([z.boolean(), z.string()], 'must be true, false or a text').exactOptional(),
  delayMs: latency.exactOptional(),
  pause: z.boolean().exactOptional(),
  when: z.enum(['before-commit', 'after-commit']).exactOptional(),
  times: z.int().min(1).exactOptional(),
  probability: z.number().min(0).max(1).exactOptional(),
}) satisfies z.ZodType<FaultSpec>;

/** A query that picks journal entries. */
export const journalFilter = z.strictObject({
  operation: operation.exactOptional(),
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  status: z
    .union([z.literal('cut'), z.string().regex(/^\d{3}$/)], 'must be a status or "cut"')
    .transform((text) => (text === 'cut' ? text : Number(text)))
    .exactOptional(),
}) satisfies z.ZodType<JournalFilter>;

/** Which faults to list. */
export const faultFilter = z.strictObject({ unmet: z.enum(['true', 'false']).exactOptional() });

const MAX_TIME_MS = 8.64e15;
const time = z.int().min(0).max(MAX_TIME_MS);

/** Where to set the clock. */
export const clockSet = z.strictObject({ now: time.describe('Milliseconds since 1970-01-01 UTC.') });

/** How far to move the clock. */
export const clockAdvance = z.strictObject({ ms: z.int().describe('Milliseconds; negative: back.') });

/** What a secret's value is compared with: as a seed file has it. */
export const secretGuess = z.strictObject({
  value: z.union([z.string(), z.strictObject({ base64 })], 'must be a text, or {"base64": …}'),
});

/** What a pull secret is compared with; every member given must match. */
export const pullSecretGuess = z
  .strictObject({
    server: z.string().exactOptional(),
    username: z.string().exactOptional(),
    password: z.string().exactOptional(),
  })
  .refine((guess) => Object.keys(guess).length > 0, 'must have at least one of server, username, password');
