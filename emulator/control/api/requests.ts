import * as z from 'zod';
import { base64 } from '../../../contract';
import { parseJson } from '../../../contract/formats/json';
import { DomainError } from '../../domain/errors';
import { type JournalFilter, journalFilter } from '../../journal/filter';
import { strict } from '../../validation/strict';

/** A query that selects journal entries; its `headers` and `body` are JSON. */
export const journalQuery = z.record(z.string(), z.string()).transform((query) => {
  const { status, headers, body, ...rest } = query;
  return {
    ...rest,
    ...(status !== undefined && { status: /^\d+$/.test(status) ? Number(status) : status }),
    ...(headers !== undefined && { headers: parseMember('headers', headers) }),
    ...(body !== undefined && { body: parseMember('body', body) }),
  } as JournalFilter;
});

/** Longest wait for a request over HTTP: intermediaries close idle connections. */
const LONGEST_WAIT_MS = 60_000;

/** The journal keeps so many. */
const MOST_REQUESTS = 10_000;

/** The same, with the number of requests to wait for and a time limit. */
export const journalWait = z.record(z.string(), z.string()).transform(({ count, timeoutMs, ...query }) => ({
  filter: journalQuery.parse(query),
  count: readCount('count', count, 1, 1, MOST_REQUESTS),
  timeoutMs: readCount('timeoutMs', timeoutMs, 10_000, 0, LONGEST_WAIT_MS),
}));

/** The same, with the number of requests that are expected; undefined: at least one. */
export const journalExpect = z.record(z.string(), z.string()).transform(({ count, ...query }) => ({
  filter: journalQuery.parse(query),
  count: count === undefined ? undefined : readCount('count', count, 0, 0, MOST_REQUESTS),
}));

/** Schema of those queries in the OpenAPI document. */
export const documentedFilter = z.object({
  ...journalFilter.shape,
  headers: z.string().describe('JSON: {"<name>": "<value>"}').optional(),
  body: z
    .string()
    .describe('JSON: {"<place>": <value>}; a place is name, permissions.read or bucket_ids[0]')
    .optional(),
});

export const documentedExpect = documentedFilter.extend({ count: z.int().min(0).max(MOST_REQUESTS).optional() });

export const documentedWait = documentedFilter.extend({
  count: z.int().min(1).max(MOST_REQUESTS).default(1).optional(),
  timeoutMs: z.int().min(0).max(LONGEST_WAIT_MS).default(10_000).optional(),
});

function parseMember(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new DomainError('invalid', `"${name}" must be JSON.`, name);
  }
}

function readCount(name: string, text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new DomainError('invalid', `"${name}" must be an integer from ${least} to ${most}.`, name);
}

/** Value to compare a secret's value with, in the form of a seed file. */
export const secretGuess = strict(
  { value: z.union([z.string(), z.strictObject({ base64 })], 'must be a text, or {"base64": …}') },
  { hidesNames: true },
);

/** Values to compare a pull secret with; every member given must match. */
export const pullSecretGuess = strict(
  { server: z.string().exactOptional(), username: z.string().exactOptional(), password: z.string().exactOptional() },
  { hidesNames: true },
).refine((guess) => Object.keys(guess).length > 0, 'must have at least one of server, username, password');
