import { isLoopback } from './loopback';

/** Region to sign for where nobody says otherwise. */
export const DEFAULT_REGION = 'us-east-1';

/** How the bucket is written into the address of a request: as the first part of the path, or before the host. */
export const S3_ADDRESSINGS = ['path', 'virtual'] as const;
export type S3Addressing = (typeof S3_ADDRESSINGS)[number];

/** A scheme that is misspelt, or missing before its slashes: URLs would take `http` for the host, or a path for it. */
const MISSPELT_SCHEME = /^(?:[^/\\:]*:)?[/\\]/;

/**
 * The URL of an S3 endpoint, which may come without a scheme (P31): it is `https` then, on loopback `http`. Undefined
 * for what is no address.
 */
export function endpointUrl(endpoint: string): string | undefined {
  const given = endpoint.trim();
  if (given.includes('://')) return /^https?:\/\//i.test(given) && URL.canParse(given) ? given : undefined;
  if (MISSPELT_SCHEME.test(given)) return undefined;
  const host = URL.parse(`https://${given}`)?.hostname;
  return host ? `${isLoopback(host) ? 'http' : 'https'}://${given}` : undefined;
}
