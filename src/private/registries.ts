import { Token } from 'cdktf';
import type { Duration } from '../duration';
import type { SecretValue } from '../secret-value';
import type { Problem } from './checks';
import { DOCKER_HUB, DOCKER_HUB_HOSTS, REGISTRIES } from './registry-table';

/** Who logs in to a registry. */
export interface RegistryLogin {
  /** Undefined: the user name is that of the registry, or a secret itself. */
  readonly username?: string;
  readonly password: SecretValue;
  /** How long such a password is good for from the moment it is issued; undefined: until revoked, or as its owner set it. */
  readonly lifetime?: Duration;
}

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

/** A sentence if the registry's documentation fixes the user name, and it is another one (P30). Tokens pass. */
export function checkUser(server: string, username: string | undefined): Problem {
  if (username === undefined || username === '' || Token.isUnresolved(server) || Token.isUnresolved(username)) return;
  const host = normalizeServer(server);
  const registry = REGISTRIES.find(({ hosts }) => hosts.test(host));
  if (!registry?.usernamesAreFixed || registry.usernames.includes(username)) return;
  const wanted = registry.usernames.map((user) => `"${user}"`).join(' or ');
  return (
    `"username" must be ${wanted} at ${registry.name} (${host}), got ${JSON.stringify(username)}: ` +
    `PullSecret.${registry.factory} fills it in`
  );
}

/** Matches the hosts of the registry that a factory is for. */
export function hostsOf(factory: string): RegExp {
  const registry = REGISTRIES.find((each) => each.factory === factory);
  if (!registry) throw new Error(`There is no registry with the factory ${factory}.`);
  return registry.hosts;
}
