import type { Construct } from 'constructs';
import {
  AcrCredentials,
  ArtifactRegistryCredentials,
  GitLabCredentials,
  IbmCredentials,
  PullSecret,
  type RegistryPullSecretProps,
  type SecretValue,
} from '../../../src';

/** Props that define a row. */
type Common = RegistryPullSecretProps & { readonly token: SecretValue };
/** Defines the pull secret `X` of a row. */
export type Define = (scope: Construct, props: Common) => PullSecret;

/** The expected result of each pull secret factory for its registry. */
export const REGISTRIES: readonly (readonly [
  registry: string,
  server: string,
  username: string,
  lifetime: string | undefined,
  define: Define,
])[] = [
  [
    'Docker Hub',
    'https://index.docker.io/v1/',
    'acme',
    undefined,
    (s, p) => PullSecret.forDockerHub(s, 'X', { ...p, username: 'acme' }),
  ],
  ['GHCR', 'ghcr.io', 'octocat', undefined, (s, p) => PullSecret.forGhcr(s, 'X', { ...p, username: 'octocat' })],
  [
    'ECR',
    '123456789012.dkr.ecr.eu-central-1.amazonaws.com',
    'AWS',
    '12h',
    (s, p) => PullSecret.forEcr(s, 'X', { ...p, accountId: '123456789012', region: 'eu-central-1' }),
  ],
  [
    'ECR in China',
    '123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn',
    'AWS',
    '12h',
    (s, p) => PullSecret.forEcr(s, 'X', { ...p, accountId: '123456789012', region: 'cn-north-1' }),
  ],
  ['public ECR', 'public.ecr.aws', 'AWS', '12h', (s, p) => PullSecret.forEcrPublic(s, 'X', p)],
  [
    'Lightsail',
    '123456789012.dkr.ecr.eu-west-1.amazonaws.com',
    'AWS',
    '12h',
    (s, p) =>
      PullSecret.forLightsail(s, 'X', {
        ...p,
        server: 'https://123456789012.dkr.ecr.eu-west-1.amazonaws.com/',
        username: 'AWS',
      }),
  ],
  ...(
    [
      ['jsonKey', '_json_key', undefined],
      ['jsonKeyBase64', '_json_key_base64', undefined],
      ['accessToken', 'oauth2accesstoken', '1h'],
    ] as const
  ).map(
    ([kind, user, lifetime]) =>
      [
        `Google ${kind}`,
        'europe-west1-docker.pkg.dev',
        user,
        lifetime,
        ((s, { token, ...p }) =>
          PullSecret.forArtifactRegistry(s, 'X', {
            ...p,
            location: 'europe-west1',
            credentials: ArtifactRegistryCredentials[kind](token),
          })) as Define,
      ] as const,
  ),
  [
    'Google, by host',
    'eu.gcr.io',
    '_json_key',
    undefined,
    (s, { token, ...p }) =>
      PullSecret.forArtifactRegistry(s, 'X', {
        ...p,
        location: 'https://EU.gcr.io/acme',
        credentials: ArtifactRegistryCredentials.jsonKey(token),
      }),
  ],
  ...(
    [
      [
        'entraToken',
        '00000000-0000-0000-0000-000000000000',
        '3h',
        (token: SecretValue) => AcrCredentials.entraToken(token),
      ],
      ['servicePrincipal', 'app-1', undefined, (token: SecretValue) => AcrCredentials.servicePrincipal('app-1', token)],
      ['token', 'puller', undefined, (token: SecretValue) => AcrCredentials.token('puller', token)],
      ['admin', 'contoso', undefined, (token: SecretValue) => AcrCredentials.admin(token)],
    ] as const
  ).map(
    ([kind, user, lifetime, credentials]) =>
      [
        `Azure ${kind}`,
        'contoso.azurecr.io',
        user,
        lifetime,
        ((s, { token, ...p }) =>
          PullSecret.forAcr(s, 'X', {
            ...p,
            registryName: 'contoso',
            credentials: credentials(token),
          })) as Define,
      ] as const,
  ),
  [
    'Azure, by host',
    'contoso.azurecr.io',
    'contoso',
    undefined,
    (s, { token, ...p }) =>
      PullSecret.forAcr(s, 'X', {
        ...p,
        registryName: 'https://Contoso.azurecr.io/',
        credentials: AcrCredentials.admin(token),
      }),
  ],
  [
    'GitLab',
    'registry.gitlab.com',
    'gitlab+deploy-token-1',
    undefined,
    (s, { token, ...p }) =>
      PullSecret.forGitLab(s, 'X', {
        ...p,
        credentials: GitLabCredentials.deployToken('gitlab+deploy-token-1', token),
      }),
  ],
  [
    'a GitLab of one’s own',
    'registry.acme.example:5050',
    'me',
    undefined,
    (s, { token, ...p }) =>
      PullSecret.forGitLab(s, 'X', {
        ...p,
        host: 'https://registry.acme.example:5050/group/project',
        credentials: GitLabCredentials.accessToken('me', token),
      }),
  ],
  [
    'Quay',
    'quay.io',
    'acme+puller',
    undefined,
    (s, p) => PullSecret.forQuayRobot(s, 'X', { ...p, organization: 'acme', robotName: 'puller' }),
  ],
  [
    'Harbor, system',
    'harbor.acme.example',
    'robot$puller',
    undefined,
    (s, p) => PullSecret.forHarborRobot(s, 'X', { ...p, host: 'harbor.acme.example', robotName: 'puller' }),
  ],
  [
    'Harbor, project',
    'harbor.acme.example',
    'bot_web+puller',
    undefined,
    (s, p) =>
      PullSecret.forHarborRobot(s, 'X', {
        ...p,
        host: 'HARBOR.acme.example/web',
        projectName: 'web',
        robotName: 'puller',
        robotPrefix: 'bot_',
      }),
  ],
  [
    'Scaleway',
    'rg.fr-par.scw.cloud/acme',
    'nologin',
    undefined,
    (s, p) => PullSecret.forScaleway(s, 'X', { ...p, region: 'fr-par', namespace: 'acme' }),
  ],
  [
    'Scaleway, all namespaces',
    'rg.nl-ams.scw.cloud',
    'nologin',
    undefined,
    (s, p) => PullSecret.forScaleway(s, 'X', { ...p, region: 'nl-ams' }),
  ],
  [
    'IBM, API key',
    'icr.io',
    'iamapikey',
    undefined,
    (s, { token, ...p }) => PullSecret.forIbm(s, 'X', { ...p, credentials: IbmCredentials.apiKey(token) }),
  ],
  [
    'IBM, bearer token',
    'de.icr.io',
    'iambearer',
    '1h',
    (s, { token, ...p }) =>
      PullSecret.forIbm(s, 'X', { ...p, host: 'de.icr.io', credentials: IbmCredentials.bearerToken(token) }),
  ],
  [
    'Oracle',
    'fra.ocir.io',
    'tenancy/me',
    undefined,
    (s, p) => PullSecret.forOracle(s, 'X', { ...p, regionKey: 'fra', namespace: 'tenancy', username: 'me' }),
  ],
  [
    'Oracle, federated',
    'fra.ocir.io',
    'tenancy/acme/me',
    undefined,
    (s, p) =>
      PullSecret.forOracle(s, 'X', { ...p, regionKey: 'fra', namespace: 'tenancy', domain: 'acme', username: 'me' }),
  ],
  ['NGC', 'nvcr.io', '$oauthtoken', undefined, (s, p) => PullSecret.forNgc(s, 'X', p)],
  [
    'Red Hat',
    'registry.redhat.io',
    '123|puller',
    undefined,
    (s, p) => PullSecret.forRedHat(s, 'X', { ...p, username: '123|puller' }),
  ],
  [
    'Atlassian Forge',
    'forge-ecr.services.atlassian.com',
    'me',
    undefined,
    (s, p) => PullSecret.forAtlassianForge(s, 'X', { ...p, username: 'me' }),
  ],
  ['Heroku', 'registry.heroku.com', '_', undefined, (s, p) => PullSecret.forHeroku(s, 'X', p)],
  ['Fly', 'registry.fly.io', 'x', undefined, (s, p) => PullSecret.forFly(s, 'X', p)],
  [
    'any other',
    'nexus.acme.example:8443/docker',
    'me',
    undefined,
    (s, p) =>
      PullSecret.forGeneric(s, 'X', { ...p, server: 'https://Nexus.acme.example:8443/docker/', username: 'me' }),
  ],
];
