import { Token, Tokenization } from 'cdktf';
import { Permission } from '../../enums/permission';
import type { KeyAccess } from './key-access';

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

/** The flags of a permission, in the order in which messages name them. */
export const FLAGS = ['read', 'write', 'owner'] as const satisfies readonly (keyof PermissionFlags)[];

/** The word for what only Terraform knows. */
export const UNKNOWN = 'unknown';

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

/** The permission of a key in words, which say what only Terraform knows. */
export function permissionInWords(access: KeyAccess): string {
  const exact = Object.values(Permission).find((permission) => isExactly(access, permission));
  if (exact) return exact;
  const flags = (is: boolean | undefined) => FLAGS.filter((flag) => mayBe(access, flag) === is);
  const [known, unknown] = [flags(true), flags(undefined)];
  if (unknown.length === FLAGS.length) return UNKNOWN;
  const words = known.join(' and ') || 'nothing';
  if (unknown.length > 0) return `${words} (${UNKNOWN}: ${unknown.join(' and ')})`;
  return words === 'owner' ? 'only owner' : words;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Tokenization.isResolvable(value) && !Token.isUnresolved(value);
