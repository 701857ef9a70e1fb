/** Everything of an address up to its host: a scheme, slashes, and what stands before "@". */
const USER_INFO = /^(\s*(?:[a-z][a-z0-9+.-]*:(?=[/\\]))?[/\\]*)[^/\\?#]*@/i;

/** Whether a user name or password stands before the host of an address, even an empty one. */
export const hasUserInfo = (address: string): boolean => USER_INFO.test(address);

/** The address as a message may show it: without user name and password. */
export const withoutUserInfo = (address: string): string => address.replace(USER_INFO, '$1');
