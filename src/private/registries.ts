import { Token } from 'cdktf';
import type { Duration } from '../duration';
import type { SecretValue } from '../secret-value';
import type { Problem } from './checks';

/** Who logs in to a registry. */
export interface RegistryLogin {
  /** Undefined: the user name is that of the registry, or a secret itself. */
  readonly username?: string;
  readonly password: SecretValue;
  /** How long such a password is good for from the moment it is issued; undefined: until revoked, or as its owner set it. */
  readonly lifetime?: Duration;
}

/** How Docker Hub is written where credentials are kept: by the key that container tools look for. */
export const DOCKER_HUB = 'https://index.docker.io/v1/';

/** All mean Docker Hub. */
const DOCKER_HUB_HOSTS = ['docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com'];

/**
 * A server as clients compare it: its host in lower case with its port, and a path where `keepPath` asks for it; Docker Hub in the one
 * form that container tools look for. A token stays as it is.
 */
export function normalizeServer(server: string, keepPath = false): string {
  if (Token.isUnresolved(server)) return server;
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/]*)(.*?)\/*$/is.exec(server.trim()) ?? [];
  const lower = host.toLowerCase();
  if (DOCKER_HUB_HOSTS.includes(lower)) return DOCKER_HUB;
  return keepPath ? lower + path : lower;
}

/** What a registry's own documentation says of its user name. */
interface UserRule {
  readonly host: RegExp;
  readonly users: readonly string[];
  readonly registry: string;
  readonly factory: string;
}

const ECR = /^\d{12}\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;

const USER_RULES: readonly UserRule[] = [
  { host: ECR, users: ['AWS'], registry: 'Amazon ECR', factory: 'forEcr' },
  { host: /^public\.ecr\.aws$/, users: ['AWS'], registry: 'the public Amazon ECR', factory: 'forEcrPublic' },
  {
    host: /^([a-z0-9-]+-docker\.pkg\.dev|([a-z]+\.)?gcr\.io)$/,
    users: ['_json_key', '_json_key_base64', 'oauth2accesstoken'],
    registry: 'the Google Artifact Registry',
    factory: 'forArtifactRegistry',
  },
  {
    host: /^([a-z]+\.)?icr\.io$/,
    users: ['iamapikey', 'iambearer'],
    registry: 'the IBM Cloud registry',
    factory: 'forIbm',
  },
];

/** A sentence if the registry's documentation fixes the user name, and it is another one (P30). Tokens pass. */
export function checkUser(server: string, username: string | undefined): Problem {
  if (username === undefined || username === '' || Token.isUnresolved(server) || Token.isUnresolved(username)) return;
  const host = normalizeServer(server);
  const rule = USER_RULES.find((candidate) => candidate.host.test(host));
  if (!rule || rule.users.includes(username)) return;
  const wanted = rule.users.map((user) => `"${user}"`).join(' or ');
  return (
    `"username" must be ${wanted} at ${rule.registry} (${host}), got ${JSON.stringify(username)}: ` +
    `PullSecret.${rule.factory} fills it in`
  );
}
