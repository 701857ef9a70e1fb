import type { Buckets } from './buckets';
import { type Context, requireProject, requireVisible } from './context';
import { drawAccessKeyId, drawFresh, drawId, drawSecretAccessKey } from './ids';
import { Listing, type Page, type PageRequest } from './listing';
import { isGoneOf, type ObjectPlane } from './object-plane';
import type { AccessKey, Caller, Permissions } from './records';
import type { AccessKeyStore } from './stores';

/** A new access key with its secret half, which the service returns only once. */
export interface CreatedAccessKey extends AccessKey {
  readonly secretAccessKey: string;
}

/** Access keys: one set of permissions for a fixed set of buckets. They can be created and deleted, but not changed. */
export class AccessKeys {
  readonly #listing: Listing<AccessKey>;

  constructor(
    private readonly context: Context,
    private readonly store: AccessKeyStore,
    private readonly buckets: Buckets,
    private readonly plane: ObjectPlane,
  ) {
    this.#listing = new Listing(context.lag, context.rely, (...range) => store.list(...range), isGoneOf(plane));
  }

  /** Creates a key. Duplicate `bucketIds` are ignored; the list may be empty, because the interface does not forbid that. */
  async create(
    caller: Caller,
    wanted: { projectId: string; bucketIds: readonly string[]; permissions: Permissions },
  ): Promise<CreatedAccessKey> {
    requireProject(caller, wanted.projectId);
    const bucketIds = [...new Set(wanted.bucketIds)];
    this.buckets.requireForKey(wanted.projectId, bucketIds);
    const { random, clock } = this.context;
    const secretAccessKey = drawSecretAccessKey(random);
    const accessKeyId = drawFresh(drawAccessKeyId, random, (drawn) => this.store.findByAccessKeyId(drawn));
    const id = drawFresh(drawId, random, (drawn) => this.store.find(drawn));
    const { projectId, permissions } = wanted;
    const created = await this.plane.createKey({
      id,
      projectId,
      accessKeyId,
      bucketIds,
      permissions,
      createdAt: clock.now(),
      secretAccessKey,
    });
    this.#listing.added(id);
    return { ...created, secretAccessKey };
  }

  list(caller: Caller, page: PageRequest): Page<AccessKey> {
    return this.#listing.page(caller, page);
  }

  /** All stored keys of the caller, oldest first, for observers outside of the service. It does not count as a list. */
  stored(caller: Caller): AccessKey[] {
    return this.#listing.stored(caller);
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const accessKey = this.store.find(id);
    const found = requireVisible(caller, accessKey ?? this.plane.findRevoking(id), 'access key', id);
    await this.plane.deleteKey(found);
    if (accessKey) this.#listing.removed(accessKey);
  }

  /** Removes all pending lag. */
  clear(): void {
    this.#listing.clear();
  }
}
