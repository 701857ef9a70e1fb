import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { findLifetime, findRegistry, REGISTRIES as KNOWN } from '../../../provider/formats/registries';
import { hostOf } from '../../../provider/formats/registry-address';
import {
  AcrCredentials,
  ArtifactRegistryCredentials,
  type GenericPullSecretProps,
  GitLabCredentials,
  IbmCredentials,
  PullSecret,
  type RegistryPullSecretProps,
  SecretValue,
} from '../../../src';
import * as generated from '../../../src/private/registries/registry-table';
import { expr, makeStack, onlyResource, warnings } from './support';

/** Props that define a row. */
type Common = RegistryPullSecretProps & { readonly token: SecretValue };
/** Defines the pull secret `X` of a row. */
type Define = (scope: Construct, props: Common) => PullSecret;

/** A factory of Google's registries. */
function google(location: string, kind: 'jsonKey' | 'jsonKeyBase64' | 'accessToken'): Define {
  return (s, { token, ...p }) => {
    const credentials = ArtifactRegistryCredentials[kind](token);
    return PullSecret.forArtifactRegistry(s, 'X', { ...p, location, credentials });
  };
}

/** A factory of Azure's registries. */
function azure(registryName: string, credentials: (token: SecretValue) => AcrCredentials): Define {
  return (s, { token, ...p }) => PullSecret.forAcr(s, 'X', { ...p, registryName, credentials: credentials(token) });
}

const ORACLE = { regionKey: 'fra', namespace: 'tenancy', username: 'me' };

/** The expected result of each pull secret factory for its registry. */
const REGISTRIES: [server: string, username: string, define: Define, lifetime?: string][] = [
  ['https://index.docker.io/v1/', 'acme', (s, p) => PullSecret.forDockerHub(s, 'X', { ...p, username: 'acme' })],
  ['ghcr.io', 'octocat', (s, p) => PullSecret.forGhcr(s, 'X', { ...p, username: 'octocat' })],
  [
    '123456789012.dkr.ecr.eu-central-1.amazonaws.com',
    'AWS',
    (s, p) => PullSecret.forEcr(s, 'X', { ...p, accountId: '123456789012', region: 'eu-central-1' }),
    '12h',
  ],
  [
    '123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn',
    'AWS',
    (s, p) => PullSecret.forEcr(s, 'X', { ...p, accountId: '123456789012', region: 'cn-north-1' }),
    '12h',
  ],
  ['public.ecr.aws', 'AWS', (s, p) => PullSecret.forEcrPublic(s, 'X', p), '12h'],
  [
    '123456789012.dkr.ecr.eu-west-1.amazonaws.com',
    'AWS',
    (s, p) => {
      const server = 'https://123456789012.dkr.ecr.eu-west-1.amazonaws.com/';
      return PullSecret.forLightsail(s, 'X', { ...p, server, username: 'AWS' });
    },
    '12h',
  ],
  ['europe-west1-docker.pkg.dev', '_json_key', google('europe-west1', 'jsonKey')],
  ['europe-west1-docker.pkg.dev', '_json_key_base64', google('europe-west1', 'jsonKeyBase64')],
  ['europe-west1-docker.pkg.dev', 'oauth2accesstoken', google('europe-west1', 'accessToken'), '1h'],
  ['eu.gcr.io', '_json_key', google('https://EU.gcr.io/acme', 'jsonKey')],
  [
    'contoso.azurecr.io',
    '00000000-0000-0000-0000-000000000000',
    azure('contoso', (token) => AcrCredentials.entraToken(token)),
    '3h',
  ],
  ['contoso.azurecr.io', 'app-1', azure('contoso', (token) => AcrCredentials.servicePrincipal('app-1', token))],
  ['contoso.azurecr.io', 'puller', azure('contoso', (token) => AcrCredentials.token('puller', token))],
  ['contoso.azurecr.io', 'contoso', azure('https://Contoso.azurecr.io/', (token) => AcrCredentials.admin(token))],
  [
    'registry.gitlab.com',
    'gitlab+deploy-token-1',
    (s, { token, ...p }) => {
      const credentials = GitLabCredentials.deployToken('gitlab+deploy-token-1', token);
      return PullSecret.forGitLab(s, 'X', { ...p, credentials });
    },
  ],
  [
    'registry.acme.example:5050',
    'me',
    (s, { token, ...p }) => {
      const host = 'https://registry.acme.example:5050/group/project';
      return PullSecret.forGitLab(s, 'X', { ...p, host, credentials: GitLabCredentials.accessToken('me', token) });
    },
  ],
  [
    'quay.io',
    'acme+puller',
    (s, p) => PullSecret.forQuayRobot(s, 'X', { ...p, organization: 'acme', robotName: 'puller' }),
  ],
  [
    'harbor.acme.example',
    'robot$puller',
    (s, p) => PullSecret.forHarborRobot(s, 'X', { ...p, host: 'harbor.acme.example', robotName: 'puller' }),
  ],
  [
    'harbor.acme.example',
    'bot_web+puller',
    (s, p) => {
      const host = 'HARBOR.acme.example/web';
      const robot = { projectName: 'web', robotName: 'puller', robotPrefix: 'bot_' };
      return PullSecret.forHarborRobot(s, 'X', { ...p, ...robot, host });
    },
  ],
  [
    'rg.fr-par.scw.cloud/acme',
    'nologin',
    (s, p) => PullSecret.forScaleway(s, 'X', { ...p, region: 'fr-par', namespace: 'acme' }),
  ],
  ['rg.nl-ams.scw.cloud', 'nologin', (s, p) => PullSecret.forScaleway(s, 'X', { ...p, region: 'nl-ams' })],
  [
    'icr.io',
    'iamapikey',
    (s, { token, ...p }) => PullSecret.forIbm(s, 'X', { ...p, credentials: IbmCredentials.apiKey(token) }),
  ],
  [
    'de.icr.io',
    'iambearer',
    (s, { token, ...p }) => {
      const credentials = IbmCredentials.bearerToken(token);
      return PullSecret.forIbm(s, 'X', { ...p, host: 'de.icr.io', credentials });
    },
    '1h',
  ],
  ['fra.ocir.io', 'tenancy/me', (s, p) => PullSecret.forOracle(s, 'X', { ...p, ...ORACLE })],
  ['fra.ocir.io', 'tenancy/acme/me', (s, p) => PullSecret.forOracle(s, 'X', { ...p, ...ORACLE, domain: 'acme' })],
  ['nvcr.io', '$oauthtoken', (s, p) => PullSecret.forNgc(s, 'X', p)],
  ['registry.redhat.io', '123|puller', (s, p) => PullSecret.forRedHat(s, 'X', { ...p, username: '123|puller' })],
  ['forge-ecr.services.atlassian.com', 'me', (s, p) => PullSecret.forAtlassianForge(s, 'X', { ...p, username: 'me' })],
  ['registry.heroku.com', '_', (s, p) => PullSecret.forHeroku(s, 'X', p)],
  ['registry.fly.io', 'x', (s, p) => PullSecret.forFly(s, 'X', p)],
  [
    'nexus.acme.example:8443/docker',
    'me',
    (s, p) =>
      PullSecret.forGeneric(s, 'X', { ...p, server: 'https://Nexus.acme.example:8443/docker/', username: 'me' }),
  ],
];

test.each(REGISTRIES)(
  'P30: %s: the factory fills in the server, the user %s and the lifetime that the provider knows',
  (server, username, define, lifetime) => {
    const stack = makeStack();

    const secret = define(stack, {
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
    const registry = findRegistry(hostOf(server));
    const minutes = registry && findLifetime(registry, username);
    expect(minutes && `${minutes / 60}h`).toBe(lifetime);
    if (registry?.usernames) expect(registry.usernames).toContain(username);
    // Lightsail uses ECR's registries.
    if (registry) expect(define.toString().replace('forLightsail', 'forEcr')).toContain(`.${registry.factory}(`);
  },
);

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
  'a token of %s with the user %s that soon ends is warned about when nothing says which one it is',
  (_server, _username, define, lifetime) => {
    const stack = makeStack();

    const secret = define(stack, { token: SecretValue.fromVariable(stack, 'token') });

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
  ['such as "europe-west1" or a host such as "eu.gcr.io", got "ghcr.io"', google('ghcr.io', 'jsonKey')],
  ['"location" must be a location such as "europe-west1"', google('Europe', 'jsonKey')],
  [
    '"registryName" must be the name of a registry, such as "contoso", or its host',
    azure('contoso.example.com', (token) => AcrCredentials.admin(token)),
  ],
  [
    '"organization" must be the organization alone, such as "acme", got "a+b" (in app/X)\n' +
      '"robotName" must be the name of the robot alone, such as "puller", without "acme+", got "acme+puller" (in app/X)',
    (s, p) => PullSecret.forQuayRobot(s, 'X', { ...p, organization: 'a+b', robotName: 'acme+puller' }),
  ],
  [
    '"projectName" must not be empty (in app/X)\n"robotName" must be the name of the robot alone',
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
