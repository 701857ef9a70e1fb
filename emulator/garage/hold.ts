import { DomainError } from '../domain/errors';
import type { GarageParts } from './parts';
import { describeUnknown, findUnknown } from './unknown';

/** Why nothing is changed while everything is held. */
const HELD =
  'The storage cluster has buckets or access keys of this control plane that its data folder does not know, as after the restore of a backup: ' +
  'nothing is changed in the cluster. Stop the control plane and run "coffer-emulator reconcile".';

/**
 * Keeps everything in the cluster as it is after the data folder or the cluster was restored, for as long as the cluster has buckets
 * or keys of ours that the folder does not know: keys would be deleted, and Terraform would create empty buckets in place of full
 * ones. `coffer-emulator reconcile` decides about each. If nothing is unknown, the hold ends by itself.
 */
export class Hold {
  readonly #told = new Set<string>();

  constructor(private readonly parts: Pick<GarageParts, 'api' | 'intents' | 'readiness' | 'found'>) {}

  /** Throws `unavailable` while everything is held. */
  async requireFree(): Promise<void> {
    if (await this.isHeld()) throw new DomainError('unavailable', HELD);
  }

  /** Whether everything is held. Asks the cluster only if it is. */
  async isHeld(): Promise<boolean> {
    const { intents, readiness, found } = this.parts;
    if (!intents.isHeld()) return false;
    const unknown = await findUnknown(this.parts);
    for (const line of unknown.map(describeUnknown)) {
      if (this.#told.has(line)) continue;
      this.#told.add(line);
      found('unknown_here', `the ${line} is ours, and unknown here; nothing is changed until it is reconciled.`);
    }
    const isHeld = unknown.length > 0;
    intents.setHeld(isHeld);
    readiness.held(isHeld ? HELD : undefined);
    return isHeld;
  }
}
