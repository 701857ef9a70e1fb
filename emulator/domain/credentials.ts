import type { AccessKey, AccessKeyStore } from './records';

export interface Credential {
  readonly key: AccessKey;
  readonly secretAccessKey: string;
}

/** A cache of decrypted access keys for the data plane, which needs one for every request and every chunk. {@link clear} it when a key changes. */
export class Credentials {
  /** By public id. */
  readonly #found = new Map<string, Credential>();

  constructor(private readonly store: AccessKeyStore) {}

  /** The key with this public id; undefined if it does not exist. */
  find(accessKeyId: string): Credential | undefined {
    const known = this.#found.get(accessKeyId);
    if (known) return known;
    const key = this.store.findByAccessKeyId(accessKeyId);
    if (!key) return undefined;
    const secretAccessKey = this.store.findSecretAccessKey(key.id);
    if (secretAccessKey === undefined) return undefined;
    const credential = { key, secretAccessKey };
    this.#found.set(accessKeyId, credential);
    return credential;
  }

  /** Empties the cache, because a key or a bucket was deleted or everything was replaced. */
  clear(): void {
    this.#found.clear();
  }
}
