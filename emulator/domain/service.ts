import { AccessKeys } from './access-keys';
import { Buckets } from './buckets';
import type { Context } from './context';
import { Credentials } from './credentials';
import { EmbeddedPlane } from './embedded-plane';
import type { ObjectPlane } from './object-plane';
import { type ObjectStores, Objects } from './objects/objects';
import { PullSecrets } from './pull-secrets';
import type { AccessKeyStore, BucketStore, PullSecretStore, SecretStore } from './records';
import { Secrets } from './secrets';

export interface Stores extends ObjectStores {
  readonly secrets: SecretStore;
  readonly pullSecrets: PullSecretStore;
  readonly buckets: BucketStore;
  readonly accessKeys: AccessKeyStore;
}

/** The service: its four collections and the objects in buckets, over one set of stores. */
export class Service {
  readonly secrets: Secrets;
  readonly pullSecrets: PullSecrets;
  readonly buckets: Buckets;
  readonly accessKeys: AccessKeys;
  readonly objects: Objects;
  readonly credentials: Credentials;
  readonly plane: ObjectPlane;

  /** @param plane the object plane, if objects are not in this process */
  constructor(context: Context, stores: Stores, plane?: ObjectPlane) {
    this.secrets = new Secrets(context, stores.secrets);
    this.pullSecrets = new PullSecrets(context, stores.pullSecrets);
    this.credentials = new Credentials(stores.accessKeys);
    this.objects = new Objects(context, stores);
    this.plane = plane ?? new EmbeddedPlane(context, stores, this.objects, this.credentials);
    this.buckets = new Buckets(context, stores.buckets, this.plane);
    this.accessKeys = new AccessKeys(context, stores.accessKeys, this.buckets, this.plane);
  }

  /** Removes all pending lag, as after a restart, and ends readings of objects with an error. */
  clear(): void {
    const { secrets, pullSecrets, buckets, accessKeys, plane } = this;
    for (const part of [secrets, pullSecrets, buckets, accessKeys, plane]) part.clear();
  }
}
