import type { Buckets } from './buckets';
import { Collection } from './collection';
import { type Context, requireProject, requireVisible } from './context';
import { drawAccessKeyId, drawFresh, drawSecretAccessKey } from './ids';
import type { ObjectPlane } from './object-plane';
import type { AccessKey, AccessKeyStore, Caller, Permissions } from './records';

/** A new access key with its secret half, which the service returns only once. */
export interface CreatedAccessKey extends AccessKey {
  readonly secretAccessKey: string;
}

/** Access keys: one set of permissions for a fixed set of buckets. They can be created and deleted, but not changed. */
export class AccessKeys extends Collection<AccessKey, AccessKeyStore> {
  constructor(
    context: Context,
    store: AccessKeyStore,
    private readonly buckets: Buckets,
    private readonly plane: ObjectPlane,
  ) {
    super(context, store, plane.isHere ? undefined : plane);
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
    const id = this.freshId();
    const { projectId, permissions } = wanted;
    const key = { id, projectId, accessKeyId, bucketIds, permissions, createdAt: clock.now() };
    const created = await this.plane.createKey({ ...key, secretAccessKey });
    this.added(id);
    return { ...created, secretAccessKey };
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const accessKey = this.store.find(id);
    const found = requireVisible(caller, accessKey ?? this.plane.findRevoking(id), 'access key', id);
    await this.plane.deleteKey(found);
    if (accessKey) this.removed(accessKey);
  }
}
