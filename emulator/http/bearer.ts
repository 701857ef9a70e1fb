const BEARER = /^Bearer +(\S+) *$/i;

/** The token in an Authorization header, if there is one. */
export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
