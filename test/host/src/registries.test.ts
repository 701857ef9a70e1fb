import { TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import { findLifetime, findRegistry, REGISTRIES as KNOWN } from '../../../provider/formats/registries';
import { hostOf } from '../../../provider/formats/registry-address';
import {
  AcrCredentials,
  ArtifactRegistryCredentials,
  type GenericPullSecretProps,
  IbmCredentials,
  PullSecret,
  SecretValue,
} from '../../../src';
import * as generated from '../../../src/private/registries/registry-table';
import { type Define, REGISTRIES } from './registry-table';
import { expr, makeStack, onlyResource, warnings } from './support';

test.each(REGISTRIES)('fills in server and user of %s', (_registry, server, username, lifetime, make) => {
  const stack = makeStack();

  const secret = make(stack, {
    token: SecretValue.fromVariable(stack, 'token', { version: '3' }),
    tokenExpiresAt: '2026-03-01T12:00:00Z',
    projectId: 'p-1',
  });

  expect(onlyResource(stack, 'coffer_pull_secret')).toEqual({
    server,
    username,
    password_wo: expr('var.token'),
    password_wo_version: 'var.token/3',
    password_expires_at: '2026-03-01T12:00:00Z',
    project_id: 'p-1',
  });
  expect(secret.passwordLifetime?.toString()).toBe(lifetime);
  expect(warnings(stack)).toEqual([]);
});

test('DigitalOcean takes one token as user and password, with one version', () => {
  const stack = makeStack();

  PullSecret.forDigitalOcean(stack, 'X', { token: SecretValue.fromVariable(stack, 'token', { version: '3' }) });

  expect(onlyResource(stack, 'coffer_pull_secret')).toEqual({
    server: 'registry.digitalocean.com',
    username_wo: expr('var.token'),
    password_wo: expr('var.token'),
    password_wo_version: 'var.token/3',
  });
});

test.each(['docker.io', 'index.docker.io', 'https://registry-1.docker.io/', 'https://index.docker.io/v1/'])(
  'stores %s in the one form that tools look for',
  (server) => {
    const stack = makeStack();
    const token = SecretValue.fromVariable(stack, 'token');

    PullSecret.forGeneric(stack, 'X', { server, username: 'me', token });

    expect(onlyResource(stack, 'coffer_pull_secret')).toMatchObject({ server: 'https://index.docker.io/v1/' });
  },
);

test.each([
  ['registry.example.com', 'registry.example.com'],
  ['HTTPS://Registry.example.com:5000/', 'registry.example.com:5000'],
  ['https://registry.example.com/v2/', 'registry.example.com'],
  ['registry.example.com/v2', 'registry.example.com'],
  ['registry.example.com/v1/', 'registry.example.com'],
  ['https://registry.example.com/v2/acme', 'registry.example.com/acme'],
  ['registry.example.com/v2ray/Acme', 'registry.example.com/v2ray/Acme'],
])(
  'forGeneric stores %s as %s, as clients look for it: without the version of the API, with a path of the registry',
  (server, stored) => {
    const stack = makeStack();

    PullSecret.forGeneric(stack, 'X', { server, username: 'me', token: SecretValue.fromVariable(stack, 'token') });

    expect(onlyResource(stack, 'coffer_pull_secret')).toMatchObject({ server: stored });
  },
);

test.each(REGISTRIES.filter(([, , , lifetime]) => lifetime))(
  'warns of a short-lived token of %s when nothing says which one it is',
  (_registry, _server, _username, lifetime, make) => {
    const stack = makeStack();

    const secret = make(stack, { token: SecretValue.fromVariable(stack, 'token') });

    expect(warnings(stack)).toEqual([
      expect.stringContaining(`the password of PullSecret "app/X" ends ${lifetime} after it is issued`),
    ]);
    expect(secret.node.metadata).toContainEqual(
      expect.objectContaining({ type: 'coffer:password-lifetime', data: lifetime }),
    );
  },
);

const WRONG: readonly (readonly [problem: string, define: Define])[] = [
  [
    '"accountId" must be an AWS account: 12 digits, such as "123456789012", got "acme" (in app/X)\n' +
      '"region" must be an AWS region, such as "eu-central-1", got "Frankfurt" (in app/X)',
    (s, p) => PullSecret.forEcr(s, 'X', { ...p, accountId: 'acme', region: 'Frankfurt' }),
  ],
  [
    '"location" must be a location such as "europe-west1" or a host such as "eu.gcr.io", got "ghcr.io"',
    (s, { token }) =>
      PullSecret.forArtifactRegistry(s, 'X', {
        location: 'ghcr.io',
        credentials: ArtifactRegistryCredentials.jsonKey(token),
      }),
  ],
  [
    '"registryName" must be the name of a registry, such as "contoso", or its host, such as "contoso.azurecr.io", got "contoso.example.com"',
    (s, { token }) =>
      PullSecret.forAcr(s, 'X', { registryName: 'contoso.example.com', credentials: AcrCredentials.admin(token) }),
  ],
  [
    '"organization" must be the organization alone, such as "acme", got "a+b" (in app/X)\n' +
      '"robotName" must be the name of the robot alone, such as "puller", without "acme+", got "acme+puller" (in app/X)',
    (s, p) => PullSecret.forQuayRobot(s, 'X', { ...p, organization: 'a+b', robotName: 'acme+puller' }),
  ],
  [
    '"projectName" must not be empty (in app/X)\n' +
      '"robotName" must be the name of the robot alone, such as "puller", without "robot$acme+", got "robot$x"',
    (s, p) => PullSecret.forHarborRobot(s, 'X', { ...p, host: '', projectName: '', robotName: 'robot$x' }),
  ],
  [
    '"region" must be a Scaleway region, such as "fr-par", got "paris" (in app/X)\n' +
      '"namespace" must be the name of a namespace, such as "acme", got "A b" (in app/X)',
    (s, p) => PullSecret.forScaleway(s, 'X', { ...p, region: 'paris', namespace: 'A b' }),
  ],
  [
    '"host" must be a host of the IBM Cloud registry, such as "de.icr.io", got "ibm.com"',
    (s, { token }) => PullSecret.forIbm(s, 'X', { host: 'ibm.com', credentials: IbmCredentials.apiKey(token) }),
  ],
  [
    '"regionKey" must be the key of a region, such as "fra", got "FRA" (in app/X)\n' +
      '"namespace" must be the namespace alone, without a user, got "a/b" (in app/X)\n' +
      '"domain" must not be empty (in app/X)\n"username" must not be empty (in app/X)',
    (s, p) => PullSecret.forOracle(s, 'X', { ...p, regionKey: 'FRA', namespace: 'a/b', domain: '', username: '' }),
  ],
  [
    '"location" must be a location such as "europe-west1" or a host such as "eu.gcr.io", got "Europe"',
    (s, { token }) =>
      PullSecret.forArtifactRegistry(s, 'X', {
        location: 'Europe',
        credentials: ArtifactRegistryCredentials.jsonKey(token),
      }),
  ],
];

test.each(WRONG)('says what is wrong: %s', (problem, make) => {
  const stack = makeStack();

  expect(() => make(stack, { token: SecretValue.fromVariable(stack, 'token') })).toThrow(problem);
});

test('C7: tokens skip the checks of factories and of users', () => {
  const stack = makeStack();
  const known = new TerraformVariable(stack, 'v', { type: 'string' }).stringValue;
  const token = SecretValue.fromVariable(stack, 'token', { version: '1' });

  const props: GenericPullSecretProps = { server: known, username: known, token };
  PullSecret.forGeneric(stack, 'Generic', props);
  PullSecret.forEcr(stack, 'Ecr', { accountId: known, region: known, token });
  PullSecret.forScaleway(stack, 'Scaleway', { region: known, namespace: known, token });
  new PullSecret(stack, 'Direct', { server: 'public.ecr.aws', username: known, password: token });

  expect(warnings(stack)).toEqual([]);
});

test('P30: the table of the constructs is that of the provider', () => {
  expect(generated.HOSTS).toEqual(Object.fromEntries(KNOWN.map(({ hosts, factory }) => [factory, hosts])));
});

test.each(REGISTRIES)('P30: the provider knows server, user and lifetime of %s as its factory does', (...row) => {
  const [, server, username, lifetime, make] = row;
  const stack = makeStack();
  const registry = findRegistry(hostOf(server));

  make(stack, {
    token: SecretValue.fromVariable(stack, 'token', { version: '1' }),
    tokenExpiresAt: '2026-03-01T12:00:00Z',
  });

  const minutes = registry && findLifetime(registry, username);
  expect(minutes && `${minutes / 60}h`).toBe(lifetime);
  if (registry?.usernames) expect(registry.usernames).toContain(username);
  if (registry && !SHARED_FACTORIES.has(row[0])) expect(make.toString()).toContain(`.${registry.factory}(`);
});

/** Lightsail uses ECR's registries. */
const SHARED_FACTORIES = new Set(['Lightsail']);

test.each(['contoso.azurecr.io', 'contoso.azurecr.cn', 'contoso.azurecr.us', 'contoso.azurecr.de'])(
  'P30: %s is a registry of Azure for the provider and for the constructs',
  (host) => {
    const stack = makeStack();
    const credentials = AcrCredentials.token('puller', SecretValue.fromVariable(stack, 'token'));

    PullSecret.forAcr(stack, 'X', { registryName: host, credentials });

    expect(findRegistry(host)?.factory).toBe('forAcr');
  },
);
