import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { blocksOf, type CodedBlock } from '../private/code/attributes';
import { isUnknown } from '../private/code/hcl-text';
import { kindOfType } from '../private/identities/places';
import { _PolicyAspect, type Examine } from '../private/policies/policy-check';

/**
 * Finds access keys that nothing rotates, those without a `rotationTrigger`, including rotating and low-level ones. A key that
 * exists only while a command runs needs none.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new RequireRotation());
 */
export class RequireRotation extends _PolicyAspect {
  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    super(PolicyRule.REQUIRE_ROTATION, options, examine);
  }
}

function examine(construct: IConstruct): ReturnType<Examine> {
  const keys = blocksOf(construct, 'coffer_access_key', 'coffer_rotating_access_key');
  return keys && (() => keys().flatMap(judge));
}

function judge({ name, type, attributes: { rotation_trigger: trigger } }: CodedBlock): string[] {
  const kind = kindOfType(type);
  if (isUnknown(trigger))
    return [
      `${kind} "${name}" has a "rotationTrigger" that is unknown at synthesis, and may be empty: name its texts, or suppress the rule`,
    ];
  if (trigger !== undefined && Object.keys(Object(trigger)).length > 0) return [];
  const hint =
    kind === 'RotatingAccessKey'
      ? 'give it a "rotationTrigger"'
      : 'use a RotatingAccessKey with a "rotationTrigger", which leaves no moment without a working key';
  return [`${kind} "${name}" is never rotated: ${hint}`];
}
