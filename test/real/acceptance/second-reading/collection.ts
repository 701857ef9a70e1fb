import { randomUUID } from 'node:crypto';

/** An object: what lists show of it, and what they never show. */
export interface Stored {
  readonly shown: Record<string, unknown>;
  hidden: { readonly value?: unknown };
  /** How many more lists show it although it is deleted; undefined while it is not. */
  lingers: number | undefined;
}

/** How many lists show an object after it was deleted. */
const LINGERS = 2;

/** Objects of one kind. Time is counted in lists, so that no test waits for a clock. */
export class Collection {
  readonly #objects = new Map<string, Stored>();
  #due: { lists: number; readonly change: () => void }[] = [];
  /** What the last list showed, for its further pages. */
  lastList: readonly Record<string, unknown>[] = [];

  constructor(private readonly prefix: string) {}

  /** Adds an object and returns its id. */
  add(shown: Record<string, unknown>, hidden: Stored['hidden'] = {}): string {
    const id = `${this.prefix}${randomUUID()}`;
    this.#objects.set(id, { shown: { ...shown, id, status: 'active' }, hidden, lingers: undefined });
    return id;
  }

  /** The object, unless it is deleted. */
  get(id: string): Stored | undefined {
    const found = this.#objects.get(id);
    return found?.lingers === undefined ? found : undefined;
  }

  /** Everything that is listed. */
  all(): Iterable<Stored> {
    return this.#objects.values();
  }

  /** Ids of what is not deleted. */
  get ids(): string[] {
    return [...this.#objects].filter(([, { lingers }]) => lingers === undefined).map(([id]) => id);
  }

  remove(id: string): void {
    const object = this.#objects.get(id);
    if (!object) return;
    object.lingers = LINGERS;
    object.shown.status = 'deleting';
  }

  /** Makes a change visible only after so many lists. */
  afterLists(lists: number, change: () => void): void {
    this.#due.push({ lists, change });
  }

  /** The records, newest first; each call counts as a list. */
  list(): readonly Record<string, unknown>[] {
    this.lastList = [...this.#objects.values()].map(({ shown }) => ({ ...shown })).reverse();
    for (const one of this.#due) {
      one.lists -= 1;
      if (one.lists === 0) one.change();
    }
    this.#due = this.#due.filter(({ lists }) => lists > 0);
    for (const [id, object] of this.#objects) {
      if (object.lingers === undefined) continue;
      object.lingers -= 1;
      if (object.lingers < 0) this.#objects.delete(id);
    }
    return this.lastList;
  }
}
