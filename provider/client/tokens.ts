import type { ClientEnvironment } from './environment';
import { type Token, TokenProblem, type TokenSource } from './token';

/** A token is replaced so long before it ends, or a quarter of what it has left where that is shorter. */
const BEFORE_END_MS = 60_000;
/** No source is asked again sooner because a token is about to end. */
const BETWEEN_MS = 1_000;
/** A source that failed, or gave the same token after a 401, is left alone for so long: hundreds of requests may ask. */
const AFTER_FAILURE_MS = 10_000;
/** How many tokens are remembered to be kept out of messages. */
const REMEMBERED = 8;

/**
 * The token of a client. One from a source is replaced before it ends and after a 401; however many requests ask, the source is
 * asked once at a time.
 *
 * The clock of this machine may be wrong, so it only decides when to ask for a new token. Whether one still holds is for the service
 * to say: one that has ended by our clock is sent all the same, if the source has no other.
 */
export class Tokens {
  readonly #source: TokenSource | undefined;
  #current: Token | undefined;
  /** Every token that was sent lately, the newest first. */
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

  /** Whether there is one token for good. */
  get isFixed(): boolean {
    return this.#source === undefined;
  }

  /** What no message may repeat. */
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
      // It was to be replaced early: as long as it may hold, a source that fails in passing does no harm.
      if (!token || (token.expiresAtMs ?? 0) <= nowMs) throw error;
      return token.text;
    }
  }

  /** Asks for another token than the one that was refused with 401. Resolves with undefined, or with why there is none, as a sentence. */
  async renew(refused: string): Promise<string | undefined> {
    // Another request has brought a new one meanwhile.
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
      // Only a source leaves a token to be asked for.
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
