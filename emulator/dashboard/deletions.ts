import type { Epoch } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import type { Deletion } from '../domain/objects/deletion';
import { countOf } from './html';
import { drawSecret } from './sessions';

/** Number of deletions that are remembered. Ended ones are removed first. */
const MOST = 100;

/** A deletion that takes, or took, long enough to have a page of its own. */
export interface WatchedDeletion {
  readonly id: string;
  readonly bucketId: string;
  readonly name: string;
  /** Number of objects at its beginning. */
  readonly total: number;
  /** Path, below the dashboard, of the page to return to. */
  readonly back: string;
  readonly deletion: Deletion;
  /** The epoch in which it began; undefined if it belongs to none. */
  readonly epoch: Epoch | undefined;
  state: 'running' | 'done' | 'cancelled' | 'failed';
}

/** Runs deletions in the background, one step at a time, and serves other requests between the steps. */
export class Deletions {
  readonly #all = new Map<string, WatchedDeletion>();

  /** @param later calls its argument after other pending work */
  constructor(
    private readonly log: (line: string) => void,
    private readonly later: (run: () => void) => void = setImmediate,
  ) {}

  /** Continues a deletion in the background, and calls `ended` after it. The end of the epoch stops and forgets it. */
  start(
    deletion: Deletion,
    about: Pick<WatchedDeletion, 'bucketId' | 'epoch' | 'name' | 'total' | 'back'>,
    ended: () => void = () => {},
  ): WatchedDeletion {
    const watched: WatchedDeletion = { id: drawSecret(), deletion, ...about, state: 'running' };
    for (const [id, { state }] of this.#all) {
      if (this.#all.size < MOST) break;
      if (state !== 'running') this.#all.delete(id);
    }
    this.#all.set(watched.id, watched);
    const leave = about.epoch?.join(() => {
      watched.state = 'cancelled';
    });
    this.#run(watched, () => {
      leave?.();
      if (!about.epoch?.hasEnded) ended();
    });
    return watched;
  }

  /** The deletion with this id, if it began in the current epoch. */
  find(id: string): WatchedDeletion | undefined {
    const found = this.#all.get(id);
    if (!found?.epoch?.hasEnded) return found;
    this.#all.delete(id);
    return undefined;
  }

  /** Call it when the emulator stops, because no step may follow after the store is closed. */
  stop(): void {
    for (const watched of this.#all.values()) this.cancel(watched);
  }

  /** The remaining objects stay. */
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
        // A bucket that was deleted meanwhile is no unexpected failure.
        if (!(error instanceof DomainError))
          this.log(`dashboard: ${error instanceof Error ? error.stack : String(error)}`);
      }
      ended();
    });
  }
}

export function outcomeOf({ deleted, kept }: Deletion): string {
  const stays = `${countOf(kept, 'object')} came or changed after you were asked, and ${kept === 1 ? 'stays' : 'stay'}.`;
  return `${countOf(deleted, 'object')} ${deleted === 1 ? 'was' : 'were'} deleted.${kept > 0 ? ` ${stays}` : ''}`;
}
