import { Countdowns, type Lag } from './lag';
import type { Caller, Stored } from './records';
import type { Rely } from './rules';

/** The part of a list to return. */
export interface PageRequest {
  /** Position of the last object of the previous page; 0 or absent for the first page. */
  readonly after?: number | undefined;
  /** Largest number of objects; absent for all. */
  readonly limit?: number | undefined;
}

/** A part of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The `after` of the next page; absent on the last page. */
  readonly next?: number;
}

/**
 * Lists of one kind of object, which lag behind writes as {@link Lag} says.
 *
 * A list counts for an object when it reaches the object, so with pages only the object's own page counts. A new object is hidden first
 * (`newHidden`), then shown, and for each flap hidden once and shown again. This class, not the store, keeps a deleted object until it
 * was shown often enough. Without lag it keeps nothing.
 */
export class Listing<T extends Stored> {
  readonly #hidden = new Countdowns();
  readonly #flaps = new Map<string, number>();
  readonly #deleted = new Map<string, { readonly object: T; left: number }>();

  constructor(
    private readonly lag: Lag,
    private readonly rely: Rely,
    private readonly fetch: (projectIds: readonly string[], after?: number, limit?: number) => T[],
    /** True if lists must leave out an object at present. Undefined if they leave out none. */
    private readonly isGone?: ((id: string) => boolean) | undefined,
  ) {}

  /** Notes a new object. */
  added(id: string): void {
    this.#hidden.start(id, this.lag.newHidden);
    if (this.lag.recordFlaps > 0) this.#flaps.set(id, 2 * this.lag.recordFlaps);
  }

  /** Notes a deleted object. */
  removed(object: T): void {
    this.#flaps.delete(object.id);
    if (this.lag.deletedShown > 0) this.#deleted.set(object.id, { object, left: this.lag.deletedShown });
  }

  clear(): void {
    this.#hidden.clear();
    this.#flaps.clear();
    this.#deleted.clear();
  }

  /** One page for the caller. Calls `isShown` once for each object that the page reaches. */
  page(caller: Caller, { after = 0, limit }: PageRequest, isShown: (object: T) => boolean = () => true): Page<T> {
    const projectIds = this.#scopeOf(caller);
    const candidates = this.#withDeleted(this.fetch(projectIds, after, this.#mostFetched(limit)), projectIds, after);
    const items: T[] = [];
    for (const candidate of candidates) {
      if (this.isGone?.(candidate.id)) continue;
      if (items.length === limit) return { items, next: items.at(-1)?.position ?? after };
      if (this.#isPresent(candidate.id) && isShown(candidate)) items.push(candidate);
    }
    return { items };
  }

  /** All stored objects of the caller's projects. It is no list of the service, so neither lag nor rules apply. */
  stored({ projectIds }: Caller): T[] {
    return this.fetch(projectIds);
  }

  #scopeOf({ projectIds }: Caller): readonly string[] {
    if (projectIds.length <= 1) return projectIds;
    return this.rely('listScope') === 'project' ? projectIds.slice(0, 1) : projectIds;
  }

  /** The limit for the store. Undefined if the page may skip objects, because then it may need more than its limit. */
  #mostFetched(limit: number | undefined): number | undefined {
    if (limit === undefined || this.isGone || this.#isLagging()) return undefined;
    return this.rely('unsettled') === 'hidden' ? undefined : limit + 1;
  }

  #isLagging(): boolean {
    return this.lag.newHidden > 0 || this.lag.recordFlaps > 0 || this.lag.deletedShown > 0;
  }

  #withDeleted(live: T[], projectIds: readonly string[], after: number): T[] {
    if (this.#deleted.size === 0) return live;
    const lingering = [...this.#deleted.values()]
      .map(({ object }) => object)
      .filter((object) => object.position > after && projectIds.includes(object.projectId));
    return [...live, ...lingering].sort((a, b) => a.position - b.position);
  }

  #isPresent(id: string): boolean {
    const deleted = this.#deleted.get(id);
    if (deleted) {
      deleted.left -= 1;
      if (deleted.left === 0) this.#deleted.delete(id);
      return true;
    }
    if (this.#hidden.take(id)) return false;
    const flaps = this.#flaps.get(id);
    if (flaps === undefined) return true;
    if (flaps > 0) this.#flaps.set(id, flaps - 1);
    else this.#flaps.delete(id);
    return flaps % 2 === 0;
  }
}
