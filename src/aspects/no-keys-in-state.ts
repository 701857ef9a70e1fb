import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { blocksOf, type CodedBlock } from '../private/code/attributes';
import { isUnknown } from '../private/code/hcl-text';
import { kindOfType } from '../private/identities/places';
import { _PolicyAspect, type Examine } from '../private/policies/policy-check';

/**
 * Finds access keys whose secret half is in Terraform's state, including rotating and low-level ones: those that `storeIn` or `storeInSecret`
 * does not put into a secret of the service. `outputCredentials` and `secretAccessKey` work only with such keys.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoKeysInState());
 */
export class NoKeysInState extends _PolicyAspect {
  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    super(PolicyRule.NO_KEYS_IN_STATE, options, examine);
  }
}

function examine(construct: IConstruct): ReturnType<Examine> {
  const keys = blocksOf(construct, 'coffer_access_key', 'coffer_rotating_access_key');
  return keys && (() => keys().flatMap(judge));
}

function judge({ name, type, attributes: { store_in: sink } }: CodedBlock): string[] {
  const key = `${kindOfType(type)} "${name}"`;
  if (isUnknown(sink))
    return [`${key} has a "storeIn" that is unknown at synthesis, and may be null: state it, or suppress the rule`];
  if (sink !== undefined && sink !== null) return [];
  return [
    `${key} has no "storeIn", so its secret half is in the state: call storeIn or storeInSecret, or suppress the rule with a reason`,
  ];
}
