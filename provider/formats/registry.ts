/** How Docker Hub is written where credentials are kept. */
export const DOCKER_HUB = 'https://index.docker.io/v1/';

const DOCKER_HUB_HOSTS: readonly string[] = ['docker.io', 'index.docker.io', 'registry-1.docker.io'];

/** The `server` to keep credentials under for a registry's host: itself, but for Docker Hub, which has several names. */
export function serverOf(host: string): string {
  return DOCKER_HUB_HOSTS.includes(host.toLowerCase()) ? DOCKER_HUB : host.toLowerCase();
}

/** The host, with its port, of a server as practitioners write it: a scheme and a path are left out, as clients do. */
export function hostOf(server: string): string {
  return server.replace(/^https?:\/\//i, '').replace(/\/.*$/s, '');
}

/** True for what can be a host, with or without a port. */
export const isHost = (text: string) =>
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d+)?$/.test(text);
