import { DomainError } from '../domain/errors';
import type { Caller } from '../domain/records';
import type { TokenStore } from '../domain/stores';
import { bearerOf } from '../http/bearer';

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
