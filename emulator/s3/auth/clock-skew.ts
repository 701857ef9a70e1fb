/** Allowed clock skew between client and server, for every way to sign, in milliseconds. */
export const MAX_SKEW_MS = 15 * 60 * 1000;
