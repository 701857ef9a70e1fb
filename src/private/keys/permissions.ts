import { Permission } from '../../permission';

/** A permission as the service knows it. */
export interface PermissionFlags {
  readonly read: boolean;
  readonly write: boolean;
  readonly owner: boolean;
}

const FLAGS: Readonly<Record<Permission, PermissionFlags>> = {
  [Permission.READ]: { read: true, write: false, owner: false },
  [Permission.WRITE]: { read: false, write: true, owner: false },
  [Permission.READ_WRITE]: { read: true, write: true, owner: false },
  [Permission.OWNER]: { read: true, write: true, owner: true },
};

export const flagsOf = (permission: Permission): PermissionFlags => FLAGS[permission];

/** Whether a permission includes the other one. */
export const covers = (permission: Permission, other: Permission): boolean =>
  permission === other ||
  permission === Permission.OWNER ||
  (permission === Permission.READ_WRITE && other !== Permission.OWNER);

/** The smallest permission that includes both. */
export function unionOf(one: Permission, other: Permission): Permission {
  if (covers(one, other)) return one;
  return covers(other, one) ? other : Permission.READ_WRITE;
}
