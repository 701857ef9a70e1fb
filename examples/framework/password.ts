import { randomInt } from 'node:crypto';
import { between, defineEphemeralResource, int64, string } from 'terraform-provider-kit';

const CHARACTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const password = defineEphemeralResource({
  typeName: 'password',
  schema: {
    description: 'A random password, another one in each command. No state or plan has it.',
    attributes: {
      length: int64({ optional: true, description: 'Characters. Default 24.', validators: [between(8, 200)] }),
      result: string({ computed: true, sensitive: true, description: 'The password.' }),
    },
  },

  async open({ config }) {
    const length = Number(config.length ?? 24n);
    return { ...config, result: Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('') };
  },
});
