import type { Diagnostics } from './diagnostic';
import { path } from './path';
import type { Planned } from './resource';
import { isUnknown } from './value';

/** Reports an error if both attributes are configured. */
export function conflict<M>(
  config: Planned<M>,
  first: keyof M & string,
  second: keyof M & string,
  diagnostics: Diagnostics,
): void {
  if (!isSet(config[first]) || !isSet(config[second])) return;
  diagnostics.error('Conflicting attributes', `Set ${first} or ${second}, not both.`, path(second));
}

/** True for a value that is configured and known: not null, undefined or unknown. */
export const isSet = (value: unknown): boolean => value !== null && value !== undefined && !isUnknown(value);

/** True for a value that is configured or unknown, so that it may turn out to be configured. */
export const maySet = (value: unknown): boolean => value !== null && value !== undefined;
