import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { kindOfKey, nameOfKey } from './key-kinds';
import { homeOf, providerOf } from './places';

/**
 * Reports, in sentences, that a key cannot use an object that is managed elsewhere (C7). Another provider may point to another
 * project, where the object does not exist. Two stacks always have different providers, so there the base URLs and projects are
 * compared.
 *
 * @param key an access key
 * @param what kind of the other object, such as `bucket`
 * @param other the other object
 */
export function foreignTo(key: IConstruct, what: string, other: IConstruct): string[] {
  return [...foreignProvider(key, what, other), ...foreignHome(key, what, other)];
}

function foreignProvider(key: IConstruct, what: string, other: IConstruct): string[] {
  const [own, theirs] = [providerOf(key), providerOf(other)];
  if (!own || !theirs || theirs === own || TerraformStack.of(other) !== TerraformStack.of(key)) return [];
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

/** An unknown value never differs. */
const differs = (own: string | undefined, other: string | undefined): boolean =>
  own !== undefined && other !== undefined && own !== other;
