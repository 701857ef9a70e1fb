import { randomInt } from 'node:crypto';
import { between, defineResource, int64, map, requiresReplaceIfKnown, string } from 'terraform-provider-kit';

const ADJECTIVES = 'able brave calm eager fair glad kind lucky proud quick tidy wise'.split(' ');
const ANIMALS = 'bear crane dove fox hare ibis lynx moth newt otter panda wren'.split(' ');

const pick = (words: readonly string[]) => words[randomInt(words.length)] as string;

/** A change makes another pet, but for one that was imported: nothing says what it was made with. */
const fixed = { unknownAfterImport: true, planModifiers: [requiresReplaceIfKnown()] };

/** A name that stays until its keepers change. It exists in state only. */
export const pet = defineResource({
  typeName: 'pet',
  identity: 'id',
  schema: {
    description: 'A name of words, such as `brave-otter`.',
    attributes: {
      keepers: map({ ...fixed, elementType: 'string', optional: true, description: 'A change makes another name.' }),
      length: int64({ ...fixed, default: 2n, description: 'Number of words. Default 2.', validators: [between(1, 5)] }),
      separator: string({ ...fixed, default: '-', description: 'Text between the words. Default `-`.' }),
      id: string({ computed: true, description: 'The name.' }),
    },
  },

  async create({ plan }) {
    const adjectives = Array.from({ length: Number(plan.length) - 1 }, () => pick(ADJECTIVES));
    return { ...plan, id: [...adjectives, pick(ANIMALS)].join(plan.separator ?? '') };
  },
  read: async ({ state }) => state,
  delete: async () => {}, // nothing to delete
});
