import { defineResource, gone } from '../../../../framework/resource';
import { number, string } from '../../../../framework/schema/attributes';
import { requiresReplace, useStateForUnknown } from '../../../../framework/schema/plan-modifiers';
import type { Schema } from '../../../../framework/schema/schema';
import { standIn } from './stand-in';

const MINUTE = 60_000;

/** A time without fractions of a second, as `time_rotating` writes it. */
const written = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

const rotating = defineResource({
  typeName: 'rotating',
  schema: {
    description: 'A time that is another one after a while.',
    attributes: {
      rotation_minutes: number({ required: true, description: 'After how long.', planModifiers: [requiresReplace()] }),
      id: string({ computed: true, description: 'Since when.', planModifiers: [useStateForUnknown()] }),
      rotation_rfc3339: string({ computed: true, description: 'Until when.', planModifiers: [useStateForUnknown()] }),
    },
  } satisfies Schema,

  async create({ plan, now }) {
    const [from, until] = [now(), now() + Number(plan.rotation_minutes) * MINUTE];
    return { ...plan, id: written(from), rotation_rfc3339: written(until) };
  },

  // One that is over is gone, so the plan has another one made.
  read: async ({ state, now }) => (now() < Date.parse(String(state.rotation_rfc3339)) ? state : gone),

  delete: async () => undefined,
});

/**
 * Stands in for `hashicorp/time`: of its `time_rotating` what `generateValue` uses. Its clock can be moved, and the real one takes a minute
 * to compile.
 */
export const time = standIn('time', { resources: [rotating] });
