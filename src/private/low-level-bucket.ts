import type { IConstruct, IMixin, Node } from 'constructs';
import type { IBucketRef } from '../bucket-ref';
import type * as l1 from '../l1';
import { References } from './references';

/** A bucket of the low-level constructs, as keys refer to it. It has the node of that construct. */
export class LowLevelBucket implements IBucketRef {
  readonly #references = new References();

  constructor(readonly resource: l1.Bucket) {}

  get node(): Node {
    return this.resource.node;
  }

  get bucketId(): string {
    return this.#references.late('bucketId', () => this.resource.id);
  }

  get fqn(): string {
    return this.#references.late('fqn', () => this.resource.fqn);
  }

  with(...mixins: IMixin[]): IConstruct {
    return this.resource.with(...mixins);
  }
}
