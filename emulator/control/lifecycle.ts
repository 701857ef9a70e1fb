import { dayOf, type LifecycleNote } from '../domain/objects/lifecycle';
import type { Objects } from '../domain/objects/objects';
import type { VirtualClock } from '../system/clock';

/** How often to check whether a midnight has passed by itself; a move of the clock is noticed at once. */
const LOOK_MS = 60_000;

/** Maximum number of notes; older ones are dropped. */
const CAPACITY = 10_000;

/** Selects notes; every member given must match. */
export interface LifecycleFilter {
  readonly bucketId?: string | undefined;
}

/** Applies the lifecycle rules of all buckets: at the start, and whenever the virtual clock passes a midnight UTC, by itself or moved. */
export class Lifecycle {
  #day: number | undefined;
  #notes: LifecycleNote[] = [];
  #end: () => void = () => undefined;

  constructor(
    private readonly objects: Pick<Objects, 'applyLifecycle'>,
    private readonly clock: VirtualClock,
    private readonly log: (line: string) => void,
  ) {}

  start(): void {
    const look = () => this.#look();
    look();
    const timer = setInterval(look, LOOK_MS).unref();
    const leave = this.clock.onMove(look);
    this.#end = () => {
      clearInterval(timer);
      leave();
    };
  }

  /** Notes of what the rules did since the start or the last reset, oldest first: for every bucket, or for one. */
  notes({ bucketId }: LifecycleFilter = {}): LifecycleNote[] {
    return this.#notes.filter((note) => bucketId === undefined || note.bucketId === bucketId);
  }

  clear(): void {
    this.#notes = [];
  }

  stop(): void {
    this.#end();
  }

  #look(): void {
    const today = dayOf(this.clock.now());
    if (today === this.#day) return;
    try {
      this.#notes = [...this.#notes, ...this.objects.applyLifecycle(today)].slice(-CAPACITY);
      this.#day = today;
    } catch (error) {
      // Not an error for the caller that moved the clock. Nothing was changed, and the next look tries again.
      this.log(`Lifecycle rules could not act: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}
