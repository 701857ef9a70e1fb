import { ageOf, type ClientEnvironment } from '../environment';
import { Posting } from '../http/posting';
import type { Listing } from '../lists/listing';
import type { SharedList } from '../lists/shared-list';

/** Maximum age of the list before a create when it begins, and when the first byte goes out, in milliseconds (P5). */
export const BEFORE_MS = 5_000;

/** Number of times that a create gives up its turn to read the list again. */
const MAX_REFRESHES = 3;

/**
 * A create with the list that later ones are compared with if the response is lost (P5). The list is read before the create, and again if it is too
 * old when the request's turn has come. From the first loss on it is fixed, because the object may be in any later list.
 */
export class ComparedPosting<T extends { readonly id: string }> extends Posting {
  /** True when others had more than five seconds to create a similar object between the list and the first byte; false before that. */
  isOld = false;
  /** Set once a request may have taken effect: `before` and `isOld` change no more. */
  isFixed = false;
  #refreshes = 0;

  constructor(
    environment: ClientEnvironment,
    private readonly list: SharedList<T>,
    /** The list from before the create. Until `isFixed`, `isStale` and `refresh` replace it by younger ones. */
    public before: Listing<T>,
  ) {
    super(environment, list);
  }

  /** True if the list is too old and worth another `refresh`. First takes the last list that others have read, if it is younger. */
  override isStale(): boolean {
    const latest = this.list.peek();
    if (!this.isFixed && latest !== undefined && latest.beganAt > this.before.beganAt) this.before = latest;
    if (this.isFixed || this.#refreshes >= MAX_REFRESHES || this.ageMs() <= BEFORE_MS) return false;
    // Each create that waits for its turn would wait for such a list, and all others with it.
    return !this.list.failures.hasFailed;
  }

  /** Reads the list again. If that fails, the old one stays and is not stale before a request is sent; rejects only when aborted. */
  override async refresh(signal?: AbortSignal): Promise<void> {
    this.#refreshes += 1;
    try {
      // At most half the allowed age, to leave the request time to get its turn.
      this.before = await this.list.readRecent(BEFORE_MS / 2, { signal });
      // A list that takes longer than that to read is never recent enough.
      if (this.ageMs() > BEFORE_MS) this.#refreshes = MAX_REFRESHES;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#refreshes = MAX_REFRESHES;
    }
  }

  override sent(): void {
    this.#refreshes = 0;
    if (!this.isFixed) this.isOld = this.ageMs() > BEFORE_MS;
  }

  private ageMs(): number {
    return ageOf(this.before.beganMs, this.environment);
  }
}
