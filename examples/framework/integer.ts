import { randomInt } from 'node:crypto';
import { defineResource, int64, isUnknown, map, path, requiresReplace } from 'terraform-provider-kit';

/** More than this is not drawn evenly. */
const WIDEST = 2n ** 48n - 1n;

const fixed = { planModifiers: [requiresReplace()] };

/** A number that stays until its limits or its keepers change. It exists in state only. */
export const integer = defineResource({
  typeName: 'integer',
  schema: {
    description: 'A random whole number.',
    attributes: {
      min: int64({ ...fixed, required: true, description: 'Least result.' }),
      max: int64({ ...fixed, required: true, description: 'Greatest result, less than 2⁴⁸ - 1 more than `min`.' }),
      keepers: map({ ...fixed, elementType: 'string', optional: true, description: 'A change makes another number.' }),
      result: int64({ computed: true, description: 'The number.' }),
    },
  },

  validate({ config: { min, max }, diagnostics }) {
    if (isUnknown(min) || isUnknown(max) || (min <= max && max - min < WIDEST)) return;
    const problem = `min is ${min}, and max is ${max}. Set max to ${min} or up to ${WIDEST - 1n} more.`;
    diagnostics.error('Invalid limits', problem, path('max'));
  },

  create: async ({ plan }) => ({ ...plan, result: plan.min + BigInt(randomInt(Number(plan.max - plan.min) + 1)) }),
  read: async ({ state }) => state,
  delete: async () => {}, // nothing to delete
});
