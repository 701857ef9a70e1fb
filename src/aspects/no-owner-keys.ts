import type { IConstruct } from 'constructs';
import { type PolicyOptions, PolicyRule } from '../policy';
import { blocksOf } from '../private/code/attributes';
import { pathOf } from '../private/code/tree';
import { KEY_TYPES, kindOfKey, kindOfType } from '../private/identities/places';
import { accessOf } from '../private/keys/key-access';
import { mayBe } from '../private/keys/permissions';
import { _PolicyAspect, type Examine } from '../private/policies/policy-check';

/**
 * Finds access keys with the permission `owner`, including low-level ones: such a key can change the bucket itself.
 *
 * @exampleMetadata fixture=stack
 * @example
 * Aspects.of(stack).add(new NoOwnerKeys());
 */
export class NoOwnerKeys extends _PolicyAspect {
  /**
   * Creates the rule; `Aspects.of(stack).add(…)` applies it.
   *
   * @param options how findings are reported
   */
  public constructor(options: PolicyOptions = {}) {
    super(PolicyRule.NO_OWNER_KEYS, options, examine);
  }
}

function examine(construct: IConstruct): ReturnType<Examine> {
  const access = accessOf(construct);
  if (access) return () => judge(kindOfKey(construct), pathOf(construct), access);
  const keys = blocksOf(construct, ...KEY_TYPES);
  return keys && (() => keys().flatMap(({ name, type, attributes }) => judge(kindOfType(type), name, attributes)));
}

function judge(kind: string, name: string, access: Parameters<typeof mayBe>[0]): string[] {
  const isOwner = mayBe(access, 'owner');
  if (isOwner === false) return [];
  return [
    isOwner
      ? `${kind} "${name}" has the permission "owner", full control of its buckets: grant read, write or both instead`
      : `${kind} "${name}" has a permission that is unknown at synthesis, and may be "owner": state it, or suppress the rule`,
  ];
}
