import { type IAspect, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { attributesOf, isLiteral } from '../private/attributes';
import { PolicyCheck } from '../private/policy-check';
import { pathOf } from '../private/resource-id';
import { ValidationError } from '../private/validation-error';
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
      const attributes = attributesOf(construct, 'coffer_bucket');
      if (!attributes) return undefined;
      const { max_size: quota } = attributes;
      if (!isLiteral(quota) || !(Number(quota) > limit.toBytes())) return () => [];
      return () => [
        `Bucket "${pathOf(construct)}" has a quota of ${inWords(quota)}, which is above ${limit}: lower "maxSize"`,
      ];
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
