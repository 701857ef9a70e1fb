import { type Context, requireProject, requireVisible } from './context';
import { drawFresh, drawId } from './ids';
import { Listing, type Page, type PageRequest } from './listing';
import type { Caller, PullSecret } from './records';
import type { PullSecretStore } from './stores';

/** Pull secrets. The interface only creates them; list, update and delete are ours, for the dialects that have them. */
export class PullSecrets {
  readonly #listing: Listing<PullSecret>;

  constructor(
    private readonly context: Context,
    private readonly store: PullSecretStore,
  ) {
    this.#listing = new Listing(context.lag, context.rely, (...range) => store.list(...range));
  }

  create(
    caller: Caller,
    wanted: { projectId: string; server: string; username: string; password: string },
  ): PullSecret {
    requireProject(caller, wanted.projectId);
    const id = drawFresh(drawId, this.context.random, (drawn) => this.store.find(drawn));
    const created = this.store.insert({ id, ...wanted });
    this.#listing.added(id);
    return created;
  }

  list(caller: Caller, page: PageRequest): Page<PullSecret> {
    return this.#listing.page(caller, page);
  }

  /** All stored pull secrets of the caller, oldest first, for observers outside of the service. It does not count as a list. */
  stored(caller: Caller): PullSecret[] {
    return this.#listing.stored(caller);
  }

  update(
    caller: Caller,
    { id, ...change }: { id: string; server: string; username: string; password: string },
  ): PullSecret {
    requireVisible(caller, this.store.find(id), 'pull secret', id);
    return this.store.update(id, change);
  }

  delete(caller: Caller, id: string): void {
    const pullSecret = requireVisible(caller, this.store.find(id), 'pull secret', id);
    this.store.delete(id);
    this.#listing.removed(pullSecret);
  }

  /** Removes all pending lag. */
  clear(): void {
    this.#listing.clear();
  }
}
