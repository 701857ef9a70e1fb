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
  return ((options: AttributeOptions<string>) =>
    string({ meansSame, ...options, validators: [check, ...(options.validators ?? [])] })) as unknown as StringBuilder;
};

/** JSON as text, of any value. White space, the order of the keys of an object and the form of a number mean nothing. */
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

/** A date and time of RFC 3339. The time zone, and zeros at the end of a fraction, mean nothing. */
export const time = textOf(
  timestamp(),
  (text) => {
    const [, start, fraction = '', zone] = /^(.{19})(?:\.(\d+))?(.+)$/.exec(text) ?? [];
    return { ms: Date.parse(`${start}${zone}`), fraction: fraction.replace(/0+$/, '') };
  },
  (one, other) => one.ms === other.ms && one.fraction === other.fraction,
);

/** An absolute URL. Capital letters in scheme and host, the default port, and the `/` of an empty path mean nothing. */
export const url = textOf(
  textThat((text, got) =>
    URL.canParse(text) ? undefined : `It must be a URL such as "https://example.com/path"${got(text)}.`,
  ),
  (text) => new URL(text).href,
  (one, other) => one === other,
);
