import { type Awaitable, andThen } from './awaitable';
import type { Buckets } from './buckets';
import { type Context, requireProject, requireVisible } from './context';
import { drawAccessKeyId, drawFresh, drawId, drawSecretAccessKey } from './ids';
import { Listing, type Page, type PageRequest } from './listing';
import { isGoneOf, type ObjectPlane } from './object-plane';
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
    private readonly plane: ObjectPlane,
  ) {
    this.#listing = new Listing(context.lag, context.rely, (...range) => store.list(...range), isGoneOf(plane));
  }

  /** `bucketIds` is a set: repetition is nothing. It may be empty, since the interface does not forbid it. */
  create(
    caller: Caller,
    wanted: { projectId: string; bucketIds: readonly string[]; permissions: Permissions },
  ): Awaitable<CreatedAccessKey> {
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
    const made = this.plane.createKey({
      id,
      projectId,
      accessKeyId,
      bucketIds,
      permissions,
      createdAt: clock.now(),
      secretAccessKey,
    });
    return andThen(made, (created) => {
      this.#listing.added(id);
      return { ...created, secretAccessKey };
    });
  }

  list(caller: Caller, page: PageRequest): Page<AccessKey> {
    return this.#listing.page(caller, page);
  }

  /** What is there, oldest first, for who looks from outside of the service: it counts as no list. */
  stored(caller: Caller): AccessKey[] {
    return this.#listing.stored(caller);
  }

  delete(caller: Caller, id: string): Awaitable<void> {
    const accessKey = this.store.find(id);
    const found = requireVisible(caller, accessKey ?? this.plane.findRevoking(id), 'access key', id);
    return andThen(this.plane.deleteKey(found), () => {
      if (accessKey) this.#listing.removed(accessKey);
    });
  }

  /** Forgets all lag. */
  clear(): void {
    this.#listing.clear();
  }
}
