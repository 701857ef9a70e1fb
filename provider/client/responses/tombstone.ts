import type { Json } from '../../../contract/formats/json';
import { isObject } from './odd-records';

/** True for a listed record of an object that no longer exists (P53): it says when it was deleted or revoked, or has such a status. */
export function isTombstone(item: Json): boolean {
  if (!isObject(item)) return false;
  return Object.entries(item).some(([name, value]) => {
    if (/^(?:deleted|revoked)_?at$/i.test(name)) return isTime(value);
    return /^(?:status|state)$/i.test(name) && typeof value === 'string' && /^(?:deleted|revoked)$/i.test(value);
  });
}

/** Null, 0, `""` and the year 1, which Go writes for no time, are none. */
function isTime(value: Json | undefined): boolean {
  if (typeof value === 'number' || typeof value === 'bigint') return value > 0;
  return typeof value === 'string' && new Date(value).getUTCFullYear() > 1;
}
