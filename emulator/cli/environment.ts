import { nearest } from '../domain/nearest';
import type { Environment } from './arguments';

/** Beginning of the names of all variables. */
export const PREFIX = 'COFFER_EMULATOR_';

/** Flags whose environment variables are comma-separated lists. */
const LISTS: readonly string[] = ['bucket', 'token', 'project', 'garage-admin-url'];

/** The values of a flag in the environment; none if its variable is unset or empty. */
export function fromEnvironment(env: Environment, flag: string): string[] {
  const text = env[toVariable(flag)];
  if (text === undefined || text === '') return [];
  return LISTS.includes(flag) ? text.split(',').map((part) => part.trim()) : [text];
}

/** Problems for variables that match no flag: a misspelt one would have no effect. Never quotes values. */
export function findUnknown(env: Environment, flags: readonly string[]): string[] {
  const known = [...flags, 'encryption-key'].map(toVariable);
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const near = nearest(
        name.slice(PREFIX.length),
        known.map((each) => each.slice(PREFIX.length)),
      );
      const hint = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${PREFIX}${near}?`;
      return `${name} is not a variable of the emulator. ${hint}`;
    });
}

/** The variable of a flag: `COFFER_EMULATOR_S3_PORT` for `s3-port`. */
export const toVariable = (flag: string): string => PREFIX + flag.replaceAll('-', '_').toUpperCase();

/** Whether the text of a variable turns its switch on. */
export const toSwitch = (text: string | undefined) => text !== undefined && !['', '0', 'false'].includes(text);
