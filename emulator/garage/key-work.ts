import { DomainError } from '../domain/errors';
import { drawSecretAccessKey } from '../domain/ids';
import type { KeyIntent } from '../domain/intents';
import type { AccessKey } from '../domain/records';
import type { GarageContext } from './context';
import type { Guards } from './guards';
import { isOfAnother, keyName } from './names';

/** Outcome of a pass over a key. `made`: this pass completed it. `missing`: it was live, and is gone from the cluster. */
export type KeyOutcome =
  | { readonly kind: 'made'; readonly key: AccessKey }
  | { readonly kind: 'live' | 'missing' | 'revoked' };

/**
 * Brings an access key in the cluster to the state of its intent.
 *
 * Only the request for a key knows that it is being created. So a pass continues to create a key only while {@link isWanted} holds; no
 * client was told of any other, so a pass revokes it.
 */
export class KeyWork {
  /** Keys being created whose requests wait for them. */
  readonly #wanted = new Set<string>();
  /** Those of them for which no call has been sent. */
  readonly #untried = new Set<string>();
  readonly #toCompare = new Set<string>();

  constructor(
    private readonly parts: GarageContext,
    private readonly guards: Guards,
  ) {}

  /** Notes that a request waits for the key, whose intent has just been written. */
  want(keyId: string): void {
    this.#wanted.add(keyId);
    this.#untried.add(keyId);
  }

  isWanted(keyId: string): boolean {
    return this.#wanted.has(keyId);
  }

  /** Notes that no request waits for the key any more. */
  forget(keyId: string): void {
    this.#wanted.delete(keyId);
    this.#untried.delete(keyId);
  }

  /** Whether the cluster cannot know the key, because its turn never came. */
  isUntried(keyId: string): boolean {
    return this.#untried.has(keyId);
  }

  /** Makes the next pass look for the key in the cluster. */
  compare(keyId: string): void {
    this.#toCompare.add(keyId);
  }

  async pass(keyId: string): Promise<KeyOutcome> {
    const { intents } = this.parts;
    const intent = intents.findKey(keyId);
    switch (intent?.state) {
      case undefined:
        return { kind: 'revoked' };
      case 'live':
        return this.#keep(intent);
      case 'revoking':
        return this.#revoke(intent);
      case 'creating':
        if (this.isWanted(keyId)) return this.#make(intent);
        intents.revokeKey(keyId);
        return this.pass(keyId);
    }
  }

  async #make(intent: KeyIntent): Promise<KeyOutcome> {
    const { api, intents, buckets } = this.parts;
    const { keyId, accessKeyId, granted, projectId } = intent;
    const wanted = intents.newKey(keyId);
    if (!wanted) return this.pass(keyId);
    if (!intent.isImported) await this.#import(intent, wanted.secretAccessKey);
    for (const bucketId of wanted.bucketIds) {
      // The request may have failed already.
      if (intents.findKey(keyId)?.state !== 'creating') return this.pass(keyId);
      const clusterId = intents.findBucket(bucketId)?.clusterId;
      // The bucket was deleted meanwhile, which removes it from every key.
      if (!buckets.find(bucketId) || clusterId === undefined) continue;
      if (granted.owner) await this.guards.guard(projectId, { bucketId, clusterId });
      const isNothing = !granted.read && !granted.write && !granted.owner;
      if (!isNothing && !(await api.allow(clusterId, accessKeyId, granted))) await this.#requireThere(intent, bucketId);
    }
    const key = intents.completeKey(keyId);
    return key ? { kind: 'made', key } : this.pass(keyId);
  }

  async #import({ keyId, accessKeyId }: KeyIntent, secretAccessKey: string): Promise<void> {
    const { api, intents } = this.parts;
    const name = keyName(intents.installation, keyId);
    this.#untried.delete(keyId);
    const imported = await api.importKey({ accessKeyId, secretAccessKey, name });
    if (imported === 'exists_or_existed') {
      // An earlier call of ours created it, and somebody may have deleted it since.
      const found = await api.findKey(accessKeyId);
      if (found?.name !== name) throw taken(accessKeyId);
    }
    intents.setImported(keyId);
  }

  /** Throws if the key or the bucket is gone: Garage does not say which of the two. */
  async #requireThere({ accessKeyId }: KeyIntent, bucketId: string): Promise<void> {
    const { api, intents } = this.parts;
    if (!(await api.findKey(accessKeyId))) throw taken(accessKeyId);
    if (intents.findBucket(bucketId)?.state !== 'live') return;
    intents.changeBucket(bucketId, { isMissing: true });
    this.parts.found('bucket_gone', `the bucket with the id ${bucketId} is gone, and was not deleted here.`);
    throw new DomainError('not_found', `These buckets are gone from the storage cluster: ${bucketId}.`, 'bucket_ids');
  }

  async #keep({ keyId, accessKeyId, isMissing }: KeyIntent): Promise<KeyOutcome> {
    const { api, intents, found: note } = this.parts;
    if (!this.#toCompare.delete(keyId)) return { kind: isMissing ? 'missing' : 'live' };
    const found = await api.findKey(accessKeyId);
    const isGone = !found || found.expired;
    if (isGone && !isMissing) {
      note('key_gone', `the access key ${accessKeyId} is ${found ? 'expired' : 'gone'}, and was not deleted here.`);
    }
    if (isGone !== isMissing) intents.setMissing(keyId, isGone);
    return { kind: isGone ? 'missing' : 'live' };
  }

  /** A key imported only now has no buckets. One that another installation has under the id is left alone. */
  async #revoke({ keyId, accessKeyId, isImported }: KeyIntent): Promise<KeyOutcome> {
    const { api, intents, context } = this.parts;
    // A call that imports the key may still be in progress. Garage accepts no id twice: once the id is used up, that call has no effect.
    const secretAccessKey = drawSecretAccessKey(context.random);
    const name = keyName(intents.installation, keyId);
    const isNew = !isImported && (await api.importKey({ accessKeyId, secretAccessKey, name })) === 'imported';
    const found = isNew ? undefined : await api.findKey(accessKeyId);
    if (isNew) await api.deleteKey(accessKeyId);
    else if (!found || !isOfAnother(intents.installation, found.name)) await revoke(this.parts, accessKeyId);
    intents.removeKey(keyId);
    return { kind: 'revoked' };
  }
}

/** Deletes a key. Expires it first, by one write, as deleting it goes through all its buckets. */
export async function revoke(
  { api, intents }: Pick<GarageContext, 'api' | 'intents'>,
  accessKeyId: string,
): Promise<void> {
  await api.expireKey(accessKeyId);
  await api.deleteKey(accessKeyId);
  intents.noteRevoked(accessKeyId);
}

const taken = (accessKeyId: string) =>
  new DomainError(
    'conflict',
    `The access key ${accessKeyId} was deleted in the storage cluster, which takes the id of a key only once. Make another key.`,
    'bucket_ids',
  );
