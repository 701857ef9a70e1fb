import { expect, it } from 'vitest';
import { Diagnostics } from '../../../framework/diagnostic';
import type { Variables } from '../../../framework/from-environment';
import type { HostProcess } from '../../../framework/provider';
import { nullObject } from '../../../framework/schema';
import { checkAttached } from '../../../provider/service/attached-environment';
import { type Config, settingsSchema } from '../../../provider/service/settings';

const host = (env: Variables, folder: string | undefined = '/work'): HostProcess => ({ pid: 7, env, folder });

function check(config: Partial<Config>, env: Variables, ...hosts: readonly HostProcess[]) {
  const diagnostics = new Diagnostics();
  checkAttached(
    { ...(nullObject(settingsSchema.attributes) as unknown as Config), ...config },
    { env, attached: { folder: '/work', hosts } },
    diagnostics,
  );
  return diagnostics.all;
}

const variables = Object.keys(settingsSchema.attributes).map((name) => `COFFER_${name.toUpperCase()}`);

it.each([...variables, 'COFFER_TOKEN_COMMAND', 'HTTPS_PROXY', 'no_proxy', 'SSL_CERT_FILE'])(
  '%s of another value is an error that does not show it',
  (name) => {
    const [found, ...others] = check({}, { [name]: 'canary-1' }, host({ [name]: 'canary-2' }));

    expect(others).toEqual([]);
    expect(found).toMatchObject({ severity: 'error', summary: `${name} not the same inside attach` });
    expect(found?.detail).toContain(`${name} has another value`);
    expect(JSON.stringify(found)).not.toContain('canary');
  },
);

it.each([
  ['the same variables', {}, { COFFER_TOKEN: 't' }, { COFFER_TOKEN: 't', PATH: '/bin' }],
  ['an empty variable and none', {}, { COFFER_PROJECT_ID: '' }, {}],
  ['a variable that is not read', {}, {}, { COFFER_PLAN_MODE: 'apply', COFFER_EMULATOR_TOKEN: 't', TF_LOG: 'debug' }],
  ['a variable whose argument is set', { project_id: 'p' }, { COFFER_PROJECT_ID: 'p' }, { COFFER_PROJECT_ID: 'q' }],
  [
    'each way to give a token, where the block has one',
    { token: 't' },
    {},
    { COFFER_TOKEN: 'u', COFFER_TOKEN_FILE: 'f', COFFER_TOKEN_COMMAND: '[]' },
  ],
] as const)('%s: no error', (_what, config, env, inside) => {
  expect(check(config, env, host(inside))).toEqual([]);
});

it('names all variables at once, and gives advice', () => {
  const [found] = check(
    {},
    { COFFER_TOKEN: 't', COFFER_PROJECT_ID: 'p' },
    host({ COFFER_BASE_URL: 'u', COFFER_TOKEN: 'v' }),
  );

  expect(found?.detail).toContain(
    '(process 7). There, COFFER_BASE_URL is set, COFFER_TOKEN has another value, COFFER_PROJECT_ID is not set.',
  );
  expect(found?.detail).toContain('Set each variable before attach');
});

it('refuses if any of the possible hosts has another environment', () => {
  const found = check({}, {}, host({}), { ...host({ COFFER_TOKEN: 't' }), pid: 8 });

  expect(found).toHaveLength(1);
  expect(found[0]?.detail).toContain('It may be another one that asks: 2 connected at the same moment.');
});

it.each([
  ['token_file', { token_file: 'token' }, {}],
  ['ca_cert_file', { token: 't', ca_cert_file: './ca.pem' }, {}],
  ['COFFER_TOKEN_FILE', {}, { COFFER_TOKEN_FILE: 'token' }],
] as const)('a relative %s in another folder is an error', (given, config, env) => {
  const elsewhere = check(config, env, host(env, '/elsewhere'));

  expect(elsewhere).toMatchObject([{ severity: 'error', summary: `Relative ${given} inside attach` }]);
  expect(elsewhere[0]?.detail).toContain('would begin at "/work", and not at "/elsewhere"');
  expect(check(config, env, host(env))).toEqual([]);
  expect(check(config, env, host(env, undefined))).toEqual([]);
});

it.each([
  ['an absolute path', { token_file: '/run/token' }, {}],
  ['a path that is not read', { token: 't' }, { COFFER_TOKEN_FILE: 'token' }],
] as const)('%s in another folder: no error', (_what, config, env) => {
  expect(check(config, env, host(env, '/elsewhere'))).toEqual([]);
});
