import type { IConstruct, IMixin, Node } from 'constructs';
import type { IBucketRef } from '../bucket-ref';
import type * as l1 from '../l1';
import { References } from './references';

const known = new WeakMap<l1.Bucket, LowLevelBucket>();

/** A bucket of the low-level constructs, as keys refer to it. It has the node of that construct. */
export class LowLevelBucket implements IBucketRef {
  /** The one of a low-level construct: grants have to see that it is the same. */
  static of(bucket: l1.Bucket): LowLevelBucket {
    const reference = known.get(bucket) ?? new LowLevelBucket(bucket);
    known.set(bucket, reference);
    return reference;
  }

  readonly #references = new References();

  private constructor(readonly resource: l1.Bucket) {}

  get node(): Node {
    return this.resource.node;
  }

  get bucketId(): string {
    return this.#references.to(this.resource, 'id');
  }

  get fqn(): string {
    return this.#references.late('fqn', () => this.resource.fqn);
  }

  with(...mixins: IMixin[]): IConstruct {
    return this.resource.with(...mixins);
  }
}
