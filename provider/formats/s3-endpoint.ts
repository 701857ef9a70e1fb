/** Region to sign for where nobody says otherwise. */
export const DEFAULT_REGION = 'us-east-1';

/** The URL of an S3 endpoint, which may come without a scheme (SEMANTICS P31); undefined for what is no address. */
export function endpointUrl(endpoint: string): string | undefined {
  const text = endpoint.includes('://') ? endpoint : `https://${endpoint}`;
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
}
