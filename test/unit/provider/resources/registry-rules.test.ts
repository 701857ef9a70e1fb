import { expect, it } from 'vitest';
import { checkLogin, type Login } from '../../../../provider/resources/registry-rules';

const check = (server: string, username: string | null, rest: Partial<Login> = {}) =>
  checkLogin({
    server,
    username,
    usernameIsKept: username !== null,
    password: null,
    expiryIsMissing: false,
    ...rest,
  }).map(({ severity, about }) => `${severity}: ${about}`);

const ECR = '123456789012.dkr.ecr.eu-central-1.amazonaws.com';

it.each([
  [ECR, 'AWS', []],
  [ECR, 'me', ['error: username']],
  [`https://${ECR}`, 'aws', ['error: username']],
  ['public.ecr.aws', 'me', ['error: username']],
  ['europe-docker.pkg.dev', '_json_key', []],
  ['europe-docker.pkg.dev', 'oauth2accesstoken', []],
  ['eu.gcr.io', 'me', ['error: username']],
  ['team.azurecr.io', 'anything', []],
  ['de.icr.io', 'iamapikey', []],
  ['private.de.icr.io', 'me', ['warning: username']],
  ['icr.io', 'me', ['warning: username']],
  ['rg.fr-par.scw.cloud/team', 'me', ['warning: username']],
  ['nvcr.io', '$oauthtoken', []],
  ['nvcr.io', 'me', ['warning: username']],
  ['registry.heroku.com', '_', []],
  ['registry.fly.io', 'me', ['warning: username']],
  ['fra.ocir.io', 'tenant/me', []],
  ['fra.ocir.io', 'me', ['warning: username']],
  ['registry.digitalocean.com', 'token', ['warning: username']],
  ['hub.docker.com', 'me', ['warning: server']],
  ['hub.docker.com:443', 'me', ['warning: server']],
  ['docker.io', 'me', []],
  ['123456789012.dkr-ecr.eu-west-1.on.aws', 'me', ['error: username']],
  ['EU.gcr.io:443', 'me', ['error: username']],
  ['https://index.docker.io/v1/', 'me', []],
  ['https://octo:canary@ghcr.io', 'me', ['warning: server']],
  ['octo@ghcr.io/acme', 'me', ['warning: server']],
  ['octo:canary%40ghcr.io', 'me', ['warning: server']],
  ['ghcr.io/a@b', 'me', []],
  ['ghcr.io', 'me', []],
  ['registry.example', 'me', []],
  ['evil-dkr.ecr.amazonaws.com.example', 'me', []],
])('P30: %s with the user name %s: %j', (server, username, expected) => {
  expect(check(server, username)).toEqual(expected);
});

it.each([
  [ECR, 'AWS', ['warning: password_expires_at']],
  ['gcr.io', 'oauth2accesstoken', ['warning: password_expires_at']],
  ['gcr.io', '_json_key', []],
  ['team.azurecr.io', '00000000-0000-0000-0000-000000000000', ['warning: password_expires_at']],
  ['team.azurecr.io', 'app', []],
  ['team.azurecr.cn', '00000000-0000-0000-0000-000000000000', ['warning: password_expires_at']],
  ['icr.io', 'iambearer', ['warning: password_expires_at']],
  ['ghcr.io', 'me', []],
])('warns of a password of %s, user %s, whose end is not given: %j', (server, username, expected) => {
  expect(check(server, username, { expiryIsMissing: true })).toEqual(expected);
});

it('P30: does not check an unknown user name', () => {
  expect(check(ECR, null)).toEqual([]);
});

it('P30: a user name that is a token itself may be write-only', () => {
  expect(check('registry.digitalocean.com', 'canary', { usernameIsKept: false })).toEqual([]);
});

it('P30: recognizes a token that GitHub does not accept, and does not quote it', () => {
  const problems = checkLogin({
    server: 'ghcr.io',
    username: 'me',
    usernameIsKept: true,
    password: 'github_pat_canary',
    expiryIsMissing: true,
  });

  expect(problems).toMatchObject([{ severity: 'warning', about: 'password' }]);
  expect(JSON.stringify(problems)).not.toContain('canary');
});
