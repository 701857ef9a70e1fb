export const DEFAULT_REGION = 'us-east-1';

/** The place of the bucket in the address of a request: the first part of the path, or the first part of the host. */
export const S3_ADDRESSINGS = ['path', 'virtual'] as const;
export type S3Addressing = (typeof S3_ADDRESSINGS)[number];

/** An address whose scheme is misspelt, or missing before its slashes, so that a URL parser would read another host or a path. */
const MISSPELT_SCHEME = /^(?:[^/\\:]*:)?[/\\]/;

/**
 * The URL of an S3 endpoint (P31), with a scheme if it lacks one: `https`, on loopback `http`. Otherwise it stays as written, but for spaces around
 * it; a user name, a path or a query is no error here. Undefined for text that is no address, or of another scheme.
 */
export function endpointUrl(endpoint: string): string | undefined {
  const given = endpoint.trim();
  if (given.includes('://')) return /^https?:\/\/[^/\\]/i.test(given) && URL.canParse(given) ? given : undefined;
  if (MISSPELT_SCHEME.test(given)) return undefined;
  const host = URL.parse(`https://${given}`)?.hostname;
  return host ? `${isLoopback(host) ? 'http' : 'https'}://${given}` : undefined;
}

/** True if a host name, as `URL.hostname` writes it, is this machine by its text alone: `localhost`, `*.localhost`, `127.0.0.0/8` or `[::1]`. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname);
