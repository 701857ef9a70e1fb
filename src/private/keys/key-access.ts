import { TerraformElement } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isMoved, overriddenByStack, pathOfType, rawOverridesOf, typeOf, withOverrides } from '../code/attributes';
import { KEY_TYPES } from '../identities/places';

/** The buckets that an access key opens, as it will be synthesized: with what the program has set on the low-level construct and in overrides. */
export interface KeyAccess {
  /** Ids of its buckets; not a list if one expression stands for all of them. Tokens are not resolved. */
  readonly bucketIds: unknown;
  /** Its permission flags; not an object if one expression stands for all of them. Tokens are not resolved. */
  readonly permissions: unknown;
}

/**
 * The access of a low-level access key; undefined for every other construct, and for one that is moved to another. It reads no logical id,
 * unless the stack overrides keys, and resolves nothing, so it may be called at any time (C11).
 */
export function accessOf(construct: IConstruct): KeyAccess | undefined {
  const type = typeOf(construct);
  if (!TerraformElement.isTerraformElement(construct) || type === undefined || !KEY_TYPES.includes(type))
    return undefined;
  if (isMoved(construct)) return undefined;
  const { bucketIdsInput, permissionsInput } = construct as TerraformElement & {
    readonly bucketIdsInput?: unknown;
    readonly permissionsInput?: unknown;
  };
  const written = { bucket_ids: bucketIdsInput, permissions: permissionsInput };
  const block = withOverrides(written, rawOverridesOf(construct));
  const { bucket_ids, permissions } = overriddenByStack(construct, block, ...pathOfType(type));
  return { bucketIds: bucket_ids, permissions };
}
