/* Addresses that clients send, as journal and dump show them (E14): without what lets others in, which is before an `@`, encoded or not, and after a `?` or `#`. */

const REDACTED = '[redacted]';

/** An `@`, also one that is encoded. */
export const AT = /@|%(?:25)*40/i;

/** A text without user, password, query and fragment of the addresses in it. */
export function redactAddresses(text: string): string {
  // Most headers hold none.
  return /[@?#]/.test(text) || AT.test(text) ? text.split(' ').map(redactAddress).join(' ') : text;
}

/** A server's address without query and fragment, which may be secret. Undefined if it has an {@link AT}, before which there are credentials. */
export function plainServer(server: string): string | undefined {
  return AT.test(server) ? undefined : server.split(/[?#]/, 1)[0];
}

/** A header `x-amz-copy-source`: an object, and its version. A presigned URL of it, as others pass it on, would let the reader in. */
export function redactCopySource(text: string): string {
  const [path = '', ...query] = text.split(/[?&]/);
  const version = query.filter((pair) => /^versionid=/i.test(pair)).map((pair) => `?${pair}`);
  return withoutSignature(SCHEME.test(path) ? redactAddress(path) : path) + (version[0] ?? '');
}

/** A path or key without a presigned URL's signature: SDKs encode a `?` also where it was meant to begin a query, and it becomes part of the key. */
export function withoutSignature(text: string): string {
  const end = SIGNING.test(text) ? text.search(QUESTION_MARK) : -1;
  return end < 0 ? text : text.slice(0, end);
}

/** The path of a request without what may be secret. Requests to a proxy contain whole URLs, which may hold credentials. */
export function shownPath(sent: string): string {
  const path = sent.startsWith('/') || sent === '*' ? sent : (URL.parse(sent)?.pathname ?? REDACTED);
  return withoutSignature(path);
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const SIGNING = /signature|credential|security-token/i;
const QUESTION_MARK = /\?|%(?:25)*3f/i;

function redactAddress(word: string): string {
  // Behind one that is encoded a password may go on.
  const at = AT.test(word.slice(word.lastIndexOf('@') + 1)) ? word.length : word.lastIndexOf('@');
  // Without a colon it is that of an e-mail.
  const shown = word.slice(0, Math.max(at, 0)).includes(':') ? REDACTED + word.slice(at) : word;
  const end = shown.search(word.includes('://') ? /[?#]/ : /\?/);
  return end < 0 ? shown : `${shown.slice(0, end)}?${REDACTED}`;
}
