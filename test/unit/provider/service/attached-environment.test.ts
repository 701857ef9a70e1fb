import { expect, it } from 'vitest';
import { Diagnostics } from '../../../../framework/diagnostic';
import type { Variables } from '../../../../framework/from-environment';
import type { HostProcess } from '../../../../framework/provider';
import { nullObject } from '../../../../framework/schema/schema';
import { path } from '../../../../framework/values/path';
import { checkAttached } from '../../../../provider/service/attached-environment';
import { type Config, settingsSchema } from '../../../../provider/service/settings';

const SHARED =
  'This provider serves several commands (attach), and reads the environment and the folder of attach, not those of Terraform (process 7).';
const ADVICE =
  'Set each variable before attach, or set the argument in the provider block. For two values, run attach once for each.';

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

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];

it.each([...variables, 'COFFER_TOKEN_COMMAND', 'COFFER_REQUIRE_EMULATOR', ...PROXIES, 'SSL_CERT_FILE', 'SSL_CERT_DIR'])(
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

  expect(found).toMatchObject({
    summary: 'COFFER_BASE_URL, COFFER_TOKEN, COFFER_PROJECT_ID not the same inside attach',
    detail: `${SHARED} There, COFFER_BASE_URL is set, COFFER_TOKEN has another value, COFFER_PROJECT_ID is not set. ${ADVICE}`,
  });
});

it('refuses if any of the possible hosts has another environment', () => {
  const found = check({}, {}, host({}), { ...host({ COFFER_TOKEN: 't' }), pid: 8 });

  expect(found).toHaveLength(1);
  expect(found[0]?.detail).toBe(
    `${SHARED.replace('7', '8')} There, COFFER_TOKEN is set. The request may come from another process: 2 processes connected at the same time. ${ADVICE}`,
  );
});

it.each([
  ['token_file', { token_file: 'token' }, {}, '"token"', 'token_file', ', such as abspath("token")'],
  ['ca_cert_file', { token: 't', ca_cert_file: './ca' }, {}, '"./ca"', 'ca_cert_file', ', such as abspath("./ca")'],
  ['COFFER_TOKEN_FILE', {}, { COFFER_TOKEN_FILE: 'token' }, '"token"', 'token_file', ''],
] as const)('a relative %s in another folder is an error', (given, config, env, file, at, absolute) => {
  const elsewhere = check(config, env, host(env, '/elsewhere'));

  expect(elsewhere).toEqual([
    {
      severity: 'error',
      summary: `Relative ${given} inside attach`,
      detail:
        `${SHARED} ${given} is the relative path ${file}, which would begin at "/work", and not at "/elsewhere". ` +
        `Give an absolute path${absolute}, or run attach in that folder.`,
      path: path(at),
    },
  ]);
  expect(check(config, env, host(env))).toEqual([]);
  expect(check(config, env, host(env, undefined))).toEqual([]);
});

it.each([
  ['an absolute path', { token_file: '/run/token' }, {}],
  ['a path that is not read', { token: 't' }, { COFFER_TOKEN_FILE: 'token' }],
] as const)('%s in another folder: no error', (_what, config, env) => {
  expect(check(config, env, host(env, '/elsewhere'))).toEqual([]);
});
