import { valuesEqual } from '../values/equal';
import { parseJson } from '../values/json-value';
import { type AttributeOptions, type StringBuilder, string } from './attributes';
import type { Validator } from './schema';
import { textThat, timestamp } from './validators';

/*
 * Texts of which services return another form than was sent. They are strings to Terraform and to handlers, and the form in the configuration stays in
 * state as long as what is read means the same.
 */

/** A kind of text: `check` refuses what is none, and two of which `meaning` is the same are the same. `meaning` of no such text throws or is undefined. */
const textOf = <M>(check: Validator<string>, meaning: (text: string) => M, same: (one: M, other: M) => boolean) => {
  const meansSame = (one: string, other: string) => {
    try {
      return same(meaning(one), meaning(other));
    } catch {
      return false;
    }
  };
  return (({ validators = [], ...options }: AttributeOptions<string>) => {
    // Nothing validates what only the provider sets.
    const checks = options.computed && !options.optional && options.default === undefined ? [] : [check];
    return string({ meansSame, ...options, validators: [...checks, ...validators] });
  }) as unknown as StringBuilder;
};

/**
 * A string with any JSON value. Two strings are equal if they differ only in white space, in the order of object keys or in the notation of numbers.
 */
export const json = textOf(
  textThat((text) => {
    try {
      JSON.parse(text);
      return undefined;
    } catch {
      return 'It must be JSON. Use jsonencode(…).';
    }
  }),
  parseJson,
  (one, other) => valuesEqual(one, other, 'dynamic'),
);

/** A date and time of RFC 3339. Two strings are equal if they name the same instant, whatever the time zone or the trailing zeros of the fraction. */
export const time = textOf(
  timestamp(),
  (text) => {
    const [, start, fraction = '', zone] = /^(.{19})(?:\.(\d+))?(.+)$/.exec(text) ?? [];
    return { ms: Date.parse(`${start}${zone}`), fraction: fraction.replace(/0+$/, '') };
  },
  (one, other) => one.ms === other.ms && one.fraction === other.fraction,
);

/** An absolute URL. Differences in the case of scheme and host, in the default port, and in the `/` of an empty path are ignored. */
export const url = textOf(
  textThat((text, got) =>
    URL.canParse(text) ? undefined : `It must be a URL such as "https://example.com/path"${got(text)}.`,
  ),
  (text) => new URL(text).href,
  (one, other) => one === other,
);
