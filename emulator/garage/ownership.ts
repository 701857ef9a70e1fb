import { createHash } from 'node:crypto';
import { DomainError } from '../domain/errors';
import { drawSecretAccessKey } from '../domain/ids';
import type { Mark } from '../domain/intents';
import { GarageError } from './admin-api';
import type { GarageContext } from './context';
import { isMark, markName } from './names';
import { isRetryable } from './queue';

/** Number of earlier signatures that are recognised as ours: about a day of sweeps. */
const KEPT = 1_500;

interface Signed {
  readonly isOurs: boolean;
  /** Access key id of the mark. */
  readonly mark: string;
  /** Why it is not known to have the new signature. */
  readonly failure?: unknown;
}

/**
 * State of the mark. `last`: it has the last signature. `earlier`: it has one of ours that was replaced, or is gone, so the cluster
 * was rolled back, or somebody deleted the mark. `unchecked`: the check failed, and the mark was ours at the check before.
 */
export type MarkState = 'last' | 'earlier' | 'unchecked';

/**
 * Makes sure that only one control plane works with the names of an installation.
 *
 * The mark, an access key without rights, has a signature in its name, which the data folder knows. The start and every sweep replace the signature.
 * So a control plane on a copy or a backup of the folder finds an unknown signature, and changes nothing: otherwise it would delete the keys created
 * since. Deleting the mark lets the next control plane that looks continue, but it holds until it knows all that the cluster has of ours, see
 * {@link Hold}. An earlier signature means that the folder is newer than the cluster: revoked keys may be back.
 */
export class Ownership {
  #isOurs = false;
  /** Whether an earlier signature was found and not reported yet. */
  #isBehind = false;
  #signing: Promise<void> | undefined;

  constructor(private readonly parts: Pick<GarageContext, 'api' | 'intents' | 'context' | 'readiness'>) {}

  /** Throws `unavailable` unless the mark has our signature. Checks it only if the last check did not find it. */
  async require(): Promise<void> {
    if (!this.#isOurs) await this.#renew();
  }

  /** Throws `unavailable` if another control plane has signed the mark. Writes nothing, neither here nor in the cluster. */
  async look(): Promise<void> {
    const { api, intents } = this.parts;
    const { installation } = intents;
    const { number = 0, signatures = [] } = intents.mark() ?? {};
    const names = new Set(signatures.map((each) => markName(installation, each)));
    // A cluster that was rolled back may have a mark that was deleted.
    const earlier = new Set(Array.from({ length: number }, (_, each) => markId(installation, each)));
    for await (const { accessKeyId, name } of api.listKeys()) {
      const isCurrent = isMark(installation, name) && !earlier.has(accessKeyId);
      if (isCurrent && !names.has(name)) throw displaced(accessKeyId);
    }
  }

  /** Checks the mark now, and signs it again. Reports an earlier signature once, also one that {@link require} found. */
  async renew(): Promise<MarkState> {
    await this.#signing?.catch(() => undefined);
    try {
      await this.#renew();
    } catch (error) {
      if (this.#isOurs && error instanceof GarageError) return 'unchecked';
      throw error;
    }
    if (!this.#isBehind) return 'last';
    this.#isBehind = false;
    return 'earlier';
  }

  #renew(): Promise<void> {
    const { readiness } = this.parts;
    this.#signing ??= this.#sign()
      .then(({ isOurs, mark, failure }) => {
        this.#isOurs = isOurs;
        if (!isOurs) {
          // Another folder has worked with the cluster: what it made is unknown here, whoever goes on.
          this.parts.intents.setHeld(true);
          throw displaced(mark);
        }
        readiness.signed(failure);
      })
      .catch((error: unknown) => {
        readiness.signed(error);
        throw error;
      })
      .finally(() => {
        this.#signing = undefined;
      });
    return this.#signing;
  }

  async #sign(): Promise<Signed> {
    const { api, intents, context } = this.parts;
    const { installation } = intents;
    const { number: first, signatures, confirmed } = intents.mark() ?? { number: 0, signatures: [] };
    const signature = Buffer.from(context.random.bytes(8)).toString('hex');
    const name = markName(installation, signature);
    for (let number = first; ; number++) {
      const mark = markId(installation, number);
      const found = await api.findKey(mark);
      const known = signatures.find((each) => markName(installation, each) === found?.name);
      if (found && known === undefined) return { isOurs: false, mark };
      if (known === undefined ? confirmed !== undefined : !isLast(known, { signatures, confirmed }))
        this.#isBehind = true;
      // Deleted by hand, so that a folder goes on that was restored from a backup; or the cluster was restored to before the first mark.
      if (!found && confirmed !== undefined) intents.setHeld(true);
      // Stored before the call, whose outcome may stay unknown.
      const pending = { number, signatures: [signature, ...signatures.slice(0, KEPT)], confirmed: known };
      intents.setMark(pending);
      if (found) {
        // The mark is ours, whatever the outcome of the call.
        let failure: unknown;
        const renamed = await api.renameKey(mark, name).catch((error: unknown) => {
          if (!isRetryable(error)) throw error;
          failure = error;
        });
        if (renamed === 'absent') continue;
        if (renamed === 'renamed') intents.setMark({ ...pending, confirmed: signature });
        return { isOurs: true, mark, failure };
      }
      const secretAccessKey = drawSecretAccessKey(context.random);
      const imported = await api.importKey({ accessKeyId: mark, secretAccessKey, name });
      if (imported === 'imported') {
        intents.setMark({ ...pending, confirmed: signature });
        return { isOurs: true, mark };
      }
      const taken = await api.findKey(mark);
      // Garage accepts no id twice: if it is not there, the mark of this number was deleted, and the next number is tried.
      if (taken) return { isOurs: taken.name === name, mark };
    }
  }
}

/** Whether the signature is the last one that the mark was seen with, or of a later call whose outcome is unknown. */
function isLast(signature: string, { signatures, confirmed }: Pick<Mark, 'signatures' | 'confirmed'>): boolean {
  const oldest = confirmed === undefined ? 0 : signatures.indexOf(confirmed);
  return signatures.indexOf(signature) <= oldest;
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
