import { DOCKER_HUB, DOCKER_HUB_HOSTS } from './registries';

/** The `server` of credentials for a registry's host: the host in lower case, or the one name of Docker Hub, which has several hosts. */
export function serverOf(host: string): string {
  return DOCKER_HUB_HOSTS.includes(host.toLowerCase()) ? DOCKER_HUB : host.toLowerCase();
}

/** The host and port of a server, without scheme and path, which clients ignore. */
export function hostOf(server: string): string {
  return server.replace(/^https?:\/\//i, '').replace(/\/.*$/s, '');
}

/**
 * True if two servers are the same registry, however they are written: with or without scheme and final slash, in capital
 * letters, with the path of the registry's API, or by another name of Docker Hub.
 */
export function sameServer(a: string, b: string): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(server: string): string {
  const registry = serverOf(hostOf(server));
  const path = server
    .replace(/^https?:\/\//i, '')
    .replace(/^[^/]*/, '')
    .replace(/\/+$/, '');
  return registry === DOCKER_HUB || /^\/v[12]$/.test(path) ? registry : registry + path;
}

/** True if a text can be a host, with or without a port. */
export const isHost = (text: string) =>
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d+)?$/.test(text);
