import type { TerraformElement } from 'cdktf';
import type { IConstruct } from 'constructs';
import { RESOURCE_ID } from './resource-id';

/** Names of our constructs by the type of what they make. */
const KINDS: Readonly<Record<string, string>> = {
  coffer_access_key: 'AccessKey',
  coffer_rotating_access_key: 'RotatingAccessKey',
  'ephemeral.coffer_access_key': 'EphemeralAccessKey',
};

/** Types of everything that is an access key. */
export const KEY_TYPES: readonly string[] = Object.keys(KINDS);

/** What kind of access key a construct is, a low-level one too. */
export function kindOfKey(key: IConstruct): string {
  const made = (key.node.tryFindChild(RESOURCE_ID) ?? key) as TerraformElement & { terraformResourceType?: string };
  return KINDS[made.terraformResourceType ?? ''] ?? 'AccessKey';
}

/** An access key as messages name it. */
export const nameOfKey = (key: IConstruct): string => `${kindOfKey(key)} "${key.node.path}"`;
