import { Token } from 'cdktf';
import { type PolicyOptions, PolicyRule } from '../policy';
import { blocksOf, type CodedBlock } from '../private/code/attributes';
import { isUnknown } from '../private/code/hcl-text';
import { _PolicyAspect } from '../private/policies/policy-check';
import { ValidationError } from '../private/validation-error';
import { Size } from '../size';

/**
 * Finds buckets with a quota above a limit, including low-level ones. A quota that is unknown at synthesis
 * may be above it, and is reported, too.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new MaxQuota(Size.gibibytes(100)));
 */
export class MaxQuota extends _PolicyAspect {
  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param limit the largest allowed quota
   * @param options how findings are reported
   */
  public constructor(limit: Size, options: PolicyOptions = {}) {
    if (Token.isUnresolved(limit.toBytes()))
      throw new ValidationError('"limit" must be known at synthesis, got a token');
    super(PolicyRule.MAX_QUOTA, options, (construct) => {
      const buckets = blocksOf(construct, 'coffer_bucket');
      return buckets && (() => buckets().flatMap((bucket) => judge(bucket, limit)));
    });
  }
}

function judge({ name, attributes: { max_size: quota } }: CodedBlock, limit: Size): string[] {
  // Terraform misses one that is absent.
  if (quota === undefined) return [];
  if (isUnknown(quota))
    return [
      `Bucket "${name}" has a quota that is unknown at synthesis, and may be above ${limit}: state it, or suppress the rule`,
    ];
  if (!(Number(quota) > limit.toBytes())) return [];
  const size = Number.isSafeInteger(quota) ? `${Size.bytes(Number(quota))}` : `${quota} B`;
  return [`Bucket "${name}" has a quota of ${size}, which is above ${limit}: lower "maxSize"`];
}
