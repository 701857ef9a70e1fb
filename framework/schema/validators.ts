/*
 * Checks of single values, with the names of terraform-plugin-framework-validators where that has them. Limits are included. The framework
 * never passes null or what is partly unknown to them, and their errors are diagnostics with the path of the value. Arguments that make no
 * sense, such as `between(5, 1)`, do not throw: they are a mistake in the definition of the provider.
 */

import { Diagnostics, requireSynchronous } from '../diagnostic';
import { describeBadDuration } from '../values/duration';
import { valuesEqual } from '../values/equal';
import { compareNumbers } from '../values/number';
import { formatPath } from '../values/path';
import { type Got, shown } from '../values/quote-value';
import { isList, type NumberValue, type Value } from '../values/value';
import type { Validator } from './schema';

/** Describes the fault in a value, as a sentence; undefined if there is none. It quotes the value with `got` only, which is empty if it is secret. */
type Check<V> = (value: V, got: Got) => string | undefined;

const valueThat =
  <V>(check: Check<V>): Validator<V> =>
  (value, path, diagnostics, got) => {
    const problem = check(value, got);
    if (problem !== undefined) diagnostics.error('Invalid value', problem, path);
  };

/** A text that passes `check`, which returns the description of a fault, or undefined. It quotes the text as `got(text)` only. */
export const textThat: (check: Check<string>) => Validator<string> = valueThat;

/** `at least 1`, `at most 3` or `from 1 to 3`. */
const limits = (minimum: unknown, maximum?: unknown) =>
  maximum === undefined
    ? `at least ${minimum}`
    : minimum === undefined
      ? `at most ${maximum}`
      : `from ${minimum} to ${maximum}`;

/** The mistake in limits of the numbers, or of the counts of something from 0. */
const limitsMistake = (isCount: boolean, minimum?: number | bigint, maximum?: number | bigint, unit = '') => {
  const given = [minimum, maximum].filter((one) => one !== undefined);
  const isRight =
    given.every((one) => (isCount ? Number.isSafeInteger(one) && one >= 0 : !Number.isNaN(one))) &&
    !(minimum !== undefined && maximum !== undefined && minimum > maximum);
  return isRight ? undefined : `its limits are ${limits(minimum, maximum)}${unit}`;
};

/** The validator with the mistake in its arguments, if there is one. A provider with a mistake is refused. */
const made = <V>(validator: Validator<V>, mistake: string | undefined): Validator<V> =>
  mistake === undefined ? validator : Object.assign(validator, { mistake });

const within = (value: number, minimum = 0, maximum = Number.POSITIVE_INFINITY) => value >= minimum && value <= maximum;

/** A text of this many characters. Says only how many it has, because it may be secret. */
const length = (minimum?: number, maximum?: number) =>
  made(
    textThat((text) => {
      const characters = [...text].length;
      if (within(characters, minimum, maximum)) return undefined;
      if (minimum === 1 && characters === 0) return 'It must not be empty.';
      return `It must have ${limits(minimum, maximum)} character${minimum === undefined && maximum === 1 ? '' : 's'}, and has ${characters}.`;
    }),
    limitsMistake(true, minimum, maximum),
  );

/** A text of at least so many characters: code points, not units of UTF-16. */
export const lengthAtLeast = (minimum: number): Validator<string> => length(minimum);
export const lengthAtMost = (maximum: number): Validator<string> => length(undefined, maximum);
export const lengthBetween = (minimum: number, maximum: number): Validator<string> => length(minimum, maximum);

/** A string that matches `pattern`; with the flag `y`, at its start. `problem` is a sentence that says what the string must be. */
export const regexMatches = (pattern: RegExp, problem = `It must match ${pattern}.`): Validator<string> =>
  textThat((text) => (new RegExp(pattern).test(text) ? undefined : problem));

const all = (values: readonly Value[]) => values.map(shown).join(', ');

const same = (one: Value, other: Value) => valuesEqual(one, other, 'dynamic');

type OneOf = {
  <const V extends string>(...values: readonly V[]): Validator<V>;
  (...values: readonly NumberValue[]): Validator<NumberValue>;
};

/** One of the given strings (case-sensitive) or numbers (in any notation). */
export const oneOf: OneOf = ((...values: readonly (string | NumberValue)[]): Validator<string | NumberValue> =>
  made(
    valueThat((value, got) =>
      values.some((one) => same(one, value)) ? undefined : `It must be one of ${all(values)}${got(value)}.`,
    ),
    values.length === 0 ? 'oneOf has no values' : undefined,
  )) as OneOf;

/** Any string or number except the given ones. */
export const noneOf = <V extends string | NumberValue>(
  ...values: readonly V[]
): Validator<V extends string ? string : NumberValue> =>
  made(
    valueThat((value, got) => {
      if (!values.some((one) => same(one, value))) return undefined;
      // The list would tell what a secret is.
      return got(value) === '' ? 'It is a value that is refused.' : `It must be none of ${all(values)}${got(value)}.`;
    }),
    values.length === 0 ? 'noneOf has no values' : undefined,
  );

const limited = (minimum?: number | bigint, maximum?: number | bigint): Validator<NumberValue> =>
  made(
    valueThat((value, got) => {
      const fits =
        (minimum === undefined || compareNumbers(value, minimum) >= 0) &&
        (maximum === undefined || compareNumbers(value, maximum) <= 0);
      return fits ? undefined : `It must be ${limits(minimum, maximum)}${got(value)}.`;
    }),
    limitsMistake(false, minimum, maximum),
  );

export const atLeast = (minimum: number | bigint): Validator<NumberValue> => limited(minimum);
export const atMost = (maximum: number | bigint): Validator<NumberValue> => limited(undefined, maximum);
export const between = (minimum: number | bigint, maximum: number | bigint): Validator<NumberValue> =>
  limited(minimum, maximum);

/** A list, a set or a map. */
type Elements = readonly unknown[] | Readonly<Record<string, unknown>>;

const size = (minimum?: number, maximum?: number): Validator<Elements> =>
  made(
    valueThat((elements) => {
      const count = Object.keys(elements).length;
      if (within(count, minimum, maximum)) return undefined;
      if (minimum === 1 && count === 0) return 'It needs at least one element.';
      return `It must have ${limits(minimum, maximum)} element${minimum === undefined && maximum === 1 ? '' : 's'}, and has ${count}.`;
    }),
    limitsMistake(true, minimum, maximum),
  );

export const sizeAtLeast = (minimum: number): Validator<Elements> => size(minimum);
export const sizeAtMost = (maximum: number): Validator<Elements> => size(undefined, maximum);
export const sizeBetween = (minimum: number, maximum: number): Validator<Elements> => size(minimum, maximum);

/** A list, set or map whose elements all pass these validators; null elements are skipped. The error is about the whole collection. */
export const valuesAre = <V>(
  ...validators: readonly Validator<V>[]
): Validator<readonly V[] | Readonly<Record<string, V | null>>> =>
  each('Of its elements', validators, (elements) => {
    const values = isList(elements as Value) ? (elements as readonly V[]) : Object.values(elements);
    return values.filter((value) => value !== null);
  });

/** A map whose keys all pass these validators. The error is about the whole map. */
export const keysAre = <K extends string>(
  ...validators: readonly Validator<K>[]
): Validator<Readonly<Record<string, unknown>>> => each('Of its keys', validators, (map) => Object.keys(map) as K[]);

/** A value whose parts, such as its keys, pass these. */
const each = <V, W>(
  whose: string,
  validators: readonly Validator<V>[],
  partsOf: (whole: W) => readonly V[],
): Validator<W> =>
  made(
    (whole, path, diagnostics, got) => {
      const found = new Diagnostics();
      const name = `A validator of ${formatPath(path)}`;
      for (const part of partsOf(whole))
        for (const validate of validators) requireSynchronous(validate(part, path, found, got), name);
      for (const { detail, ...one } of found.all) diagnostics.add({ ...one, detail: `${whose}: ${detail}` });
    },
    validators.find(({ mistake }) => mistake)?.mistake,
  );

/** A duration that `parseDuration` reads, such as `1h30m`, at least `minimumMs` long. */
export const duration = (minimumMs = 0): Validator<string> =>
  made(
    textThat((text, got) => describeBadDuration(text, minimumMs, got)),
    limitsMistake(true, minimumMs, undefined, 'ms'),
  );

/** A date and time in the format of RFC 3339, without leap seconds. */
export const timestamp = (): Validator<string> =>
  textThat((text, got) => {
    const [, day = ''] = /^(\d{4}-\d\d-\d\d)t(?!24)\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
    // For `Date`, 30 February is 2 March.
    const isOne = day !== '' && !Number.isNaN(Date.parse(text)) && new Date(day).toISOString().startsWith(day);
    return isOne ? undefined : `It must be a date and time such as "2026-03-01T12:00:00Z" (RFC 3339)${got(text)}.`;
  });

/** A regular expression in JavaScript's syntax, in Unicode mode. */
export const regularExpression = (): Validator<string> =>
  textThat((text, got) => {
    try {
      new RegExp(text, 'u');
      return undefined;
    } catch (error) {
      // The engine's reason quotes the text.
      const reason = got(text) === '' || !(error instanceof Error) ? '' : ` ${error.message}.`;
      return `It must be a regular expression in JavaScript's syntax (Unicode mode)${got(text)}.${reason}`;
    }
  });
