import { ageOf, type ClientEnvironment } from '../environment';
import { Posting } from '../http/posting';
import type { Listing } from '../lists/listing';
import type { SharedList } from '../lists/shared-list';

/** Maximum age of the list before a create when it begins, and when the first byte goes out, in milliseconds (P5). */
export const BEFORE_MS = 5_000;

/** Number of times that a create gives up its turn to read the list again. */
const MAX_REREADS = 3;

/**
 * A create with the list that later ones are compared with if the response is lost (P5). The list is read before the create, and again if it is too
 * old when the request's turn has come. From the first loss on it is fixed, because the object may be in any later list.
 */
export class ComparedPosting<T extends { readonly id: string }> extends Posting {
  /** True when others had more than five seconds to create a similar object between the list and the first byte; false before that. */
  isOld = false;
  #isFixed = false;
  #rereads = 0;

  constructor(
    environment: ClientEnvironment,
    private readonly list: SharedList<T>,
    /** The list from before the create. Until `fix`, `reread` and `sent` replace it by younger ones. */
    public before: Listing<T>,
  ) {
    super(environment, list);
  }

  /** True if the list is too old, and so is the last one that others have read, and it is worth another `reread`. */
  override isStale(): boolean {
    const isRecent = this.ageMs(this.youngest) <= BEFORE_MS;
    if (this.#isFixed || isRecent || this.#rereads >= MAX_REREADS) return false;
    // Each create that waits for its turn would wait for such a list, and all others with it.
    return !this.list.failures.hasFailed;
  }

  /** Reads the list again. If that fails, the old one stays and is not stale before a request is sent; rejects only when aborted. */
  override async reread(signal?: AbortSignal): Promise<void> {
    this.#rereads += 1;
    try {
      // At most half the allowed age, to leave the request time to get its turn.
      this.before = await this.list.readRecent(BEFORE_MS / 2, { signal });
      // A list that takes longer than that to read is never recent enough.
      if (this.ageMs(this.before) > BEFORE_MS) this.#rereads = MAX_REREADS;
    } catch (error) {
      if (signal?.aborted) throw error;
      this.#rereads = MAX_REREADS;
    }
  }

  /** Takes the youngest list that was read before the first byte, by this create or by others. */
  override sent(): void {
    this.#rereads = 0;
    if (this.#isFixed) return;
    this.before = this.youngest;
    this.isOld = this.ageMs(this.before) > BEFORE_MS;
  }

  /** The youngest list that was read by now, by this create or by others. */
  get youngest(): Listing<T> {
    const known = this.list.peek();
    return known !== undefined && known.beganAt > this.before.beganAt ? known : this.before;
  }

  /** True once a request may have taken effect. */
  get isFixed(): boolean {
    return this.#isFixed;
  }

  /** Keeps `before` and `isOld` as they are, because from now on the object may be in any list. */
  fix(): void {
    this.#isFixed = true;
  }

  private ageMs({ beganMs }: Listing<T>): number {
    return ageOf(beganMs, this.environment);
  }
}
