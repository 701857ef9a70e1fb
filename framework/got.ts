import type { Value } from './value';

/** The end of a sentence that tells a value: `; got "x"`. Empty for a value that must not be shown. */
export type Got = (value: Value) => string;

/** A value in a message: texts in quotes. */
export const shown = (value: Value): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

interface Secrecy {
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
}

/** True for an attribute whose values must not be shown, nor those of its parts. */
export const isSecret = ({ sensitive, writeOnly }: Secrecy): boolean => sensitive === true || writeOnly === true;

/** How messages tell the values of an attribute that is secret or not. */
export const gotOf = (secret: boolean): Got => (secret ? () => '' : (value) => `; got ${shown(value)}`);
