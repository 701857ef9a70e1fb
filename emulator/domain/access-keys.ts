import type { Buckets } from './buckets';
import { type Context, requireProject, requireVisible } from './context';
import type { Credentials } from './credentials';
import { drawAccessKeyId, drawFresh, drawId, drawSecretAccessKey } from './ids';
import { Listing, type Page, type PageRequest } from './listing';
import type { AccessKey, Caller, Permissions } from './records';
import type { AccessKeyStore } from './stores';

/** An access key just made: the only time that its secret half is given out. */
export interface CreatedAccessKey extends AccessKey {
  readonly secretAccessKey: string;
}

/** Access keys: one set of permissions for a fixed set of buckets. They can be made and deleted, not changed. */
export class AccessKeys {
  readonly #listing: Listing<AccessKey>;

  constructor(
    private readonly context: Context,
    private readonly store: AccessKeyStore,
    private readonly buckets: Buckets,
    private readonly credentials: Credentials,
  ) {
    this.#listing = new Listing(context.lag, context.rules, (...range) => store.list(...range));
  }

  /** `bucketIds` is a set: repetition is nothing. It may be empty, since the interface does not forbid it. */
  create(
    caller: Caller,
    wanted: { projectId: string; bucketIds: readonly string[]; permissions: Permissions },
  ): CreatedAccessKey {
    requireProject(caller, wanted.projectId);
    const bucketIds = [...new Set(wanted.bucketIds)];
    this.buckets.requireForKey(wanted.projectId, bucketIds);
    const { random, clock } = this.context;
    const secretAccessKey = drawSecretAccessKey(random);
    const accessKeyId = drawFresh(
      () => drawAccessKeyId(random),
      (drawn) => this.store.findByAccessKeyId(drawn) !== undefined,
    );
    const id = drawFresh(
      () => drawId(random),
      (drawn) => this.store.find(drawn) !== undefined,
    );
    const { projectId, permissions } = wanted;
    const created = this.context.transaction(() =>
      this.store.insert({
        id,
        projectId,
        accessKeyId,
        bucketIds,
        permissions,
        createdAt: clock.now(),
        secretAccessKey,
      }),
    );
    this.#listing.added(id);
    return { ...created, secretAccessKey };
  }

  list(caller: Caller, page: PageRequest): Page<AccessKey> {
    return this.#listing.page(caller, page);
  }

  /** What is there, oldest first, for who looks from outside of the service: it counts as no list. */
  stored(caller: Caller): AccessKey[] {
    return this.#listing.stored(caller);
  }

  delete(caller: Caller, id: string): void {
    const accessKey = requireVisible(caller, this.store.find(id), 'access key', id);
    this.store.delete(id);
    this.credentials.clear();
    this.#listing.removed(accessKey);
  }

  /** Forgets all lag. */
  clear(): void {
    this.#listing.clear();
  }
}
