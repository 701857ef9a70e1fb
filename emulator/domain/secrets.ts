import { Collection } from './collection';
import { requireProject, requireVisible } from './context';
import { DomainError } from './errors';
import { Countdowns } from './lag';
import type { Caller, Secret, SecretStore } from './records';

/** Key/value secrets. No operation returns a value. */
export class Secrets extends Collection<Secret, SecretStore> {
  readonly #nameRefusals = new Countdowns();

  create(caller: Caller, wanted: { projectId: string; name: string; value: Uint8Array }): Secret {
    requireProject(caller, wanted.projectId);
    const holder = this.store.findByName(wanted.projectId, wanted.name);
    if (holder && this.context.rely('takenName') === 'overwrite') return this.store.update(holder, wanted);
    this.#requireFreeName(wanted.projectId, wanted.name);
    const created = this.store.insert({ id: this.freshId(), ...wanted });
    this.added(created.id);
    return created;
  }

  /** Sets name and value together, because the interface has no other update. */
  update(caller: Caller, { id, name, value }: { id: string; name: string; value: Uint8Array }): Secret {
    const prior = requireVisible(caller, this.store.find(id), 'secret', id);
    if (name !== prior.name) this.#requireFreeName(prior.projectId, name);
    return this.store.update(prior, { name, value });
  }

  delete(caller: Caller, id: string): void {
    const secret = requireVisible(caller, this.store.find(id), 'secret', id);
    this.context.fromReserve(() => this.store.delete(id));
    this.removed(secret);
    this.#nameRefusals.start(nameKey(secret.projectId, secret.name), this.context.lag.nameRefusals);
  }

  override clear(): void {
    super.clear();
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
