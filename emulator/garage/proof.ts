import { DomainError } from '../domain/errors';
import { drawAccessKeyId, drawSecretAccessKey } from '../domain/ids';
import type { Cluster } from './cluster';

/**
 * Makes sure that calls go to the cluster that the rows are about, and not to another one at a wrong admin URL. That cluster has an access key of ours
 * without rights, which the first start creates.
 */
export class Proof {
  #running: Promise<void> | undefined;

  constructor(private readonly cluster: Pick<Cluster, 'api' | 'rows' | 'random'>) {}

  /** Throws `unavailable` for another cluster. Calls it only if the node in use is not known to be of ours. */
  async require(): Promise<void> {
    if (!this.cluster.api.needsProof) return;
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #look(): Promise<void> {
    const { api, rows, random } = this.cluster;
    const name = rows.keyName('proof');
    for (;;) {
      const { accessKeyId, isConfirmed } = rows.proof ?? { accessKeyId: drawAccessKeyId(random), isConfirmed: false };
      // Noted before the call.
      rows.proof = { accessKeyId, isConfirmed };
      if (await api.prove(accessKeyId, name)) {
        rows.proof = { accessKeyId, isConfirmed: true };
        return;
      }
      if (isConfirmed) throw new DomainError('unavailable', otherCluster(accessKeyId));
      const imported = await api.importProof(accessKeyId, drawSecretAccessKey(random), name);
      // It was created by a call without a response, and deleted since.
      if (imported === 'taken' && !(await api.prove(accessKeyId, name))) {
        rows.proof = { accessKeyId: drawAccessKeyId(random), isConfirmed: false };
      }
    }
  }
}

function otherCluster(accessKeyId: string): string {
  return (
    `This is not the cluster that the data folder was used with: it does not have the access key ${accessKeyId}. ` +
    'Nothing is changed in it. Check --garage-admin-url.'
  );
}
