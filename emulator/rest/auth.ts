import { DomainError } from '../domain/errors';
import type { Caller } from '../domain/records';
import type { TokenStore } from '../domain/stores';

const BEARER = /^Bearer +(\S+) *$/i;

/** Returns the caller that the Authorization header identifies. Throws `unauthorized` if it is missing, malformed, or unknown. */
export function authenticate(header: string | undefined, tokens: Pick<TokenStore, 'find'>): Caller {
  const token = bearerOf(header);
  if (token === undefined) {
    throw new DomainError('unauthorized', 'The request needs the header "Authorization: Bearer <ACCESS_TOKEN>".');
  }
  const caller = tokens.find(token);
  if (!caller) throw new DomainError('unauthorized', 'The access token is not valid.');
  return caller;
}

/** The token in an Authorization header, if there is one. */
export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}
