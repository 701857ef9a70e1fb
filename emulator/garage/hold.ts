import { DomainError } from '../domain/errors';
import type { GarageContext } from './context';
import { describeUnknown, findUnknown } from './unknown-buckets-and-keys';

/** Why nothing is changed while everything is held. */
const HELD =
  'The storage cluster has buckets or access keys of this control plane that its data folder does not know, as after the restore of a backup: ' +
  'nothing is changed in the cluster, except that keys are revoked. Stop the control plane and run "coffer-emulator reconcile".';

/**
 * Keeps everything in the cluster as it is after the data folder or the cluster was restored, for as long as the cluster has buckets
 * or keys of ours that the folder does not know: keys would be deleted, and Terraform would create empty buckets in place of full
 * ones. `coffer-emulator reconcile` decides about each. Only keys are revoked meanwhile. If nothing is unknown, the hold ends by itself.
 */
export class Hold {
  readonly #told = new Set<string>();

  constructor(private readonly parts: Pick<GarageContext, 'api' | 'intents' | 'readiness' | 'found'>) {}

  /** Throws `unavailable` while everything is held. */
  async requireFree(): Promise<void> {
    if (await this.isHeld()) throw new DomainError('unavailable', HELD);
  }

  /** Whether everything is held. Asks the cluster only if it is. */
  async isHeld(): Promise<boolean> {
    const { intents, readiness } = this.parts;
    if (!intents.isHeld()) return false;
    const isHeld = await this.tellUnknown('nothing is changed until it is reconciled');
    intents.setHeld(isHeld);
    readiness.held(isHeld ? HELD : undefined);
    return isHeld;
  }

  /** Names, once each, what the cluster has of ours that is unknown here. Whether there is any. */
  async tellUnknown(consequence: string): Promise<boolean> {
    const lines = (await findUnknown(this.parts)).map(describeUnknown);
    for (const line of lines.filter((each) => !this.#told.has(each))) {
      this.#told.add(line);
      this.parts.found('unknown_here', `the ${line} is ours, and unknown here; ${consequence}.`);
    }
    return lines.length > 0;
  }
}
