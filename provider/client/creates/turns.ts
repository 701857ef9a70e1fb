import { createHash } from 'node:crypto';
import { type Operation, routes } from '../../../contract';
import { CancelledError } from '../errors/errors';

/** The creates that hold a turn, all with the same content, and those that wait for it. */
interface Turn {
  content: string;
  holders: number;
  readonly waiting: { readonly content: string; readonly enter: () => void }[];
}

/** Lets creates whose objects a list cannot tell apart run at the same time only if all their data is equal, and else in order (P3). */
export class Turns {
  private readonly turns = new Map<string, Turn>();

  constructor(private readonly operation: Operation) {}

  /**
   * Settles like `work`, which runs after other work of the `place`, or at the same time if that has the same `content` and nothing waits. Rejects
   * with CancelledError, without running it, when aborted while it waits.
   */
  async take<R>(place: string, content: string, work: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    const turn = this.turns.get(place) ?? { content, holders: 0, waiting: [] };
    this.turns.set(place, turn);
    if (turn.holders > 0 && (turn.content !== content || turn.waiting.length > 0))
      await this.wait(turn, content, signal);
    else turn.holders += 1;
    try {
      return await work();
    } finally {
      this.leave(place, turn);
    }
  }

  private leave(place: string, turn: Turn): void {
    turn.holders -= 1;
    if (turn.holders > 0) return;
    const [first] = turn.waiting;
    if (first === undefined) this.turns.delete(place);
    else turn.content = first.content;
    while (first !== undefined && turn.waiting[0]?.content === first.content) {
      turn.holders += 1;
      turn.waiting.shift()?.enter();
    }
  }

  private async wait(turn: Turn, content: string, signal: AbortSignal | undefined): Promise<void> {
    const cancelled = () => new CancelledError(routes[this.operation], false);
    await new Promise<void>((resolve, reject) => {
      const entry = {
        content,
        enter: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        turn.waiting.splice(turn.waiting.indexOf(entry), 1);
        reject(cancelled());
      };
      if (signal?.aborted) return reject(cancelled());
      turn.waiting.push(entry);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/** SHA-256 in base64 of a secret body, to compare in its place: equal for equal bodies with fields in the same order. Never logged or stored. */
export const hashOf = (content: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');
