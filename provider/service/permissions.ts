import {
  bool,
  type Diagnostics,
  isObject,
  lengthAtLeast,
  type PlanModifier,
  path,
  set,
  singleNested,
  sizeAtLeast,
  type Value,
  valuesAre,
} from '../../framework';
import type { Permissions } from '../client';

const permission = (description: string, isPlanned: boolean) =>
  bool({ ...(isPlanned ? { default: false } : { optional: true, computed: true }), description });

interface Effect {
  /** The effect of a change, or another sentence, as the end of the description. Default: none. */
  readonly effect?: string;
  /** For resources. Default: none. */
  readonly planModifiers?: readonly PlanModifier[];
}

export const bucketIdsAttribute = ({ effect, planModifiers = [] }: Effect = {}) =>
  set({
    elementType: 'string',
    required: true,
    description: withEffect('Ids of the buckets that the key can access, at least one.', effect),
    validators: [sizeAtLeast(1), valuesAre(lengthAtLeast(1))],
    unknownAfterImport: true,
    planModifiers,
  });

/** The attribute `permissions` of access keys of every kind (P21). `isPlanned`: false where no plan puts the defaults, but {@link toPermissions}. */
export const permissionsAttribute = ({ effect, planModifiers = [] }: Effect = {}, isPlanned = true) =>
  singleNested({
    required: true,
    description: withEffect(
      'What the key may do with all its buckets; at least one is true. Terraform ignores a misspelled name, such as `wirte`, without an error: read the planned permissions.',
      effect,
    ),
    unknownAfterImport: true,
    planModifiers,
    attributes: {
      read: permission('Download and list objects. Default false.', isPlanned),
      write: permission('Upload, overwrite and delete objects. Default false.', isPlanned),
      owner: permission('Full control, including bucket metadata. Default false.', isPlanned),
    },
  });

const withEffect = (description: string, effect: string | undefined) =>
  effect === undefined ? description : `${description} ${effect}`;

/** Reports an error, at `permissions`, for a configured object of which no permission is true or may turn out to be. Null or unknown, it passes. */
export function checkPermissions(permissions: unknown, diagnostics: Diagnostics): void {
  if (!isObject(permissions as Value)) return;
  const { read, write, owner } = permissions as { readonly [N in keyof Permissions]: Value };
  // Anything unknown may turn out to be true.
  if ([read, write, owner].every((granted) => granted === false || granted === null)) {
    const detail = 'A key needs at least one permission. Set read, write or owner to true.';
    diagnostics.error('Missing permission', detail, path('permissions'));
  }
}

/** Puts false for permissions that are left out or null, because requests always contain all three (P21). Null is three times false. */
export function toPermissions(
  given: { readonly [N in keyof Permissions]?: boolean | null | undefined } | null,
): Permissions {
  return { read: given?.read ?? false, write: given?.write ?? false, owner: given?.owner ?? false };
}
