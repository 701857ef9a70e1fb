import type { Diagnostics } from './diagnostic';
import { path } from './path';
import type { Planned } from './resource';
import { isUnknown } from './value';

/** Attributes of which one at most may be configured. */
export function conflict<M>(
  config: Planned<M>,
  first: keyof M & string,
  second: keyof M & string,
  diagnostics: Diagnostics,
): void {
  if (!isSet(config[first]) || !isSet(config[second])) return;
  diagnostics.error('Conflicting attributes', `Set ${first} or ${second}, not both.`, path(second));
}

/** True for a value that is configured and known. */
export const isSet = (value: unknown): boolean => value !== null && value !== undefined && !isUnknown(value);

/** True for what is configured or may turn out to be. */
export const maySet = (value: unknown): boolean => value !== null && value !== undefined;
