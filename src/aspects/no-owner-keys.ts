import type { IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { accessOf, mayBe } from '../private/key-access';
import { kindOfKey } from '../private/key-kinds';
import { PolicyCheck } from '../private/policy-check';
import { pathOf } from '../private/resource-id';

/**
 * Finds access keys with the permission `owner`, including low-level ones: such a key can change the bucket itself.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoOwnerKeys());
 */
export class NoOwnerKeys implements IAspect {
  readonly #check: PolicyCheck;

  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    this.#check = new PolicyCheck(this, PolicyRule.NO_OWNER_KEYS, options.warnOnly, (construct) => {
      const access = accessOf(construct);
      if (access === undefined) return undefined;
      if (mayBe(access, 'owner') !== true) return () => [];
      return () => [
        `${kindOfKey(construct)} "${pathOf(construct)}" has the permission "owner", full control of its buckets: ` +
          'grant read, write or both instead',
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
