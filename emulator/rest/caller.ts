import { DomainError } from '../domain/errors';
import type { Caller, TokenStore } from '../domain/records';
import { bearerOf } from '../http/bearer';

/** Whom the Authorization header of a request identifies. The token is looked up once, when somebody first wants to know. */
export class Identity {
  #found: { readonly caller: Caller | undefined } | undefined;

  constructor(
    private readonly header: string | undefined,
    private readonly tokens: Pick<TokenStore, 'find'>,
  ) {}

  /** Undefined: the header is missing or malformed, or the token is unknown. */
  find(): Caller | undefined {
    if (!this.#found) {
      const token = bearerOf(this.header);
      this.#found = { caller: token === undefined ? undefined : this.tokens.find(token) };
    }
    return this.#found.caller;
  }

  /** Throws `unauthorized` if there is none. */
  require(): Caller {
    const caller = this.find();
    if (caller) return caller;
    const isGiven = bearerOf(this.header) !== undefined;
    const wanted = 'The request needs the header "Authorization: Bearer <ACCESS_TOKEN>".';
    throw new DomainError('unauthorized', isGiven ? 'The access token is not valid.' : wanted);
  }
}
