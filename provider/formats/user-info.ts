/** The beginning of an address up to its host, with user name and password: scheme, slashes, and the text up to "@". */
const USER_INFO = /^(\s*(?:[a-z][a-z0-9+.-]*:(?=[/\\]))?[/\\]*)[^/\\?#]*@/i;

/** True if an address, with or without a scheme, has a user name or password before its host, even an empty one: an "@" before the path. */
export const hasUserInfo = (address: string): boolean => USER_INFO.test(address);

/** The address without user name and password, for messages; any other text stays as it is, a query included. */
export const withoutUserInfo = (address: string): string => address.replace(USER_INFO, '$1');
