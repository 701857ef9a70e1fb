import { createHash } from 'node:crypto';
import { DomainError } from '../domain/errors';
import { drawSecretAccessKey } from '../domain/ids';
import { GarageError } from './admin-api';
import { markName } from './names';
import type { GarageParts } from './parts';
import { isRetryable } from './queue';

/** Earlier signatures that are recognised: a call that signs can arrive late. */
const KEPT = 8;

/**
 * Makes sure that one control plane alone works with the names of an installation.
 *
 * An access key without rights, the mark, has a signature in its name, which the data folder knows. It is replaced at the start and by every
 * sweep. So a copy of the folder, or a backup of it, finds a signature that it does not know, and changes nothing: it would delete the
 * keys that were made since. Deleting the mark says that the next one who comes may go on.
 */
export class Ownership {
  #isOurs = false;
  #signing: Promise<void> | undefined;

  constructor(private readonly parts: Pick<GarageParts, 'api' | 'intents' | 'context'>) {}

  /** Throws `unavailable` unless the mark had our signature when it was last looked at. */
  async require(): Promise<void> {
    if (!this.#isOurs) await this.#renew();
  }

  /** Looks at the mark from now on, and signs it anew. False: it could not be looked at, and was ours the last time. */
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
      // Before the call, whose outcome may stay unknown; the one that is there now stays known in any case.
      const kept = signatures.filter((each) => each !== known).slice(0, KEPT);
      intents.setMark({ number, signatures: [signature, ...(known === undefined ? [] : [known]), ...kept] });
      if (found) {
        // It is ours, whatever becomes of the call.
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
      // Garage gives no id twice: the mark of this number was deleted, and the next one is asked for.
      if (taken) return { isOurs: taken.name === name, mark };
    }
  }
}

/** The same for every copy of a data folder. */
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
