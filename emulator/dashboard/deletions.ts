import type { SeenBucket } from '../domain/buckets';
import type { Epoch } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import type { Deletion } from '../domain/objects/deletion';
import { drawSecret } from './sessions';
import { countOf } from './size';

/** Deletions that are remembered, those that have ended first to go. */
const MOST = 100;

/** A deletion that takes long enough to be watched, or took it. */
export interface WatchedDeletion {
  readonly id: string;
  readonly bucketId: string;
  readonly name: string;
  /** How many objects there were when it began. */
  readonly total: number;
  /** Where to go on. */
  readonly back: string;
  readonly deletion: Deletion;
  /** Undefined: it belongs to none. */
  readonly epoch: Epoch | undefined;
  state: 'running' | 'done' | 'cancelled' | 'failed';
}

/** Runs deletions in the background, a step at a time: whoever else sends a request is served in between. */
export class Deletions {
  readonly #all = new Map<string, WatchedDeletion>();

  /** @param later gives others a turn before it calls */
  constructor(
    private readonly log: (line: string) => void,
    private readonly later: (run: () => void) => void = setImmediate,
  ) {}

  /** Goes on with one. It ends with the epoch, and is forgotten then. */
  start(
    deletion: Deletion,
    { bucket, ...about }: { bucket: SeenBucket } & Pick<WatchedDeletion, 'epoch' | 'name' | 'total' | 'back'>,
  ): WatchedDeletion {
    const watched: WatchedDeletion = { id: drawSecret(), bucketId: bucket.id, deletion, ...about, state: 'running' };
    for (const [id, { state }] of this.#all) {
      if (this.#all.size < MOST) break;
      if (state !== 'running') this.#all.delete(id);
    }
    this.#all.set(watched.id, watched);
    const leave = about.epoch?.join(() => {
      watched.state = 'cancelled';
    });
    this.#run(watched, () => leave?.());
    return watched;
  }

  /** One of the present world; what it says of another would not be true of this one. */
  find(id: string): WatchedDeletion | undefined {
    const found = this.#all.get(id);
    if (!found?.epoch?.hasEnded) return found;
    this.#all.delete(id);
    return undefined;
  }

  /** Called when the emulator stops: no step may come after the store is closed. */
  stop(): void {
    for (const watched of this.#all.values()) this.cancel(watched);
  }

  /** Leaves the rest where it is. */
  cancel(watched: WatchedDeletion): void {
    if (watched.state === 'running') watched.state = 'cancelled';
  }

  #run(watched: WatchedDeletion, ended: () => void): void {
    this.later(() => {
      if (watched.state !== 'running') return ended();
      try {
        if (watched.deletion.step()) return this.#run(watched, ended);
        watched.state = 'done';
      } catch (error) {
        watched.state = 'failed';
        // A bucket that was deleted meanwhile is no failure of ours.
        if (!(error instanceof DomainError))
          this.log(`dashboard: ${error instanceof Error ? error.stack : String(error)}`);
      }
      ended();
    });
  }
}

/** What came of it, in a sentence. */
export function outcomeOf({ deleted, kept }: Deletion): string {
  const stays = `${countOf(kept, 'object')} came or changed after you were asked, and ${kept === 1 ? 'stays' : 'stay'}.`;
  return `${countOf(deleted, 'object')} ${deleted === 1 ? 'was' : 'were'} deleted.${kept > 0 ? ` ${stays}` : ''}`;
}
