import type { ITerraformIterator } from 'cdktf';
import type { Construct } from 'constructs';
import type { BucketProps } from '../../bucket-props';
import * as l1 from '../../l1';
import { RESOURCE_ID } from '../code/tree';
import { untraced } from '../code/untraced';
import { A_SIZE, ifKnown, requireProps } from '../props/checks';
import { keepsItsPromise } from './removal';
import { checkProps, commonConfig, notForEach } from './resource';

/** Checks the props of a bucket and makes its resource, repeated for an iterator if there is one. */
export function defineBucket(owner: Construct, props: BucketProps, iterator?: ITerraformIterator): l1.Bucket {
  requireProps(owner.node.path, props, { maxSize: A_SIZE });
  const { description, waitFor, emptyOnDelete: forceDestroy, deletionProtection, destroyCheck } = props;
  const maxSize = props.maxSize.toBytes();
  checkProps(owner, props, [
    ifKnown(maxSize, (bytes) => (bytes >= 1 ? undefined : `"maxSize" must be at least 1 byte, got ${props.maxSize}`)),
    keepsItsPromise(props.removalPolicy, 'Bucket'),
    iterator && notForEach(props),
  ]);
  const given = { maxSize, description, waitFor, forceDestroy, deletionProtection, destroyCheck };
  return untraced(() => new l1.Bucket(owner, RESOURCE_ID, { ...commonConfig(props), forEach: iterator, ...given }));
}
