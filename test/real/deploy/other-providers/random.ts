import { randomInt } from 'node:crypto';
import { defineEphemeralResource } from '../../../../framework/ephemeral-resource';
import { bool, number, string } from '../../../../framework/schema/attributes';
import type { Schema } from '../../../../framework/schema/schema';
import { standIn } from './stand-in';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SPECIAL = '!@#$%&*()-_=+[]{}<>:?';

const password = defineEphemeralResource({
  typeName: 'password',
  schema: {
    description: 'A random password that nobody keeps.',
    attributes: {
      length: number({ required: true, description: 'Characters.' }),
      special: bool({ optional: true, computed: true, description: 'Whether there are special ones. Default: true.' }),
      override_special: string({ optional: true, description: 'The special ones to use.' }),
      result: string({ computed: true, sensitive: true, description: 'The password.' }),
    },
  } satisfies Schema,

  async open({ config }) {
    const special = config.special ?? true;
    const signs = LETTERS_AND_DIGITS + (special ? (config.override_special ?? SPECIAL) : '');
    const drawn = Array.from({ length: Number(config.length) }, () => signs.charAt(randomInt(signs.length)));
    return { ...config, special, result: drawn.join('') };
  },

  close: async () => undefined,
});

/**
 * Stands in for `hashicorp/random` 3.7, which no package registry has: of its ephemeral `random_password` what `generateValue` uses, by its
 * documentation.
 */
export const random = standIn('random', { ephemeralResources: [password] });
