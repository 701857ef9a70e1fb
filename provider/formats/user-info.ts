/** The scheme and slashes of an address, and the text up to an "@" before the path: a percent-encoded one counts, because no host holds one. */
const USER_INFO = /^\s*(?:[a-z][a-z0-9+.-]*:(?=[/\\]))?[/\\]*[^/\\?#]*(?:@|%(?:25)*40)/i;

/** True if an address, with or without a scheme, has a user name or password before its host, even an empty one: an "@" before the path. */
export const hasUserInfo = (address: string): boolean => USER_INFO.test(address);

/** True if it has user info, or an "@" anywhere: what stands before it may be a password with "/" that is not URL-encoded. */
export const mayHaveUserInfo = (address: string): boolean => address.includes('@') || hasUserInfo(address);

/** A user name, a query or a fragment, encoded or not; or a ":" that stands neither after a scheme, before a port nor in brackets: before a password. */
const MAY_HOLD_SECRETS = /[@?#%]|:(?![/\\]|\d*(?:[/\\]|$)|[\da-f:.]*\])/i;

/** An address in quotes, for messages: `"(hidden)"` if it may hold a password or a token. */
export const quotedAddress = (address: string): string =>
  JSON.stringify(MAY_HOLD_SECRETS.test(address) ? '(hidden)' : address);
