import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';
import { PolicyRule } from '../../policy';
import { checkStackOf } from '../code/stack-checks';
import { nameOfKey } from '../identities/key-kinds';
import { isSuppressed } from '../policies/policy-check';
import { mayBe } from './key-access';
import { accessIn, bucketsOf, othersThatOpen } from './keys-of-app';

/** Keys already checked: a stack may be synthesized more than once, for example in tests. */
const warned = new WeakSet<IConstruct>();

/**
 * Warns at synthesis if a registered key has full control over a bucket that other keys also use: it can take the bucket away from
 * them. A key exempt from `NoOwnerKeys` is exempt here, too.
 */
export const warnIfOwner = (key: IConstruct): void => checkStackOf(key, warnOfOwners);

function warnOfOwners(constructs: readonly IConstruct[]): string[] {
  for (const key of constructs) {
    const buckets = bucketsOf(key);
    if (!buckets || warned.has(key)) continue;
    warned.add(key);
    if (isOwner(key) && !isSuppressed(key, PolicyRule.NO_OWNER_KEYS)) warnOfOwner(key, buckets);
  }
  return [];
}

/** Whether the code gives a key full control, whatever was claimed for it. */
function isOwner(key: IConstruct): boolean {
  const access = accessIn(key);
  return access !== undefined && mayBe(access, 'owner') === true;
}

function warnOfOwner(key: IConstruct, buckets: NonNullable<ReturnType<typeof bucketsOf>>): void {
  for (const bucket of buckets) {
    const others = othersThatOpen(bucket, key);
    if (others.length === 0) continue;
    const paths = others.map(({ node }) => `"${node.path}"`).join(', ');
    Annotations.of(key).addWarning(
      `${nameOfKey(key)} has full control ("owner") of bucket "${bucket.node.path}", which is shared with ${paths}: ` +
        'whoever has the key can change the bucket itself. Use grantReadWrite, or a bucket of its own',
    );
  }
}
