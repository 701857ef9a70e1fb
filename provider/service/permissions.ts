import { bool, type Diagnostics, isObject, path, type Value } from '../../framework';
import type { Permissions } from '../client';

const permission = (description: string) => bool({ default: false, description });

/** The nested attributes of `permissions`, for access keys of every kind. */
export const permissionAttributes = () => ({
  read: permission('Download and list objects. Default false.'),
  write: permission('Upload, overwrite and delete objects. Default false.'),
  owner: permission('Full control, including bucket metadata. Default false.'),
});

/** Reports configured permissions of which none is true or may turn out to be. */
export function checkPermissions(permissions: unknown, diagnostics: Diagnostics): void {
  if (!isObject(permissions as Value)) return;
  const { read, write, owner } = permissions as { readonly [N in keyof Permissions]: Value };
  // Anything unknown may turn out to be true.
  if ([read, write, owner].every((granted) => granted === false || granted === null)) {
    diagnostics.error(
      'No permission',
      'A key without any permission is of no use. Set at least one of read, write and owner to true.',
      path('permissions'),
    );
  }
}

/** Adds false for permissions that are left out, because requests always contain all three (P21). */
export function toPermissions(
  given: { readonly [N in keyof Permissions]?: boolean | null | undefined } | null,
): Permissions {
  return { read: given?.read ?? false, write: given?.write ?? false, owner: given?.owner ?? false };
}
