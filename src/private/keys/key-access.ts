import { TerraformElement, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { Permission } from '../../permission';
import { isMoved, overriddenByStack, pathOfType, rawOverridesOf, typeOf, withOverrides } from '../code/attributes';
import { textOf } from '../code/references';
import { KEY_TYPES } from '../identities/places';

/** A permission as the service knows it. */
export interface PermissionFlags {
  readonly read: boolean;
  readonly write: boolean;
  readonly owner: boolean;
}

const FLAGS_OF: Readonly<Record<Permission, PermissionFlags>> = {
  [Permission.READ]: { read: true, write: false, owner: false },
  [Permission.WRITE]: { read: false, write: true, owner: false },
  [Permission.READ_WRITE]: { read: true, write: true, owner: false },
  [Permission.OWNER]: { read: true, write: true, owner: true },
};

export const flagsOf = (permission: Permission): PermissionFlags => FLAGS_OF[permission];

/** Whether a permission includes the other one. */
export const covers = (permission: Permission, other: Permission): boolean =>
  permission === other ||
  permission === Permission.OWNER ||
  (permission === Permission.READ_WRITE && other !== Permission.OWNER);

/** The smallest permission that includes both; undefined for none. */
export function unionOf(one: Permission | undefined, other: Permission | undefined): Permission | undefined {
  if (!one || !other) return one ?? other;
  if (covers(one, other)) return one;
  return covers(other, one) ? other : Permission.READ_WRITE;
}

/** The buckets that an access key opens, as it will be synthesized: with what the program has set on the low-level construct and in overrides. */
export interface KeyAccess {
  /** Ids of its buckets; not a list if one expression stands for all of them. Tokens are not resolved. */
  readonly bucketIds: unknown;
  /** Its permission flags; not an object if one expression stands for all of them. Tokens are not resolved. */
  readonly permissions: unknown;
}

/** The flags of a permission, in the order in which messages name them. */
export const FLAGS = ['read', 'write', 'owner'] as const satisfies readonly (keyof PermissionFlags)[];

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

/** Whether a key has a permission flag; undefined if only Terraform knows. */
export function mayBe(
  { permissions }: { readonly permissions?: unknown },
  flag: keyof PermissionFlags,
): boolean | undefined {
  if (permissions === undefined || permissions === null) return false;
  if (!isObject(permissions)) return undefined;
  const value = permissions[flag];
  // Terraform makes truth values of these texts.
  if (value === undefined || value === null || value === '0' || String(value) === 'false') return false;
  return value === '1' || String(value) === 'true' ? true : undefined;
}

/** Whether a key has exactly a permission. */
export const isExactly = (access: KeyAccess, permission: Permission): boolean =>
  FLAGS.every((flag) => mayBe(access, flag) === flagsOf(permission)[flag]);

/** The smallest permission that includes whatever a key may do; undefined if it may do nothing. */
export function atMost(access: KeyAccess): Permission | undefined {
  const flags = FLAGS.filter((flag) => mayBe(access, flag) !== false);
  if (flags.length === 0) return undefined;
  return Object.values(Permission).find((permission) => flags.every((flag) => flagsOf(permission)[flag]));
}

/** The permission of a key in words. What only Terraform knows stands as it is written. */
export function permissionInWords(key: IConstruct, access: KeyAccess): string {
  const exact = Object.values(Permission).find((permission) => isExactly(access, permission));
  if (exact) return exact;
  const { permissions } = access;
  if (permissions !== undefined && permissions !== null && !isObject(permissions)) return textOf(key, permissions);
  const words = FLAGS.flatMap((flag) => {
    const has = mayBe(access, flag);
    if (has === undefined) return [`${flag} if ${textOf(key, (permissions as Record<string, unknown>)[flag])}`];
    return has ? [flag] : [];
  });
  return words.length === 1 && words[0] === 'owner' ? 'only owner' : words.join(' and ') || 'nothing';
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Tokenization.isResolvable(value) && !Token.isUnresolved(value);
