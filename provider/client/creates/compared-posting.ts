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
    /** The list from before the create. Until `isFixed`, `refresh` and `sent` replace it by younger ones. */
    public before: Listing<T>,
  ) {
    super(environment, list);
  }

  /** True if the list is too old, and so is the last one that others have read, and it is worth another `refresh`. */
  override isStale(): boolean {
    const isRecent = this.ageMs(this.latest) <= BEFORE_MS;
    if (this.isFixed || isRecent || this.#refreshes >= MAX_REFRESHES) return false;
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
      if (this.ageMs(this.before) > BEFORE_MS) this.#refreshes = MAX_REFRESHES;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#refreshes = MAX_REFRESHES;
    }
  }

  /** Fixes what this attempt is compared with: the youngest list that was read before its first byte, by this create or by others. */
  override sent(): void {
    this.#refreshes = 0;
    if (this.isFixed) return;
    this.before = this.latest;
    this.isOld = this.ageMs(this.before) > BEFORE_MS;
  }

  /** The youngest list that was read by now, by this create or by others. */
  get latest(): Listing<T> {
    const known = this.list.peek();
    return known !== undefined && known.beganAt > this.before.beganAt ? known : this.before;
  }

  private ageMs({ beganMs }: Listing<T>): number {
    return ageOf(beganMs, this.environment);
  }
}
