import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { kindOfKey, nameOfKey } from './key-kinds';
import { homeOf, providerOf } from './resource';

/**
 * What keeps a key from something that is managed elsewhere, in sentences (C7): another provider may lead to another project, where
 * it does not exist; two stacks each have a provider of their own, so there it counts where they lead.
 *
 * @param key an access key
 * @param what kind of the other thing, such as `bucket`
 * @param other the other thing
 */
export function foreignTo(key: IConstruct, what: string, other: IConstruct): string[] {
  return [...foreignProvider(key, what, other), ...foreignHome(key, what, other)];
}

function foreignProvider(key: IConstruct, what: string, other: IConstruct): string[] {
  const [own, theirs] = [providerOf(key), providerOf(other)];
  if (!theirs || theirs === own || TerraformStack.of(other) !== TerraformStack.of(key)) return [];
  return [
    `${nameOfKey(key)} is managed by provider "${own}", but ${what} "${other.node.path}" by "${theirs}": ` +
      `use one ${kindOfKey(key)} per provider, or give both the same "provider"`,
  ];
}

function foreignHome(key: IConstruct, what: string, other: IConstruct): string[] {
  const [home, theirs] = [homeOf(key), homeOf(other)];
  const named = `${what} "${other.node.path}"`;
  const difference = differs(home.baseUrl, theirs.baseUrl)
    ? `is made at ${home.baseUrl}, but ${named} is at ${theirs.baseUrl}`
    : differs(home.projectId, theirs.projectId)
      ? `is made in project "${home.projectId}", but ${named} is in project "${theirs.projectId}"`
      : undefined;
  if (difference === undefined) return [];
  return [`${nameOfKey(key)} ${difference}: use one ${kindOfKey(key)} per service and project`];
}

/** What is not known at synthesis differs from nothing. */
const differs = (own: string | undefined, other: string | undefined): boolean =>
  own !== undefined && other !== undefined && own !== other;
