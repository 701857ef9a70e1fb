import { ageOf, type ClientEnvironment } from '../environment';
import { type Token, TokenProblem, type TokenSource } from './token';

/** A token is replaced this long before it expires, or a quarter of its remaining lifetime before if that is shorter. */
const BEFORE_END_MS = 60_000;
/** A source is not asked again sooner than this because a token is about to expire. */
const BETWEEN_MS = 1_000;
/** For this long a source that failed is not asked again, nor, after a 401, one that gave no other token: hundreds of requests may want a token. */
const AFTER_FAILURE_MS = 10_000;
/** Time for which a source is asked for another token after a 401, in milliseconds: it may renew the token after the service (P47). */
const RENEWAL_MS = 5_000;
const REMEMBERED = 8;

/** Whether a request that was refused for its token may be sent again, with another one. `reason`: why not, as a sentence. */
export interface Renewal {
  readonly isOther: boolean;
  readonly reason?: string;
}

/**
 * The token of a client. A token from a source is replaced before it expires and after a 401. However many requests need a token, only one call to
 * the source runs at a time. After a 401 the source is asked for another token for a few seconds (P47); until then no request gets the rejected one.
 * A source that failed is not called again for ten seconds, in which its error is repeated, but for those few seconds after a 401.
 *
 * The local clock may be wrong, so it decides no more than when to ask for a new token, and whether the last one will do when the source fails.
 * Whether a token is still valid is up to the service: a token that has expired by our clock is still sent if that is what the source returns.
 */
export class Tokens {
  readonly #source: TokenSource | undefined;
  #current: Token | undefined;
  #known: readonly string[] = [];
  #renewAtMs = Number.NEGATIVE_INFINITY;
  #fetching: Promise<Token> | undefined;
  #failure: { readonly problem: TokenProblem; readonly atMs: number } | undefined;
  #renewing: Promise<void> | undefined;
  /** The reason why the source has no token other than the rejected one, as a sentence. */
  #rejection: { readonly reason: string; readonly atMs: number } | undefined;

  constructor(
    given: string | TokenSource,
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep'>,
  ) {
    if (typeof given === 'string') this.#take({ text: given });
    else this.#source = given;
  }

  /** Tokens that no message may repeat: the last eight, newest first. */
  get known(): readonly string[] {
    return this.#known;
  }

  /** The token to send now. Rejects with a TokenProblem, unless the last token has not expired by our clock: then that one is returned. */
  async current(): Promise<string> {
    await this.#renewing;
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

  /**
   * What becomes of a request that was sent with this token and refused with this status; undefined if another token would not help. After a 401 the
   * source is asked for another one for 5 seconds (`#renew`); after a 403, by which a token may be refused that has expired, once, without a wait, and
   * not again for the repetition of that request (P47). A token that was given as a text has no other.
   */
  renewalAfter(status: number, refused: string, wasForbidden: boolean): Promise<Renewal> | undefined {
    if (this.#source === undefined) return undefined;
    if (status === 401) return this.#renew(this.#source, refused);
    return status === 403 && !wasForbidden ? this.#askOnce(refused) : undefined;
  }

  /**
   * Waits for a token other than the one rejected with 401. After 5 seconds the same one counts once as another, because services, too, may learn of a
   * token late. There is no point in the ten seconds after such a wait for the same token.
   */
  async #renew(source: TokenSource, refused: string): Promise<Renewal> {
    // Another request has fetched a new one meanwhile.
    if (this.#current?.text !== refused) return { isOther: true };
    if (this.#rejection && this.#isRecent(this.#rejection)) return { isOther: false, reason: this.#rejection.reason };
    this.#renewing ??= this.#replace(source, refused).finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
    return { isOther: true };
  }

  async #askOnce(refused: string): Promise<Renewal> {
    if (this.#current?.text !== refused) return { isOther: true };
    try {
      return { isOther: (await this.#fetch()).text !== refused };
    } catch (error) {
      if (error instanceof TokenProblem) return { isOther: false };
      throw error;
    }
  }

  async #replace({ setting, againMs }: TokenSource, refused: string): Promise<void> {
    const { now, sleep } = this.environment;
    const beganMs = now();
    let sleptMs = 0;
    for (let waitMs = againMs; ; waitMs = Math.min(waitMs * 2, againMs * 5)) {
      let reason = `${setting} was asked again for ${RENEWAL_MS / 1000} seconds and gave the same token. Check that it is for this service and has not expired.`;
      try {
        if ((await this.#fetch()).text !== refused) return;
      } catch (error) {
        if (!(error instanceof TokenProblem)) throw error;
        reason = `The token was not accepted, and there is no other: ${error.message}`;
      }
      // A clock that is set back makes the wait no longer.
      const leftMs = RENEWAL_MS - Math.max(now() - beganMs, sleptMs);
      if (leftMs <= 0) {
        this.#rejection = { reason, atMs: now() };
        return;
      }
      const ms = Math.min(waitMs, leftMs);
      await sleep(ms);
      sleptMs += ms;
      // A source that failed a moment ago is worth asking here: that is what the wait is for.
      this.#failure = undefined;
    }
  }

  #fetch(): Promise<Token> {
    this.#fetching ??= this.#ask().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #ask(): Promise<Token> {
    if (this.#failure && this.#isRecent(this.#failure)) throw this.#failure.problem;
    try {
      // Only a token from a source is ever fetched.
      this.#take(await (this.#source as TokenSource).fetch());
      this.#failure = undefined;
      return this.#current as unknown as Token;
    } catch (error) {
      if (error instanceof TokenProblem) this.#failure = { problem: error, atMs: this.environment.now() };
      throw error;
    }
  }

  #isRecent({ atMs }: { readonly atMs: number }): boolean {
    return ageOf(atMs, this.environment) < AFTER_FAILURE_MS;
  }

  #take(token: Token): void {
    if (token.text !== this.#current?.text) this.#rejection = undefined;
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
