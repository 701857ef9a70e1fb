import type { Duration } from '../../duration';
import type { SecretValue } from '../../secret-value';
import { isUnknown } from '../code/hcl-text';
import type { Problem } from '../props/checks';
import { DOCKER_HUB, DOCKER_HUB_HOSTS, REGISTRIES } from './registry-table';

export interface RegistryLogin {
  /** Undefined if the user name is that of the registry, or is itself a secret. */
  readonly username?: string;
  readonly password: SecretValue;
  /** Validity period of such a password, from the moment it is issued; undefined: until revoked, or until a date that its owner set. */
  readonly lifetime?: Duration;
}

/** Version of the registry's API at the beginning of a path. Clients take it for the host alone, but only with a slash at its end. */
const API_VERSION = /^\/v[12](?=\/|$)/;

/**
 * A server in the form in which clients compare it: the host in lower case with its port, and with `keepPath` the path without the
 * version of the API; Docker Hub in the one form that container tools look for. A token stays unchanged.
 */
export function normalizeServer(server: string, keepPath = false): string {
  if (isUnknown(server)) return server;
  const [, host = '', path = ''] = /^(?:https?:\/\/)?([^/]*)(.*?)\/*$/is.exec(server.trim()) ?? [];
  const lower = host.toLowerCase();
  if (DOCKER_HUB_HOSTS.includes(lower)) return DOCKER_HUB;
  return keepPath ? lower + path.replace(API_VERSION, '') : lower;
}

/** Returns a sentence if the registry's documentation fixes the user name and this one differs (P30). Tokens pass. */
export function checkUser(server: string, username: string | undefined): Problem {
  if (username === undefined || username === '' || isUnknown(server) || isUnknown(username)) return;
  const host = normalizeServer(server);
  const registry = REGISTRIES.find(({ hosts }) => hosts.test(host));
  if (!registry?.usernames || registry.usernames.includes(username)) return;
  const wanted = registry.usernames.map((user) => `"${user}"`).join(' or ');
  return (
    `"username" must be ${wanted} at ${registry.name} (${host}), got ${JSON.stringify(username)}: ` +
    `PullSecret.${registry.factory} fills it in`
  );
}

/** Returns the pattern of the hosts of a factory's registry. */
export function hostsOf(factory: string): RegExp {
  const registry = REGISTRIES.find((each) => each.factory === factory);
  if (!registry) throw new Error(`There is no registry with the factory ${factory}.`);
  return registry.hosts;
}
