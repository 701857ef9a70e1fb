import * as z from 'zod';
import { validate } from './body';
import { strict } from './strict';

/** The end of the year 9999: dates of HTTP, XML and SDKs have four digits for the year. */
export const MAX_TIME_MS = 253_402_300_799_999;

const time = z.int().min(0).max(MAX_TIME_MS);

/** Body of a call that sets the clock. */
export const clockSet = strict({ now: time.describe('Milliseconds since 1970-01-01 UTC.') });

/** Body of a call that moves the clock. */
export const clockAdvance = strict({
  ms: z.number().min(-MAX_TIME_MS).max(MAX_TIME_MS).describe('Milliseconds; negative: back.'),
});

/** Validates a new clock time, from the HTTP API or from code. */
export function readTime(now: number): number {
  return validate(clockSet, { now }, 'The time').now;
}

/** Validates the distance of a clock move. */
export function readAdvance(ms: number): number {
  return validate(clockAdvance, { ms }, 'The time').ms;
}
