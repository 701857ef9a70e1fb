import { describeBadDuration } from './duration';
import { toBigInt } from './number';
import type { Validator } from './schema';
import { isList, isNumber } from './value';

/** Largest whole number of 64 bits. */
const MAX_INTEGER = 2n ** 63n - 1n;

/** A text that passes `check`, which returns the description of a fault, or undefined. */
export const textThat =
  (check: (text: string) => string | undefined): Validator =>
  (value, path, diagnostics) => {
    const problem = typeof value === 'string' ? check(value) : undefined;
    if (problem !== undefined) diagnostics.error('Invalid value', problem, path);
  };

/** A text with at least one character. */
export const notEmpty = (): Validator => textThat((text) => (text === '' ? 'It must not be empty.' : undefined));

/** One of these words. */
export const oneOf = (...words: readonly string[]): Validator =>
  textThat((text) =>
    words.includes(text)
      ? undefined
      : `It must be one of ${words.map((word) => JSON.stringify(word)).join(', ')}; got ${JSON.stringify(text)}.`,
  );

/** A duration in Go's syntax, at least `minimumMs` long. */
export const duration = (minimumMs = 0): Validator => textThat((text) => describeBadDuration(text, minimumMs));

/** A date and time in the format of RFC 3339. */
export const timestamp = (): Validator =>
  textThat((text) =>
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text))
      ? undefined
      : `It must be a date and time such as "2026-03-01T12:00:00Z" (RFC 3339); got ${JSON.stringify(text)}.`,
  );

/** A whole number within limits, both included. */
export const wholeNumber = (minimum: bigint, maximum = MAX_INTEGER): Validator => {
  return (value, path, diagnostics) => {
    if (!isNumber(value)) return;
    const whole = toBigInt(value);
    if (whole !== undefined && whole >= minimum && whole <= maximum) return;
    diagnostics.error('Invalid value', `It must be a whole number from ${minimum} to ${maximum}; got ${value}.`, path);
  };
};

/** A collection of texts with at least one element, none of them null or empty. */
export const someStrings = (): Validator => (value, path, diagnostics) => {
  if (!isList(value)) return;
  if (value.length === 0) diagnostics.error('Invalid value', 'It needs at least one element.', path);
  if (value.some((element) => element === null || element === '')) {
    diagnostics.error('Invalid value', 'None of its elements may be null or empty.', path);
  }
};

/** A regular expression in JavaScript's syntax, in Unicode mode. */
export const regularExpression = (): Validator =>
  textThat((text) => {
    try {
      new RegExp(text, 'u');
      return undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `It must be a regular expression in JavaScript's syntax (Unicode mode); got ${JSON.stringify(text)}. ${reason}.`;
    }
  });
