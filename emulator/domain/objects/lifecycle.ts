import type { StoredObject } from './records';

/** A lifecycle rule of a bucket, as far as Garage supports it: expiration and abandoned uploads, by prefix and size. */
export interface LifecycleRule {
  readonly id?: string | undefined;
  readonly isEnabled: boolean;
  readonly prefix?: string | undefined;
  readonly sizeGreaterThan?: number | undefined;
  readonly sizeLessThan?: number | undefined;
  readonly expiration?: { readonly days: number } | { readonly date: string } | undefined;
  readonly abortAfterDays?: number | undefined;
}

export interface LifecycleNote {
  readonly action: 'expired' | 'aborted';
  /** The day of the virtual clock on which it acted, in milliseconds since 1970-01-01 UTC. */
  readonly day: number;
  readonly bucketId: string;
  readonly key: string;
  /** The rule's own id; undefined if it has none. */
  readonly ruleId: string | undefined;
}

const DAY_MS = 86_400_000;

/** The day of a time, counted from 1970-01-01 UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Midnight of a day, in milliseconds since 1970-01-01 UTC. */
export const midnightOf = (day: number): number => day * DAY_MS;

/**
 * True if a rule's expiration deletes the object on this day: a number of days after the midnight that follows its last change, or from a date on, as
 * in S3 and Garage. An object that was changed on the day itself stays until the next day.
 */
export function isExpired(
  expiration: NonNullable<LifecycleRule['expiration']>,
  { sizeGreaterThan, sizeLessThan }: LifecycleRule,
  object: StoredObject,
  today: number,
): boolean {
  if (!fitsSize(object, { sizeGreaterThan, sizeLessThan })) return false;
  const age = ageOn(today, object.lastModified);
  return 'days' in expiration ? age >= expiration.days : age >= 0 && today >= dayOf(Date.parse(expiration.date));
}

function fitsSize({ size }: StoredObject, { sizeGreaterThan, sizeLessThan }: Partial<LifecycleRule>): boolean {
  return (
    (sizeGreaterThan === undefined || size > sizeGreaterThan) && (sizeLessThan === undefined || size < sizeLessThan)
  );
}

/** When the first of these rules will delete the object, in milliseconds since 1970-01-01 UTC; undefined: none will. */
export function expiryOf(
  rules: readonly LifecycleRule[],
  object: StoredObject,
): { readonly at: number; readonly ruleId: string | undefined } | undefined {
  const after = dayOf(object.lastModified) + 1;
  const expiries = rules.flatMap(({ id: ruleId, isEnabled, prefix = '', expiration, ...sizes }) => {
    if (!isEnabled || !expiration || !object.key.startsWith(prefix) || !fitsSize(object, sizes)) return [];
    return [{ ruleId, at: 'days' in expiration ? midnightOf(after + expiration.days) : Date.parse(expiration.date) }];
  });
  return expiries.sort((a, b) => a.at - b.at)[0];
}

/** Whole days since the midnight that followed the time. */
export const ageOn = (today: number, ms: number): number => today - (dayOf(ms) + 1);
