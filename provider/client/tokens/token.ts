import { attempt } from '../../../contract/formats/attempt';

export interface Token {
  readonly text: string;
  /** Milliseconds since 1970, perhaps in the past; undefined if unknown. */
  readonly expiresAtMs?: number | undefined;
}

/** A source of tokens that are replaced while the provider runs. */
export interface TokenSource {
  /** The setting, for messages: `token_file` or `COFFER_TOKEN_COMMAND`. */
  readonly setting: string;
  /** Wait before the second `fetch` for a token other than a rejected one, in milliseconds. Later waits double, up to five times as long. */
  readonly againMs: number;
  /** Gets the current token anew, which may be the same as before, and sets its own time limit if it needs one. Rejects with a {@link TokenProblem}. Not called while another call runs. */
  fetch(): Promise<Token>;
}

/** The reason why a source gave no token, and advice, as sentences. They name the source, and quote nothing of its content. */
export class TokenProblem extends Error {
  override readonly name = 'TokenProblem';
}

/** Maximum size of a source's content, in bytes: a token goes into a header, and servers accept only some kilobytes of headers. */
export const MAX_TOKEN_BYTES = 64 * 1024;

/** The token in a text with nothing else, and its expiry if it is a JWT. Throws a TokenProblem for any other text; `where` begins its sentence. */
export function parseToken(bytes: Buffer, where: string): Token {
  const unusable = (problem: string) => new TokenProblem(`${where} ${problem}`);
  if (bytes.length > MAX_TOKEN_BYTES) throw unusable('contains more than 64 KiB, which is too long for a token.');
  if (bytes[0] === 0xff || bytes[0] === 0xfe) {
    throw unusable('is not in UTF-8, but perhaps in UTF-16, as PowerShell writes it. Write it as ASCII or UTF-8.');
  }
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (text === '') throw unusable('contains no token: it is empty.');
  if (/[\r\n]/.test(text)) throw unusable('contains more than one line. It must contain only the token.');
  if (/^["'[{]/.test(text)) {
    throw unusable(
      'contains a quotation mark or a bracket before the token. Remove it; jq, for example, prints plain text with -r.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw unusable('contains a space or another character that no token contains. It must contain only the token.');
  }
  return { text, expiresAtMs: expiryOf(text) };
}

/** The expiry of a JWT by its claim `exp` (RFC 7519), in milliseconds since 1970; undefined for any other token. Verifies nothing. */
export function expiryOf(token: string): number | undefined {
  const payload = /^[^.]*\.([^.]*)\.[^.]*$/.exec(token)?.[1];
  if (payload === undefined) return undefined;
  const claims: unknown = attempt(() => JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  const exp = (claims as { readonly exp?: unknown } | null | undefined)?.exp;
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : undefined;
}
