import type { AccessKey } from './records';
import type { AccessKeyStore } from './stores';

/** An access key with its secret half. */
export interface Credential {
  readonly key: AccessKey;
  readonly secretAccessKey: string;
}

/**
 * Access keys as the data plane needs them, for every request and, while one lasts, for every chunk: remembered, unsealed, until
 * something changes about a key.
 */
export class Credentials {
  /** By public id. */
  readonly #found = new Map<string, Credential>();
  /** Ids of keys that were there when last looked for. */
  readonly #live = new Set<string>();

  constructor(private readonly store: AccessKeyStore) {}

  /** Undefined: there is no such key (any more). */
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

  /** Whether there is still a key of this id (not the public one). */
  isLive(keyId: string): boolean {
    if (this.#live.has(keyId)) return true;
    if (!this.store.find(keyId)) return false;
    this.#live.add(keyId);
    return true;
  }

  /** A key or a bucket was deleted, or everything replaced: all is looked up anew. */
  clear(): void {
    this.#found.clear();
    this.#live.clear();
  }
}
