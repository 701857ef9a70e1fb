const BEARER = /^Bearer +(\S+) *$/i;

export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
