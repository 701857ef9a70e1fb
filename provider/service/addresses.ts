import { isIP } from 'node:net';
import { type Diagnostics, path, type Variables } from '../../framework';
import { InvalidProxyError, InvalidTrustStoreError } from '../client/errors';
import { proxyFor } from '../client/proxy';
import { usualCertificates } from '../client/trust';
import { isLoopback } from '../formats/loopback';
import { endpointUrl, type S3Addressing } from '../formats/s3-endpoint';
import { hasUserInfo } from '../formats/user-info';

/** Reports a proxy variable with which no connection is possible. The diagnostic has no path, because no argument is at fault. */
export function checkProxy(baseUrl: URL, env: Variables, diagnostics: Diagnostics): void {
  try {
    proxyFor(baseUrl, env);
  } catch (error) {
    if (!(error instanceof InvalidProxyError)) throw error;
    diagnostics.error(`Invalid ${error.variable}`, error.problem);
  }
}

/** Reports a trust store in a variable with which no server can be trusted. The diagnostic has no path, because no argument is at fault. */
export function checkTrustStore(
  addresses: readonly (URL | undefined)[],
  env: Variables,
  diagnostics: Diagnostics,
): void {
  // Without one of the variables there is nothing to check.
  if (!(env.SSL_CERT_FILE || env.SSL_CERT_DIR) || addresses.every((url) => url?.protocol !== 'https:')) return;
  try {
    usualCertificates({ variables: env });
  } catch (error) {
    if (!(error instanceof InvalidTrustStoreError)) throw error;
    diagnostics.error(`Invalid ${error.variable}`, error.problem);
  }
}

/** Reports an `s3_endpoint` to which no request can be sent. Quotes the text only if it cannot contain a password or token. */
export function checkS3Endpoint(
  text: string,
  { given, addressing }: { readonly given: string; readonly addressing: S3Addressing | undefined },
  diagnostics: Diagnostics,
): string | undefined {
  const at = path('s3_endpoint');
  const report = (problem: string) => {
    diagnostics.error('Invalid s3_endpoint', `${given} ${problem}`, at);
    return undefined;
  };
  const url = URL.parse(endpointUrl(text) ?? '');
  if (!url || /[@?#]/.test(text)) {
    const got = /[@?#]/.test(text) ? '' : `; got ${JSON.stringify(text)}`;
    return report(
      `must be the address of an S3 endpoint, such as "https://s3.example.com", without user name, query and fragment${got}.`,
    );
  }
  if (addressing === 'virtual' && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return report(
      `is ${JSON.stringify(text)}, and s3_addressing = "virtual" writes the bucket before a host name, not before an address. Give a host name, or set s3_addressing = "path".`,
    );
  }
  return url.href;
}

interface GivenUrl {
  /** The argument or the variable that contains the text. */
  readonly given: string;
  readonly allowInsecure: boolean;
}

/** Reports a `base_url` that may not be used. Quotes the text only if it cannot contain a password or token. */
export function checkBaseUrl(
  text: string,
  { given, allowInsecure }: GivenUrl,
  diagnostics: Diagnostics,
): URL | undefined {
  const at = path('base_url');
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    const got = /[@?#]/.test(text) ? '' : `; got ${JSON.stringify(text)}`;
    diagnostics.error(
      'Invalid base_url',
      `${given} must be the address of the service, such as "https://api.example.com/v1"${got}.`,
      at,
    );
    return undefined;
  }
  if (hasUserInfo(text) || url.username !== '' || url.password !== '') {
    diagnostics.error(
      'Invalid base_url',
      `${given} must not hold a user name or password: take out what stands before "@". The token has an argument of its own, token (COFFER_TOKEN).`,
      at,
    );
    return undefined;
  }
  if (url.search !== '' || url.hash !== '') {
    diagnostics.error(
      'Invalid base_url',
      `${given} must have neither query nor fragment: it may only be ${JSON.stringify(url.origin + url.pathname)}, without what follows "?" or "#".`,
      at,
    );
    return undefined;
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecure) {
    diagnostics.error(
      'Insecure base_url',
      `${given} is ${JSON.stringify(text)}, which would send the token in clear text. Use https://, or set allow_insecure_http = true if you accept that.`,
      at,
    );
    return undefined;
  }
  return url;
}
