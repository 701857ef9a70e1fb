import { dayOf, type LifecycleNote } from '../domain/objects/lifecycle';
import type { Objects } from '../domain/objects/objects';
import type { VirtualClock } from '../system/clock';

/** How often it is looked whether a midnight has passed by itself: whoever moves the clock does not wait for that. */
const LOOK_MS = 60_000;

/** Older notes are forgotten. */
const CAPACITY = 10_000;

/** Which notes; every member given must match. */
export interface LifecycleFilter {
  readonly bucketId?: string | undefined;
}

/**
 * Has the lifecycle rules of all buckets act: at each midnight UTC of the virtual clock, at once where the clock is moved past one,
 * and at the start.
 */
export class Lifecycle {
  #day: number | undefined;
  #notes: LifecycleNote[] = [];
  #end: () => void = () => undefined;

  constructor(
    private readonly objects: Pick<Objects, 'applyLifecycle'>,
    private readonly clock: VirtualClock,
    private readonly log: (line: string) => void,
  ) {}

  /** Called once the emulator has started. */
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

  /** What the rules did since the start or the last reset, the oldest first: of every bucket, or of one. */
  notes({ bucketId }: LifecycleFilter = {}): LifecycleNote[] {
    return this.#notes.filter((note) => bucketId === undefined || note.bucketId === bucketId);
  }

  /** Called at a reset: nothing was done yet. */
  clear(): void {
    this.#notes = [];
  }

  /** Called when it stops. */
  stop(): void {
    this.#end();
  }

  #look(): void {
    const today = dayOf(this.clock.now());
    if (today === this.#day) return;
    this.#day = today;
    try {
      this.#notes = [...this.#notes, ...this.objects.applyLifecycle(today)].slice(-CAPACITY);
    } catch (error) {
      // Whoever moved the clock is not the one to hear of it; nothing was changed.
      this.log(`Lifecycle rules could not act: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}
