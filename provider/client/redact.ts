const MARK = '[redacted]';
const WITHHELD = '[withheld: it repeats a secret of the request]';
/** The shortest secret that is replaced. Replacing a shorter one would make the text unreadable and still reveal its place. */
const SHORTEST_TO_REPLACE = 4;

/** Removes secrets from a text. */
export type Redactor = (text: string) => string;

/**
 * A redactor for these secrets: as they are, in base64 (both alphabets, with and without padding), JSON-escaped and URL-encoded.
 * Replaces longer forms first, so that no part of one remains. A text that holds a secret, or a form of one, shorter than four characters is
 * withheld as a whole. Empty secrets are ignored.
 */
export function redactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  );
  return (text) => {
    let clean = text;
    for (const form of forms) {
      if (!clean.includes(form)) continue;
      if (form.length < SHORTEST_TO_REPLACE) return WITHHELD;
      clean = clean.replaceAll(form, MARK);
    }
    return clean;
  };
}

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
    encodeURIComponent(toWellFormed(secret)),
  ].filter((form) => form !== '');
}

// encodeURIComponent throws for a lone surrogate.
const toWellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');
