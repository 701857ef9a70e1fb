import type { Value } from './value';

/** Makes the end of a sentence that quotes a text, a number or a bool: `; got "x"`. Empty for a value that must not be shown. */
export type Got = (value: Value) => string;

/** A text, in quotes, a number or a bool in a message. Not for secrets. */
export const shown = (value: Value): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** True for an attribute whose values must not be shown, nor those of its parts. */
export const isSecret = (attribute: { readonly sensitive?: boolean; readonly writeOnly?: boolean }): boolean =>
  attribute.sensitive === true || attribute.writeOnly === true;

/** Makes the {@link Got} of an attribute that is secret or not. */
export const gotOf = (secret: boolean): Got => (secret ? () => '' : (value) => `; got ${shown(value)}`);
