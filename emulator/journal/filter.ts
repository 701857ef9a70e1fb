import * as z from 'zod';
import type { Operation } from '../../contract';
import type { S3Operation } from '../domain/s3-operation';
import { strict } from '../validation/strict';
import { validate } from '../validation/validate';
import { isShownAt, shownHeaders } from './allow-list';
import { operationName } from './operation-name';
import { type RequestFilter, requestFilterFields, stepsOf } from './request-filter';

/**
 * Selects journal entries; every member given must match. Without `projectId`, selects those of all clients of the emulator. Headers
 * and bodies are compared with the parts that the journal keeps; a filter on a part that it never keeps is an error.
 */
export interface JournalFilter extends RequestFilter {
  /** The operation, of the control plane or of the data plane. */
  readonly operation?: Operation | S3Operation;
  /** The method, in capitals. */
  readonly method?: string;
  /** The path as it was sent, without the query. */
  readonly path?: string;
  /** The status of the response, or `cut`. */
  readonly status?: number | 'cut';
}

const { headers, body, ...others } = requestFilterFields;

export const journalFilter = strict({
  operation: operationName.exactOptional(),
  method: z.string().exactOptional(),
  path: z.string().exactOptional(),
  status: z.union([z.literal('cut'), z.int().min(100).max(599)], 'must be a status or "cut"').exactOptional(),
  ...others,
  headers: headers.refine(
    (wanted) => Object.keys(wanted ?? {}).every((name) => shownHeaders.has(name.toLowerCase())),
    `must be of those that the journal keeps: ${[...shownHeaders].join(', ')}`,
  ),
  body: body.refine(
    (wanted) => typeof wanted !== 'object' || Object.keys(wanted).every((at) => isShownAt(stepsOf(at))),
    'must be of what the journal keeps, which is nothing that is or may be secret',
  ),
}) satisfies z.ZodType<JournalFilter>;

/** Validates a filter, from the HTTP API or from code. Throws one `invalid` that names every invalid member and what is valid there: a
 * member that is undefined by mistake would select too much. */
export function readJournalFilter(filter: JournalFilter): JournalFilter {
  return validate(journalFilter, filter, 'The filter');
}
