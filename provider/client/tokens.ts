import type { ClientEnvironment } from './environment';
import { type Token, TokenProblem, type TokenSource } from './token';

/** A token is replaced this long before it expires, or a quarter of its remaining lifetime before if that is shorter. */
const BEFORE_END_MS = 60_000;
/** A source is not asked again sooner than this because a token is about to expire. */
const BETWEEN_MS = 1_000;
/** A source that failed, or gave the same token after a 401, is not asked again for this long: hundreds of requests may want a token. */
const AFTER_FAILURE_MS = 10_000;
/** How many tokens are remembered for redaction. */
const REMEMBERED = 8;

/**
 * The token of a client. A token from a source is replaced before it expires and after a 401. However many requests need a
 * token, only one call to the source runs at a time.
 *
 * The local clock may be wrong, so it only decides when to ask for a new token. Whether a token is still valid is up to the
 * service: a token that has expired by our clock is still sent if the source has no other.
 */
export class Tokens {
  readonly #source: TokenSource | undefined;
  #current: Token | undefined;
  /** The most recent tokens, newest first. */
  #known: readonly string[] = [];
  #renewAtMs = Number.NEGATIVE_INFINITY;
  #fetching: Promise<Token> | undefined;
  #failure: { readonly problem: TokenProblem; readonly untilMs: number } | undefined;
  #unchangedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(
    given: string | TokenSource,
    private readonly environment: Pick<ClientEnvironment, 'now'>,
  ) {
    if (typeof given === 'string') this.#take({ text: given });
    else this.#source = given;
  }

  /** Whether the token never changes. */
  get isFixed(): boolean {
    return this.#source === undefined;
  }

  /** Tokens that no message may repeat. */
  get known(): readonly string[] {
    return this.#known;
  }

  /** The token to send now. Rejects with a TokenProblem. */
  async current(): Promise<string> {
    const token = this.#current;
    const nowMs = this.environment.now();
    if (token && nowMs < this.#renewAtMs) return token.text;
    try {
      return (await this.#fetch()).text;
    } catch (error) {
      // This was an early replacement: while the old token may still be valid, a transient failure of the source does no harm.
      if (!token || (token.expiresAtMs ?? 0) <= nowMs) throw error;
      return token.text;
    }
  }

  /** Asks for a token other than the one rejected with 401. Resolves with undefined on success, or else with the reason, as a sentence. */
  async renew(refused: string): Promise<string | undefined> {
    // Another request has fetched a new one meanwhile.
    if (this.#current?.text !== refused) return undefined;
    try {
      const isKnown = this.environment.now() < this.#unchangedUntilMs;
      if (!isKnown && (await this.#fetch()).text !== refused) return undefined;
    } catch (error) {
      if (!(error instanceof TokenProblem)) throw error;
      return `The token was not accepted, and there is no other: ${error.message}`;
    }
    if (this.environment.now() >= this.#unchangedUntilMs)
      this.#unchangedUntilMs = this.environment.now() + AFTER_FAILURE_MS;
    return `${this.#source?.setting} was asked again and gave the same token. Check that it is for this service and has not expired.`;
  }

  #fetch(): Promise<Token> {
    this.#fetching ??= this.#ask().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #ask(): Promise<Token> {
    if (this.#failure && this.environment.now() < this.#failure.untilMs) throw this.#failure.problem;
    try {
      // Only a token from a source is ever fetched.
      this.#take(await (this.#source as TokenSource).fetch());
      this.#failure = undefined;
      return this.#current as unknown as Token;
    } catch (error) {
      if (error instanceof TokenProblem)
        this.#failure = { problem: error, untilMs: this.environment.now() + AFTER_FAILURE_MS };
      throw error;
    }
  }

  #take(token: Token): void {
    if (token.text !== this.#current?.text) this.#unchangedUntilMs = Number.NEGATIVE_INFINITY;
    this.#current = token;
    this.#renewAtMs = renewalOf(token, this.environment.now());
    this.#known = [token.text, ...this.#known.filter((text) => text !== token.text)].slice(0, REMEMBERED);
  }
}

function renewalOf({ expiresAtMs }: Token, nowMs: number): number {
  if (expiresAtMs === undefined) return Number.POSITIVE_INFINITY;
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) return nowMs + AFTER_FAILURE_MS;
  return Math.max(nowMs + BETWEEN_MS, expiresAtMs - Math.min(BEFORE_END_MS, leftMs / 4));
}
