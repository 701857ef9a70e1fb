import { Collection } from './collection';
import { requireProject, requireVisible } from './context';
import type { Caller, PullSecret, PullSecretStore } from './records';

/** Pull secrets. The interface only creates them; list, update and delete are ours, for the dialects that have them. */
export class PullSecrets extends Collection<PullSecret, PullSecretStore> {
  create(
    caller: Caller,
    wanted: { projectId: string; server: string; username: string; password: string },
  ): PullSecret {
    requireProject(caller, wanted.projectId);
    const created = this.store.insert({ id: this.freshId(), ...wanted });
    this.added(created.id);
    return created;
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
    this.context.fromReserve(() => this.store.delete(id));
    this.removed(pullSecret);
  }
}
