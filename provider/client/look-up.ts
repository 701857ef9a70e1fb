import { UnreadableRecordError } from './list-errors';
import type { Listing } from './listing';
import type { OddRecord } from './odd-records';

/**
 * What a list says of one object, where somebody else's record may be one that cannot be read: it is in nobody's way but of those
 * who ask for it, or for what it may be (P32).
 */

/** The record with that id, if the list shows it. Throws UnreadableRecordError when the record of that id cannot be read. */
export function recordIn<T>({ byId, odd }: Listing<T>, id: string): T | undefined {
  const found = byId.get(id);
  if (found === undefined) {
    refuse(
      odd.filter((one) => one.id === id),
      'So nothing is known of it, but that it exists.',
    );
  }
  return found;
}

/** The same, and undefined only when the list shows no such object for certain. Throws UnreadableRecordError otherwise. */
export function certainlyIn<T>(listing: Listing<T>, id: string): T | undefined {
  const found = recordIn(listing, id);
  if (found === undefined) requireIds(listing, id);
  return found;
}

/** Whether the list shows an object of that id, readable or not. Throws UnreadableRecordError when that cannot be told. */
export function shows<T>(listing: Listing<T>, id: string): boolean {
  const isThere = listing.byId.has(id) || listing.odd.some((one) => one.id === id);
  if (!isThere) requireIds(listing, id);
  return isThere;
}

/** Throws UnreadableRecordError when a record has no readable id: it may be any object that the list does not show. */
export function requireIds<T>({ odd }: Listing<T>, id: string): void {
  refuse(
    odd.filter((one) => one.id === undefined),
    `So ${JSON.stringify(id)}, which it does not show otherwise, may still exist.`,
  );
}

/** The records that match. Throws UnreadableRecordError when one that cannot be read may match, too. */
export function recordsIn<T>({ records, odd }: Listing<T>, matches: (record: T) => boolean): T[] {
  refuse(
    odd.filter((one) => one.mayMatch(matches)),
    'So it may be what is looked for.',
  );
  return records.filter(matches);
}

function refuse(odd: readonly OddRecord<unknown>[], consequence: string): void {
  const [first, ...others] = odd;
  if (first !== undefined) throw new UnreadableRecordError([first, ...others], consequence);
}
