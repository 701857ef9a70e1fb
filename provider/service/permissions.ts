import type { Diagnostics } from '../../framework/diagnostic';
import { path } from '../../framework/path';
import { bool } from '../../framework/schema';
import { isObject, type Value } from '../../framework/value';
import type { Permissions } from '../client';

const permission = (description: string) => bool({ optional: true, computed: true, default: false, description });

/** The attributes of `permissions`, as every kind of access key has them. */
export const permissionAttributes = () => ({
  read: permission('Download and list objects. Default false.'),
  write: permission('Upload, overwrite and delete objects. Default false.'),
  owner: permission('Full control, including bucket metadata. Default false.'),
});

/** Checks configured permissions: one at least may turn out to be true. */
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

/** All three, as the wire always carries them (P21). */
export function toPermissions(
  given: { readonly [N in keyof Permissions]?: boolean | null | undefined } | null,
): Permissions {
  return { read: given?.read ?? false, write: given?.write ?? false, owner: given?.owner ?? false };
}
