import { DOCKER_HUB, DOCKER_HUB_HOSTS } from './registries';

/** The `server` of credentials for a host without scheme and path: the host in lower case, with its port; for each host of Docker Hub, its URL. */
export function serverOf(host: string): string {
  return DOCKER_HUB_HOSTS.includes(host.toLowerCase()) ? DOCKER_HUB : host.toLowerCase();
}

/** The host and port of a server, without `http://` or `https://` and the path. Everything else stays: capital letters, a user name, spaces. */
export function hostOf(server: string): string {
  return server.replace(/^https?:\/\//i, '').replace(/\/.*$/s, '');
}

/** True if two servers are the same registry, whatever their scheme, final slashes, capital letters, API path (`/v2`) or name of Docker Hub. */
export function sameServer(a: string, b: string): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(server: string): string {
  const registry = serverOf(hostOf(server));
  const path = server.replace(/^(?:https?:\/\/)?[^/]*/i, '').replace(/\/+$/, '');
  return registry === DOCKER_HUB || /^\/v[12]$/.test(path) ? registry : registry + path;
}

/** True if a text has the characters of a host name, an IPv4 address or an IPv6 address in brackets, with or without a port. Asks no DNS. */
export const isHost = (text: string) =>
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d+)?$/.test(text);
