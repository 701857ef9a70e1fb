import { type Context, requireProject, requireVisible } from './context';
import { DomainError } from './errors';
import { drawFresh, drawId } from './ids';
import { Countdowns } from './lag';
import { Listing, type Page, type PageRequest } from './listing';
import type { Caller, Secret } from './records';
import type { SecretStore } from './stores';

/** Key/value secrets. No operation returns a value. */
export class Secrets {
  readonly #listing: Listing<Secret>;
  readonly #nameRefusals = new Countdowns();

  constructor(
    private readonly context: Context,
    private readonly store: SecretStore,
  ) {
    this.#listing = new Listing(context.lag, context.rely, (...range) => store.list(...range));
  }

  create(caller: Caller, wanted: { projectId: string; name: string; value: Uint8Array }): Secret {
    requireProject(caller, wanted.projectId);
    this.#requireFreeName(wanted.projectId, wanted.name);
    const id = drawFresh(drawId, this.context.random, (drawn) => this.store.find(drawn));
    const created = this.store.insert({ id, ...wanted });
    this.#listing.added(id);
    return created;
  }

  list(caller: Caller, page: PageRequest): Page<Secret> {
    return this.#listing.page(caller, page);
  }

  /** All stored secrets of the caller, oldest first, for observers outside of the service. It does not count as a list. */
  stored(caller: Caller): Secret[] {
    return this.#listing.stored(caller);
  }

  /** Sets name and value together, because the interface has no other update. */
  update(caller: Caller, { id, name, value }: { id: string; name: string; value: Uint8Array }): Secret {
    const prior = requireVisible(caller, this.store.find(id), 'secret', id);
    if (name !== prior.name) this.#requireFreeName(prior.projectId, name);
    return this.store.update(prior, { name, value });
  }

  delete(caller: Caller, id: string): void {
    const secret = requireVisible(caller, this.store.find(id), 'secret', id);
    this.store.delete(id);
    this.#listing.removed(secret);
    this.#nameRefusals.start(nameKey(secret.projectId, secret.name), this.context.lag.nameRefusals);
  }

  /** Removes all pending lag. */
  clear(): void {
    this.#listing.clear();
    this.#nameRefusals.clear();
  }

  #requireFreeName(projectId: string, name: string): void {
    const isTaken = this.store.findByName(projectId, name) || this.#nameRefusals.take(nameKey(projectId, name));
    if (!isTaken) return;
    if (this.context.rely('takenName') === 'accept') return;
    throw new DomainError('conflict', `The project has a secret named "${name}" already.`, 'name');
  }
}

const nameKey = (projectId: string, name: string) => JSON.stringify([projectId, name]);
