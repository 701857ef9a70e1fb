/* Looks up objects in a list. A record that cannot be read is an error only for a caller whose object it is or may be (P32). */

import type { OddRecord } from '../responses/odd-records';
import { UnreadableRecordError } from './list-errors';
import type { Listing } from './listing';

/** The record with this id; undefined if the list does not show it. Throws UnreadableRecordError if that very record cannot be read. */
export function recordIn<T>({ byId, odd }: Listing<T>, id: string): T | undefined {
  const found = byId.get(id);
  if (found === undefined) refuse(odd, (one) => one.id === id, 'So nothing is known of it, but that it exists.');
  return found;
}

/** Like {@link recordIn}, but throws UnreadableRecordError instead of returning undefined if an unreadable record may be the object. */
export function certainlyIn<T>(listing: Listing<T>, id: string): T | undefined {
  const found = recordIn(listing, id);
  if (found === undefined) requireIds(listing, id);
  return found;
}

/** True if the list shows an object with this id, readable or not. Records whose id cannot be read do not count. */
export const hasId = <T>({ byId, odd }: Listing<T>, id: string): boolean =>
  byId.has(id) || odd.some((one) => one.id === id);

/** Like {@link hasId}. Throws UnreadableRecordError if that cannot be decided. */
export function shows<T>(listing: Listing<T>, id: string): boolean {
  const isThere = hasId(listing, id);
  if (!isThere) requireIds(listing, id);
  return isThere;
}

/** For an `id` that the list does not show: throws UnreadableRecordError if a record has no readable id, because that may be the object. */
export function requireIds<T>({ odd }: Listing<T>, id: string): void {
  const consequence = `So ${JSON.stringify(id)}, which it does not show otherwise, may still exist.`;
  refuse(odd, (one) => one.id === undefined, consequence);
}

/** The records that match. Throws UnreadableRecordError if an unreadable record may match, too. */
export function recordsIn<T>({ records, odd }: Listing<T>, matches: (record: T) => boolean): T[] {
  refuse(odd, (one) => one.mayMatch(matches), 'So it may be what is looked for.');
  return records.filter(matches);
}

function refuse<T>(odd: readonly OddRecord<T>[], isMeant: (one: OddRecord<T>) => boolean, consequence: string): void {
  const [first, ...others] = odd.filter(isMeant);
  if (first !== undefined) throw new UnreadableRecordError([first, ...others], consequence);
}
