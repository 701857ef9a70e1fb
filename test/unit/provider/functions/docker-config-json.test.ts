import { expect, it } from 'vitest';
import type { Value } from '../../../../framework/values/value';
import { dockerConfigJson } from '../../../../provider/functions/docker-config-json';
import { refusalOf } from './support';

const credential = (server: string | null, username: string | null = 'me', password: string | null = 'canary') => ({
  server,
  username,
  password,
});

const configOf = (...credentials: Value[]) => JSON.parse(String(dockerConfigJson.call(credentials))) as unknown;
const base64 = (text: string) => Buffer.from(text).toString('base64');

it('without credentials there is no entry', () => {
  expect(configOf()).toEqual({ auths: {} });
});

it('every registry has an entry by its host, with user name and password', () => {
  const config = configOf(credential('https://ghcr.io/'), credential('rg.fr-par.scw.cloud/space', 'robot$ä', 'p:w'));

  expect(config).toEqual({
    auths: { 'ghcr.io': { auth: base64('me:canary') }, 'rg.fr-par.scw.cloud': { auth: base64('robot$ä:p:w') } },
  });
});

it('a path may have an encoded "@"', () => {
  expect(configOf(credential('https://reg.example.com/%40scope'))).toEqual({
    auths: { 'reg.example.com': { auth: base64('me:canary') } },
  });
});

it.each(['docker.io', 'index.docker.io', 'registry-1.docker.io', 'https://index.docker.io/v1/', 'https://Docker.io'])(
  'Docker Hub written as %s is kept under the name that tools expect',
  (server) => {
    expect(configOf(credential(server))).toEqual({
      auths: { 'https://index.docker.io/v1/': { auth: base64('me:canary') } },
    });
  },
);

it('the order of the list makes no difference', () => {
  const [a, b] = [credential('a.io'), credential('b.io')];

  const { auth } = { auth: base64('me:canary') };

  expect(dockerConfigJson.call([a, b])).toBe(JSON.stringify({ auths: { 'a.io': { auth }, 'b.io': { auth } } }));
  expect(dockerConfigJson.call([b, a])).toBe(dockerConfigJson.call([a, b]));
});

it.each([
  [
    'two of one registry',
    [credential('docker.io'), credential('index.docker.io')],
    'element 1 is a second one for https://index.docker.io/v1/: tools can keep only one for a registry',
  ],
  ['no server', [credential(null)], 'element 0 has no server'],
  ['an empty user name', [credential('ghcr.io', '')], 'element 0 has no username'],
  ['no password', [credential('ghcr.io', 'me', null)], 'element 0 has no password'],
  ['a null', [null], 'element 0 has no server'],
  [
    'a colon in the user name',
    [credential('ghcr.io', 'hunter:2')],
    'element 0 has a username with a colon, which this format cannot hold',
  ],
  ['no host', [credential('https://')], 'element 0 has the server "https://", which names no host'],
  ...[
    'https://robot:hunter2',
    'robot:hunter2',
    'https://robot:hunter2/registry.example.com',
    'https://robot%3Ahunter2/',
  ].map((server): [string, Parameters<typeof dockerConfigJson.call>[0], string] => [
    `a user in the place of the host (${server})`,
    [credential(server)],
    'element 0 has the server "(hidden)", which names no host',
  ]),
  ...[
    'https://u:canary@ghcr.io/a',
    'user:p/canary@ghcr.io',
    'https://user:p#canary@ghcr.io',
    'user:p?canary@ghcr.io',
    'a\\canary@ghcr.io',
    'user:12/canary@ghcr.io',
    'canary:/pw@ghcr.io',
    'https://user:canary%40ghcr.io',
    'canary%2540ghcr.io',
  ].map((server): [string, Parameters<typeof dockerConfigJson.call>[0], string] => [
    `a user in the server, with a character that is, or is not, URL-encoded as it has to be (${server})`,
    [credential(server)],
    'element 0 has the server "(hidden)", with a user name or password before "@"',
  ]),
])('%s is refused without a word of user name or password', (_case, credentials, expected) => {
  const { text, argument } = refusalOf(dockerConfigJson, credentials);

  expect(text).toBe(expected);
  expect(text).not.toMatch(/canary|hunter/);
  expect(argument).toBe(0);
});
