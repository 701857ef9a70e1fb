import type { Context } from './context';
import { drawFresh, drawId } from './ids';
import { Countdowns, type Lag } from './lag';
import type { ObjectPlane } from './object-plane';
import type { Caller, Store, Stored } from './records';

export interface PageRequest {
  /** Position of the last object of the previous page; 0 or absent for the first page. */
  readonly after?: number | undefined;
  /** Largest number of objects; absent for all. */
  readonly limit?: number | undefined;
  /** Number of the page, from 1, if pages are numbered; in place of `after`. */
  readonly number?: number | undefined;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** The `after` of the next page; absent on the last page. */
  readonly next?: number;
  /** Number of the page and of all pages, at least 1, if pages are numbered. */
  readonly place?: { readonly number: number; readonly pages: number };
}

/**
 * One kind of object of the service, whose lists lag behind writes as {@link Lag} says.
 *
 * A list counts for an object when it reaches the object, so with cursors only the object's own page counts; of numbered pages each one does. A new object is hidden first (`newHidden`),
 * then shown, and for each flap hidden once and shown again. This class, not the store, keeps a deleted object until it was shown often enough. Without
 * lag it keeps nothing.
 */
export class Collection<T extends Stored, Kept extends Pick<Store<T, never>, 'find' | 'list'>> {
  readonly #hidden = new Countdowns();
  readonly #flaps = new Map<string, number>();
  readonly #deleted = new Map<string, { readonly object: T & { readonly deletedAt: number }; left: number }>();

  /** @param outside the object plane, if it is outside of this process: lists leave out what is gone there */
  constructor(
    protected readonly context: Context,
    protected readonly store: Kept,
    private readonly outside?: Pick<ObjectPlane, 'isMissing'> | undefined,
  ) {}

  protected freshId(): string {
    return drawFresh(drawId, this.context.random, (drawn) => this.store.find(drawn));
  }

  protected added(id: string): void {
    const { newHidden, recordFlaps } = this.context.lag;
    this.#hidden.start(id, newHidden);
    if (recordFlaps > 0) this.#flaps.set(id, 2 * recordFlaps);
  }

  protected removed(object: T): void {
    const { deletedShown } = this.context.lag;
    this.#flaps.delete(object.id);
    const deletedAt = this.context.clock.now();
    if (deletedShown > 0) this.#deleted.set(object.id, { object: { ...object, deletedAt }, left: deletedShown });
  }

  /** Removes all pending lag. */
  clear(): void {
    this.#hidden.clear();
    this.#flaps.clear();
    this.#deleted.clear();
  }

  /** One page for the caller. Calls `isShown` once for each object that the page reaches. */
  list(caller: Caller, page: PageRequest, isShown: (object: T) => boolean = () => true): Page<T> {
    const { number, limit } = page;
    if (number !== undefined && limit !== undefined) {
      const all = this.#listed(caller, {}, isShown).items;
      const pages = Math.max(1, Math.ceil(all.length / limit));
      return { items: all.slice((number - 1) * limit, number * limit), place: { number, pages } };
    }
    return this.#listed(caller, page, isShown);
  }

  #listed(caller: Caller, { after = 0, limit }: PageRequest, isShown: (object: T) => boolean): Page<T> {
    const projectIds = this.#scopeOf(caller);
    const candidates = this.#withDeleted(projectIds, after, this.#mostFetched(limit));
    const items: T[] = [];
    for (const candidate of candidates) {
      if (this.outside?.isMissing(candidate.id)) continue;
      if (items.length === limit) return { items, next: items.at(-1)?.position ?? after };
      if (this.#isPresent(candidate.id) && isShown(candidate)) items.push(candidate);
    }
    const { listCap } = this.context.lag;
    return { items: limit === undefined && listCap > 0 ? items.slice(0, listCap) : items };
  }

  /** All stored objects of the caller, oldest first, for observers outside of the service. It is no list of it: neither lag nor rules apply. */
  stored({ projectIds }: Caller): T[] {
    return this.store.list(projectIds);
  }

  #scopeOf({ projectIds }: Caller): readonly string[] {
    if (projectIds.length <= 1) return projectIds;
    return this.context.rely('listScope') === 'project' ? projectIds.slice(0, 1) : projectIds;
  }

  /** The limit for the store. Undefined if the page may skip objects, because then it may need more than its limit. */
  #mostFetched(limit: number | undefined): number | undefined {
    const { newHidden, recordFlaps, deletedShown } = this.context.lag;
    const isLagging = newHidden > 0 || recordFlaps > 0 || deletedShown > 0;
    if (limit === undefined || this.outside || isLagging) return undefined;
    return this.context.rely('unsettled') === 'hidden' ? undefined : limit + 1;
  }

  #withDeleted(projectIds: readonly string[], after: number, limit: number | undefined): T[] {
    const live = this.store.list(projectIds, after, limit);
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
