const MARK = '[redacted]';
/** Minimum length of a secret that is replaced within words. A shorter secret is part of many words by chance. */
const SHORTEST_WITHIN_WORDS = 4;
/** The shortest secret, in bytes, whose base64 is removed beside other bytes, too: that of a shorter one is in many texts by chance. */
const SHORTEST_BESIDE = 8;

/** Removes secrets from a text. */
export type Redactor = (text: string) => string;

/**
 * A redactor for these secrets: as they are, trimmed, in base64 (both alphabets, with and without padding; from eight bytes on beside other bytes, too,
 * as in HTTP Basic), JSON-escaped, and URL-encoded as in a URL and in a form. Replaces longer forms first, so that a form within a longer one leaves no
 * part of that. A form shorter than four characters is replaced only where it stands between other characters than letters and digits. Ignores empty secrets.
 */
export function redactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  );
  return (text) => {
    let clean = text;
    for (const form of forms) {
      if (!clean.includes(form)) continue;
      clean = clean.replaceAll(form.length < SHORTEST_WITHIN_WORDS ? aloneIn(form) : form, MARK);
    }
    return clean;
  };
}

/** Matches a text that has no letter or digit directly before or after it. */
const aloneIn = (form: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  return [
    secret,
    secret.trim(),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    JSON.stringify(secret).slice(1, -1),
    // It throws for a lone surrogate.
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ '': secret }).toString().slice(1),
    ...(bytes.length < SHORTEST_BESIDE ? [] : besideOthers(bytes)),
  ].filter((form) => form !== '');
}

/** The characters that are of these bytes alone in the base64 of other bytes, these and others. */
function besideOthers(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((all.length * 4) / 3)];
    return [all.toString('base64').slice(start, end), all.toString('base64url').slice(start, end)];
  });
}
