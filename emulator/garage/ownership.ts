import { createHash } from 'node:crypto';
import { DomainError } from '../domain/errors';
import { drawSecretAccessKey } from '../domain/ids';
import { GarageError } from './admin-api';
import { markName } from './names';
import type { GarageParts } from './parts';
import { isRetryable } from './queue';

/** Number of earlier signatures that are recognised: a signing call can arrive late. */
const KEPT = 8;

/**
 * Makes sure that only one control plane works with the names of an installation.
 *
 * The mark, an access key without rights, has a signature in its name, which the data folder knows. The start and every sweep replace
 * the signature. So a control plane on a copy or a backup of the folder finds an unknown signature, and changes nothing: otherwise
 * it would delete the keys created since. Deleting the mark lets the next control plane that looks continue.
 */
export class Ownership {
  #isOurs = false;
  #signing: Promise<void> | undefined;

  constructor(private readonly parts: Pick<GarageParts, 'api' | 'intents' | 'context'>) {}

  /** Throws `unavailable` unless the mark has our signature. Checks it only if the last check did not find it. */
  async require(): Promise<void> {
    if (!this.#isOurs) await this.#renew();
  }

  /** Checks the mark now, and signs it again. False: the check failed, and the mark was ours at the last one. */
  async renew(): Promise<boolean> {
    await this.#signing?.catch(() => undefined);
    try {
      await this.#renew();
      return true;
    } catch (error) {
      if (this.#isOurs && error instanceof GarageError) return false;
      throw error;
    }
  }

  #renew(): Promise<void> {
    this.#signing ??= this.#sign()
      .then(({ isOurs, mark }) => {
        this.#isOurs = isOurs;
        if (!isOurs) throw displaced(mark);
      })
      .finally(() => {
        this.#signing = undefined;
      });
    return this.#signing;
  }

  async #sign(): Promise<{ readonly isOurs: boolean; readonly mark: string }> {
    const { api, intents, context } = this.parts;
    const { installation } = intents;
    const { number: first, signatures } = intents.mark() ?? { number: 0, signatures: [] };
    const signature = Buffer.from(context.random.bytes(8)).toString('hex');
    const name = markName(installation, signature);
    for (let number = first; ; number++) {
      const mark = markId(installation, number);
      const found = await api.findKey(mark);
      const known = signatures.find((each) => markName(installation, each) === found?.name);
      if (found && known === undefined) return { isOurs: false, mark };
      // Stored before the call, whose outcome may stay unknown. The mark's current signature stays known in any case.
      const kept = signatures.filter((each) => each !== known).slice(0, KEPT);
      intents.setMark({ number, signatures: [signature, ...(known === undefined ? [] : [known]), ...kept] });
      if (found) {
        // The mark is ours, whatever the outcome of the call.
        const renamed = await api.renameKey(mark, name).catch((error: unknown) => {
          if (!isRetryable(error)) throw error;
        });
        if (renamed === 'absent') continue;
        return { isOurs: true, mark };
      }
      const secretAccessKey = drawSecretAccessKey(context.random);
      const imported = await api.importKey({ accessKeyId: mark, secretAccessKey, name });
      if (imported === 'imported') return { isOurs: true, mark };
      const taken = await api.findKey(mark);
      // Garage accepts no id twice: if it is not there, the mark of this number was deleted, and the next number is tried.
      if (taken) return { isOurs: taken.name === name, mark };
    }
  }
}

/** Access key id of the mark: the same for every copy of a data folder. */
function markId(installation: string, number: number): string {
  return `GK${createHash('sha256').update(`${installation} mark ${number}`).digest('hex').slice(0, 24)}`;
}

function displaced(mark: string): DomainError {
  return new DomainError(
    'unavailable',
    'Another control plane works with a copy of this data folder, or the folder or the cluster was restored from a backup: nothing is ' +
      `changed in the cluster. Stop the other one, then delete the access key ${mark} of the cluster: this one goes on without a restart.`,
  );
}
