import type { Duration } from '../../duration';
import type { SecretValue } from '../../secret-value';
import { isUnknown } from '../code/hcl-text';
import { DOCKER_HUB, DOCKER_HUB_HOSTS, HOSTS } from './registry-table';

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

/** Returns the pattern of the hosts of a factory's registry. */
export function hostsOf(factory: string): RegExp {
  const hosts = HOSTS[factory];
  if (!hosts) throw new Error(`There is no registry with the factory ${factory}.`);
  return hosts;
}
