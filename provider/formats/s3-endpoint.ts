import { isLoopback } from './loopback';

/** Region to sign for where nobody says otherwise. */
export const DEFAULT_REGION = 'us-east-1';

/**
 * The URL of an S3 endpoint, which may come without a scheme (P31): it is `https` then, on loopback `http`. Undefined
 * for what is no address.
 */
export function endpointUrl(endpoint: string): string | undefined {
  const given = endpoint.trim();
  if (given.includes('://')) return /^https?:\/\//i.test(given) && URL.canParse(given) ? given : undefined;
  const host = URL.parse(`https://${given}`)?.hostname;
  return host ? `${isLoopback(host) ? 'http' : 'https'}://${given}` : undefined;
}
