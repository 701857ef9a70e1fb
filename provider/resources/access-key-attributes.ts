import { lengthAtLeast, type PlanModifier, set, singleNested, sizeAtLeast, valuesAre } from '../../framework';
import { permissionAttributes } from '../service/permissions';

interface Change {
  /** The effect of a change, as the end of the description. */
  readonly effect: string;
  readonly planModifiers?: readonly PlanModifier[];
}

/** The attribute `bucket_ids` of access keys of every kind. */
export const bucketIdsAttribute = ({ effect, planModifiers = [] }: Change) =>
  set({
    elementType: 'string',
    required: true,
    description: `Ids of the buckets that the key can access, at least one. ${effect}`,
    validators: [sizeAtLeast(1), valuesAre(lengthAtLeast(1))],
    unknownAfterImport: true,
    planModifiers,
  });

/** The attribute `permissions` of access keys of every kind (P21). */
export const permissionsAttribute = ({ effect, planModifiers = [] }: Change) =>
  singleNested({
    required: true,
    description: `What the key may do with all its buckets; at least one is true. ${effect}`,
    unknownAfterImport: true,
    planModifiers,
    attributes: permissionAttributes(),
  });

/** Description of the waits of a create (P4, P25). */
export const KEY_WAITS =
  'It waits for buckets that were just made: 30 seconds, or as long as is set here; for `json` and `env` of `store_in` also for their alias ' +
  'and endpoint.';
