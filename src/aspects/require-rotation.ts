import type { IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { attributesOf } from '../private/attributes';
import { kindOfKey } from '../private/key-kinds';
import { type Examine, PolicyCheck } from '../private/policy-check';
import { pathOf } from '../private/resource-id';

/**
 * Finds access keys that nothing rotates, those without a `rotationTrigger`, including rotating and low-level ones. A key that
 * exists only while a command runs needs none.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new RequireRotation());
 */
export class RequireRotation implements IAspect {
  readonly #check: PolicyCheck;

  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    this.#check = new PolicyCheck(this, PolicyRule.REQUIRE_ROTATION, options.warnOnly, examine);
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

function examine(construct: IConstruct): ReturnType<Examine> {
  const attributes = attributesOf(construct, 'coffer_access_key', 'coffer_rotating_access_key');
  if (!attributes) return undefined;
  const trigger = attributes.rotation_trigger;
  if (trigger !== undefined && Object.keys(Object(trigger)).length > 0) return () => [];
  const kind = kindOfKey(construct);
  const hint =
    kind === 'RotatingAccessKey'
      ? 'give it a "rotationTrigger"'
      : 'use a RotatingAccessKey with a "rotationTrigger", which leaves no moment without a working key';
  return () => [`${kind} "${pathOf(construct)}" is never rotated: ${hint}`];
}
