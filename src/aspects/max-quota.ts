import { type IAspect, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { isLiteral } from '../private/code/attributes';
import { blocksOf } from '../private/code/overridden-blocks';
import { PolicyCheck } from '../private/policies/policy-check';
import { ValidationError } from '../private/props/checks';
import { Size } from '../size';

/**
 * Finds buckets with a quota above a limit, including low-level ones. A quota that is unknown at synthesis cannot be checked and
 * passes.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new MaxQuota(Size.gibibytes(100)));
 */
export class MaxQuota implements IAspect {
  readonly #check: PolicyCheck;

  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param limit the largest allowed quota
   * @param options how findings are reported
   */
  public constructor(limit: Size, options: PolicyOptions = {}) {
    if (Token.isUnresolved(limit.toBytes()))
      throw new ValidationError('"limit" must be known at synthesis, got a token');
    this.#check = new PolicyCheck(this, PolicyRule.MAX_QUOTA, options.warnOnly, (construct) => {
      const buckets = blocksOf(construct, 'coffer_bucket');
      return (
        buckets &&
        (() =>
          buckets().flatMap(({ name, attributes: { max_size: quota } }) =>
            isLiteral(quota) && Number(quota) > limit.toBytes()
              ? [`Bucket "${name}" has a quota of ${inWords(quota)}, which is above ${limit}: lower "maxSize"`]
              : [],
          ))
      );
    });
  }

  /**
   * Called by the synthesis for every construct.
   *
   * @param node construct to examine
   */
  public visit(node: IConstruct): void {
    this.#check.visit(node);
  }
}

function inWords(quota: string | number): string {
  return Number.isSafeInteger(quota) ? `${Size.bytes(Number(quota))}` : `${quota} B`;
}
