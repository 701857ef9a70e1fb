import type { ClientEnvironment } from './environment';
import type { Received } from './received';
import type { Posting } from './requester';
import type { Limits } from './settings';
import type { Listing, SharedList } from './shared-list';

/** How old the list before a create may be at its first byte, in milliseconds (P5). */
const BEFORE_MS = 5_000;

/** How often a create lets others pass in order to list once more. */
const MAX_REFRESHES = 3;

/** A create that nothing is compared with: only its idempotency key matters. */
export class PlainPosting implements Posting {
  #key: string;
  /** What the last success held, where it showed no record. */
  received: Received | undefined;

  constructor(protected readonly environment: ClientEnvironment) {
    this.#key = environment.uuid();
  }

  get idempotencyKey(): string {
    return this.#key;
  }

  isStale(): boolean {
    return false;
  }

  async refresh(): Promise<void> {}

  sent(): void {}

  // The service may have noted the key together with the error response.
  refused(): void {
    this.renew();
  }

  /** Makes the next request another create, not the same one again. */
  renew(): void {
    this.#key = this.environment.uuid();
  }
}

/**
 * A create with the list that a lost one is compared with (P5). The list is read before, and once more if it is too old when
 * the request's turn has come. From the first loss on it stays as it is, because the object may be in any later one.
 */
export class ComparedPosting<T extends { readonly id: string }> extends PlainPosting {
  #before: Listing<T>;
  #sentMs: number | undefined;
  #refreshes = 0;
  #isFixed = false;

  private constructor(
    environment: ClientEnvironment,
    private readonly list: SharedList<T>,
    before: Listing<T>,
  ) {
    super(environment);
    this.#before = before;
  }

  static async start<T extends { readonly id: string }>(
    environment: ClientEnvironment,
    list: SharedList<T>,
    limits: Limits,
  ): Promise<ComparedPosting<T>> {
    return new ComparedPosting(environment, list, await list.readRecent(BEFORE_MS, limits));
  }

  /** What was there before. */
  get before(): Listing<T> {
    return this.#before;
  }

  /** True when others had more time than allowed to make the like between the list and the first byte. */
  get isOld(): boolean {
    return this.#sentMs !== undefined && this.#sentMs - this.#before.beganMs > BEFORE_MS;
  }

  /** Notes that the request may have taken effect. */
  fix(): void {
    this.#isFixed = true;
  }

  override isStale(): boolean {
    return !this.#isFixed && this.#refreshes < MAX_REFRESHES && this.ageMs() > BEFORE_MS;
  }

  override async refresh(signal?: AbortSignal): Promise<void> {
    this.#refreshes += 1;
    try {
      // Half as old at most: there has to be some time left to go in.
      this.#before = await this.list.readRecent(BEFORE_MS / 2, { signal });
      // A list that takes longer than that is never young enough.
      if (this.ageMs() > BEFORE_MS) this.#refreshes = MAX_REFRESHES;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#refreshes = MAX_REFRESHES;
    }
  }

  override sent(): void {
    this.#refreshes = 0;
    if (!this.#isFixed) this.#sentMs = this.environment.now();
  }

  private ageMs(): number {
    return this.environment.now() - this.#before.beganMs;
  }
}
