import type { Permissions } from '../client';
import type { Diagnostics } from '../framework/diagnostic';
import { path } from '../framework/path';
import type { PlanModifier } from '../framework/plan-modifiers';
import type { Planned } from '../framework/resource';
import { bool, nested, setOfStrings } from '../framework/schema';
import { isObject, type Value } from '../framework/value';
import { someStrings } from '../service/validators';

const permission = (description: string) => bool({ optional: true, computed: true, default: false, description });

interface Change {
  /** What a change does, as the end of the description. */
  readonly effect: string;
  readonly planModifiers?: readonly PlanModifier[];
}

/** `bucket_ids`, as every kind of access key has it. */
export const bucketIdsAttribute = ({ effect, planModifiers = [] }: Change) =>
  setOfStrings({
    required: true,
    description: `Ids of the buckets that the key can access, at least one. ${effect}`,
    validators: [someStrings()],
    planModifiers,
  });

/** `permissions`, as every kind of access key has it (P21). */
export const permissionsAttribute = ({ effect, planModifiers = [] }: Change) =>
  nested({
    required: true,
    description: `What the key may do with all its buckets; at least one is true. ${effect}`,
    planModifiers,
    attributes: {
      read: permission('Download and list objects. Default false.'),
      write: permission('Upload, overwrite and delete objects. Default false.'),
      owner: permission('Full control, including bucket metadata. Default false.'),
    },
  });

/** Reports permissions that grant nothing. */
export function requirePermission(
  { permissions }: Planned<{ readonly permissions: unknown }>,
  diagnostics: Diagnostics,
): void {
  if (!isObject(permissions as Value)) return;
  const { read, write, owner } = permissions as Readonly<Record<keyof Permissions, Value>>;
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
