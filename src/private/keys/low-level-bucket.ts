import type { IConstruct, IMixin, Node } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import type * as l1 from '../../l1';
import { References } from '../code/references';

const known = new WeakMap<l1.Bucket, LowLevelBucket>();

/** A low-level bucket as an `IBucketRef` for keys. It shares the node of that construct. */
export class LowLevelBucket implements IBucketRef {
  /** Returns the same instance for the same low-level construct, so that grants recognize the bucket. */
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
