/** The scheme and slashes of an address, and the text up to an "@" before the path; then the same up to the last "@" of all. */
const USER_INFO = /^(?:[a-z][a-z0-9+.-]*:(?=[/\\]))?[/\\]*[^/\\?#]*(?:@|%(?:25)*40)/i;
const UP_TO_LAST_AT = /^(\s*(?:https?:(?=[/\\]))?[/\\]*).*(?:@|%(?:25)*40)/is;

/** True if an address has an "@" anywhere. Here and below, a percent-encoded one counts, too: no host holds one, so it ends a user name or password. */
export const hasAt = (address: string): boolean => /@|%(?:25)*40/.test(address);

/** True if an address, with or without a scheme, has a user name or password before its host, even an empty one: an "@" before the path. */
export const hasUserInfo = (address: string): boolean => hasAt(address) && USER_INFO.test(address.trimStart());

/** The address, for messages, without what stands before its last "@" but `http(s)://`: a password may have "/" that is not URL-encoded. */
export const withoutUserInfo = (address: string): string =>
  hasAt(address) ? address.replace(UP_TO_LAST_AT, '$1') : address;
