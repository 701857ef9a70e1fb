import type * as registry from '../../registry-props';
import type { SecretValue } from '../../secret-value';
import { isUnknown } from '../code/hcl-text';
import { matches, notEmpty, type Problem } from '../props/checks';
import { hostsOf, normalizeServer, type RegistryLogin } from './registry-checks';

/** Login data from a factory of pull secrets: server, user, lifetime, and problems of its props. */
export interface KnownLogin extends RegistryLogin {
  readonly server: string;
  readonly secretUsername?: SecretValue;
  readonly problems?: readonly Problem[];
}

export const fixed = (server: string, username: string, { token }: registry.TokenPullSecretProps): KnownLogin => ({
  server,
  username,
  password: token,
});

/** A private Amazon ECR registry; China has its own domain. */
export function ecr(props: registry.EcrPullSecretProps): KnownLogin {
  const { accountId, region } = props;
  const domain = !isUnknown(region) && region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return {
    ...fixed(`${accountId}.dkr.ecr.${region}.${domain}`, 'AWS', props),
    problems: [
      matches('accountId', accountId, /^\d{12}$/, 'an AWS account: 12 digits, such as "123456789012"'),
      matches('region', region, /^[a-z]{2,}(-[a-z]+)+-\d$/, 'an AWS region, such as "eu-central-1"'),
    ],
  };
}

/** The Google Artifact Registry, by location or by host. */
export function artifactRegistry({ location, credentials }: registry.ArtifactRegistryPullSecretProps): KnownLogin {
  const form = 'a location such as "europe-west1" or a host such as "eu.gcr.io"';
  if (!isHost(location)) {
    const problem = matches('location', location, /^[a-z]+(-[a-z]+\d*)*$/, form);
    return { ...credentials._login, server: `${location}-docker.pkg.dev`, problems: [problem] };
  }
  const server = normalizeServer(location);
  const problem = matches('location', server, hostsOf('forArtifactRegistry'), form);
  return { ...credentials._login, server, problems: [problem] };
}

/** An Azure container registry, by name or by host; the admin user has the name of the registry. */
export function acr({ registryName, credentials }: registry.AcrPullSecretProps): KnownLogin {
  const form = 'the name of a registry, such as "contoso", or its host, such as "contoso.azurecr.io"';
  if (!isHost(registryName)) {
    const problem = matches('registryName', registryName, /^[A-Za-z0-9-]+$/, form);
    const server = normalizeServer(`${registryName}.azurecr.io`);
    return { username: registryName, ...credentials._login, server, problems: [problem] };
  }
  const server = normalizeServer(registryName);
  const problem = matches('registryName', server, hostsOf('forAcr'), form);
  return { username: server.replace(/\..*$/s, ''), ...credentials._login, server, problems: [problem] };
}

export const gitLab = ({ host = 'registry.gitlab.com', credentials }: registry.GitLabPullSecretProps): KnownLogin => ({
  ...credentials._login,
  server: normalizeServer(host),
});

export const quay = ({
  host = 'quay.io',
  organization,
  robotName,
  token,
}: registry.QuayPullSecretProps): KnownLogin => ({
  server: normalizeServer(host),
  username: `${organization}+${robotName}`,
  password: token,
  problems: [
    matches('organization', organization, /^[^+]+$/, 'the organization alone, such as "acme"'),
    matches('robotName', robotName, /^[^+]+$/, 'the name of the robot alone, such as "puller", without "acme+"'),
  ],
});

export function harbor(props: registry.HarborPullSecretProps): KnownLogin {
  const { host, projectName, robotName, robotPrefix = 'robot$', token } = props;
  return {
    server: normalizeServer(host),
    username: robotPrefix + (projectName === undefined ? '' : `${projectName}+`) + robotName,
    password: token,
    problems: [
      notEmpty('projectName', projectName),
      matches(
        'robotName',
        robotName,
        /^[^+$]+$/,
        'the name of the robot alone, such as "puller", without "robot$acme+"',
      ),
    ],
  };
}

/** DigitalOcean, where the user name is also the token. */
export const digitalOcean = ({ token }: registry.TokenPullSecretProps): KnownLogin => ({
  server: 'registry.digitalocean.com',
  secretUsername: token,
  password: token,
});

export const scaleway = ({ region, namespace, token }: registry.ScalewayPullSecretProps): KnownLogin => ({
  server: `rg.${region}.scw.cloud${namespace === undefined ? '' : `/${namespace}`}`,
  username: 'nologin',
  password: token,
  problems: [
    matches('region', region, /^[a-z]{2}-[a-z]{3}$/, 'a Scaleway region, such as "fr-par"'),
    matches('namespace', namespace, /^[a-z0-9-]+$/, 'the name of a namespace, such as "acme"'),
  ],
});

export function ibm({ host = 'icr.io', credentials }: registry.IbmPullSecretProps): KnownLogin {
  const server = normalizeServer(host);
  const form = 'a host of the IBM Cloud registry, such as "de.icr.io"';
  return {
    ...credentials._login,
    server,
    problems: [matches('host', server, hostsOf('forIbm'), form)],
  };
}

export const oracle = ({
  regionKey,
  namespace,
  domain,
  username,
  token,
}: registry.OraclePullSecretProps): KnownLogin => ({
  server: `${regionKey}.ocir.io`,
  username: [namespace, ...(domain === undefined ? [] : [domain]), username].join('/'),
  password: token,
  problems: [
    matches('regionKey', regionKey, /^[a-z0-9-]+$/, 'the key of a region, such as "fra"'),
    matches('namespace', namespace, /^[^/]+$/, 'the namespace alone, without a user'),
    notEmpty('domain', domain),
    notEmpty('username', username),
  ],
});

export const generic = ({ server, username, token }: registry.GenericPullSecretProps): KnownLogin => ({
  server: normalizeServer(server, true),
  username,
  password: token,
});

const isHost = (text: string) => !isUnknown(text) && text.includes('.');
