import { describe, expect, test } from 'vitest';
import {
  DiagnosticError,
  defineProvider,
  defineResource,
  int64,
  list,
  path,
  setNested,
  singleNested,
  string,
} from '../../../framework';
import { redactor } from '../../../framework/redact';
import { ProviderHost } from '../../../framework/testing';
import { computed, schemaOf } from '../../unit/framework/definitions';

describe('removes a secret', () => {
  // Its base64 contains both characters that differ between the alphabets, and padding, so no two rows have the same text.
  const secret = 'pä"ss wörd?>~ÿ\n1';
  const bytes = Buffer.from(secret);

  test.each([
    ['as it is', secret],
    ['in base64', bytes.toString('base64')],
    ['in base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['in base64 for URLs', bytes.toString('base64url')],
    ['as JSON writes it', JSON.stringify(secret)],
    ['as a URL writes it', encodeURIComponent(secret)],
    ['as a form writes it', new URLSearchParams({ '': secret }).toString().slice(1)],
  ])('%s', (_form, text) => {
    const clean = redactor([secret])(`before ${text} after ${text}`);

    const whole = text.startsWith('"')
      ? 'before "[redacted]" after "[redacted]"'
      : 'before [redacted] after [redacted]';
    expect(clean).toBe(whole);
  });
});

test('removes the longer of two secrets first, so that no part of it remains', () => {
  expect(redactor(['abcd', 'abcdefgh'])('x abcdefgh y')).toBe('x [redacted] y');
});

test.each(['', 'u', 'us', 'use'])(
  'leaves no part of a secret in base64 beside a name of %j, as in HTTP Basic',
  (name) => {
    const secret = 's3cr3t-t0k3n-?>?>-l0ng';
    for (const encoding of ['base64', 'base64url'] as const) {
      for (const text of [`${name}:${secret}`, `${secret}:${name}`, `${name}${secret}`, `${name}:${secret}:${name}`]) {
        const clean = redactor([secret])(`Basic ${Buffer.from(text).toString(encoding)}!`);

        expect(clean).toMatch(/^Basic [\w+/-]{0,8}\[redacted\][\w+/=-]{0,8}!$/);
      }
    }
  },
);

test.each([
  ['ab', 'cabbage: "ab" is too short, AB is not, ab.', 'cabbage: "[redacted]" is too short, AB is not, [redacted].'],
  ['a', 'quota exceeded: password=a&b', 'quota exceeded: password=[redacted]&b'],
  ['é1', 'né1e é1', 'né1e [redacted]'],
  ['$^', 'the value "$^" and a\\b', 'the value "[redacted]" and a\\b'],
  ['ab', 'turnip', 'turnip'],
])('a secret as short as %j is replaced only where it stands alone', (secret, text, clean) => {
  expect(redactor([secret])(text)).toBe(clean);
});

const optional = { optional: true, description: '' } as const;
const hidden = { ...optional, sensitive: true } as const;
const SETTINGS = {
  token: 't0p"s3cret',
  mode: 'true',
  url: 'https://service',
  auth: { key: 'k3yk3y\r\nk3y' },
  keys: [{ key: 'n3st3dk3y' }],
  old: ['f0rm3rk3y'],
  pin: 12345678n,
};
const SAID = `true of ${JSON.stringify({ ...SETTINGS, pin: 12345678 })}, k3yk3y\r\nk3y, v4r14bl3 and ${encodeURIComponent('v4r14bl3+')} at https://service`;
const SHOWN =
  'true of {"token":"[redacted]","mode":"true","url":"https://service","auth":{"key":"[redacted]"},' +
  '"keys":[{"key":"[redacted]"}],"old":["[redacted]"],"pin":[redacted]}, [redacted], v4r14bl3 and [redacted] at https://service';

/** A provider whose service says everything again, in `configure` or later. */
const start = (thrown: Error, isLate: boolean, describeError?: (error: unknown) => never) =>
  ProviderHost.start(
    defineProvider({
      typeName: 'demo',
      source: 'example/demo',
      environmentPrefix: 'DEMO_',
      schema: schemaOf({
        ...{ token: string(hidden), mode: string(hidden), other: string(hidden), url: string(optional) },
        auth: singleNested({ ...optional, attributes: { key: string(hidden) } }),
        keys: setNested({ ...optional, attributes: { key: string(hidden) } }),
        old: list({ ...hidden, elementType: 'string' }),
        pin: int64(hidden),
      }),
      resources: [
        defineResource({
          typeName: 'thing',
          schema: schemaOf({ id: string(computed) }),
          create: () => Promise.reject(thrown),
          read: async ({ state }) => state,
          delete: async () => undefined,
        }),
      ],
      configure: async ({ settings }) => {
        if (!isLate && settings.token) throw thrown;
        return { connection: settings };
      },
      ...(describeError && { describeError }),
    }),
    { settings: SETTINGS, variables: { DEMO_OTHER: 'v4r14bl3+' } },
  );

test.each([
  ['an error', new Error(SAID), undefined],
  ['a DiagnosticError', new DiagnosticError('Refused', SAID, path('id')), undefined],
  ['describeError', new Error(), () => ({ severity: 'error', summary: SAID, detail: SAID }) as never],
])(
  'secrets of the provider block are in no text of %s, and what is short stays',
  async (_what, thrown, describeError) => {
    const host = await start(thrown, true, describeError);

    const { diagnostics } = await host.apply('demo_thing', {});

    expect(diagnostics.map(({ detail }) => detail)).toEqual([SHOWN]);
    expect(diagnostics[0]?.summary).not.toContain('s3cret');
    await expect(start(thrown, false, describeError)).rejects.toThrow(SHOWN);
  },
);
