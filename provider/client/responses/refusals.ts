import type { Json } from '../../../contract/formats/json';
import { isObject } from './odd-records';

/**
 * The sign by which a body with a success status says no (P49), as `success is false`; undefined if it does not. `hasRecord`: for a write, whether a
 * record of ours stands in the body. It outweighs a message of error, but never `success`, `ok` or `status`. Names are compared without case.
 */
export function refusalIn(json: Json | undefined, hasRecord: () => boolean): string | undefined {
  if (!isObject(json)) return undefined;
  const fields = new Map(Object.entries(json).map(([name, value]) => [name.toLowerCase(), value]));
  const flags = ['success', 'ok'].filter((name) => fields.has(name));
  const denied = flags.find((name) => isBoolean(fields.get(name), false));
  if (denied !== undefined) return `${denied} is false`;
  const status = fields.get('status');
  if (typeof status === 'string' && /^(?:error|fail)$/i.test(status)) return `status is "${status.toLowerCase()}"`;
  const complaint = ['errors', 'error'].find((name) => complains(fields.get(name), name));
  if (complaint === undefined || flags.some((name) => isBoolean(fields.get(name), true)) || hasRecord())
    return undefined;
  return `${complaint} is not empty`;
}

const isBoolean = (value: Json | undefined, wanted: boolean) => value === wanted || value === String(wanted);

/** `"error": ""`, `null`, `[]` and `false` say nothing, and neither does an empty `errors`. */
function complains(value: Json | undefined, name: string): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return name === 'error' || Object.keys(value).length > 0;
  return name === 'error' && value === true;
}
