import { isIP } from 'node:net';
import { type Diagnostics, path, type Variables } from '../../framework';
import { InvalidVariableError } from '../client/errors/errors';
import { proxyFor } from '../client/http/proxy';
import { usualCertificates } from '../client/http/trust';
import { endpointUrl, isLoopback, type S3Addressing } from '../formats/s3-endpoint';
import { hasUserInfo, mayHaveUserInfo, quotedAddress } from '../formats/user-info';

/**
 * Reports variables with which no connection is possible: those of a proxy for `baseUrl`, and those of a trust store, whose files it reads, if one of
 * the addresses is of `https`. An undefined address is not checked. The diagnostics have no path, because no argument is at fault.
 */
export function checkConnecting(
  baseUrl: URL | undefined,
  s3Endpoint: string | undefined,
  env: Variables,
  diagnostics: Diagnostics,
): void {
  const usesTls = baseUrl?.protocol === 'https:' || s3Endpoint?.startsWith('https:');
  // Without one of the variables there is no trust store to check.
  const namesStore = Boolean(env.SSL_CERT_FILE || env.SSL_CERT_DIR);
  for (const check of [
    () => baseUrl && proxyFor(baseUrl, env),
    () => namesStore && usesTls && usualCertificates({ variables: env }),
  ]) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof InvalidVariableError)) throw error;
      diagnostics.error(`Invalid ${error.variable}`, error.problem);
    }
  }
}

/**
 * Returns the URL of an `s3_endpoint`, with the scheme that `endpointUrl` adds and perhaps a path; undefined after it has reported one to which no
 * request can be sent. `given`: the argument or variable that has the text. `addressing`: undefined while it is not known. Quotes no user name, query
 * or fragment, nor what may be one.
 */
export function checkS3Endpoint(
  text: string,
  { given, addressing }: { readonly given: string; readonly addressing: S3Addressing | undefined },
  diagnostics: Diagnostics,
): string | undefined {
  const report = (problem: string) => {
    diagnostics.error('Invalid s3_endpoint', `${given} ${problem}`, path('s3_endpoint'));
    return undefined;
  };
  const url = URL.parse(endpointUrl(text) ?? '');
  if (!url || mayHaveUserInfo(text) || /[?#]/.test(text)) {
    return report(
      `must be the address of an S3 endpoint, such as "https://s3.example.com", without user name, query and fragment; got ${quotedAddress(text)}.`,
    );
  }
  if (addressing === 'virtual' && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return report(
      `is ${quotedAddress(text)}, and s3_addressing = "virtual" writes the bucket before a host name, not before an address. Give a host name, or set s3_addressing = "path".`,
    );
  }
  return url.href;
}

/** Returns a `base_url` as URL; undefined after it has reported one that may not be used. `given`, and what it quotes: {@link checkS3Endpoint}. */
export function checkBaseUrl(
  text: string,
  { given, allowInsecure }: { readonly given: string; readonly allowInsecure: boolean },
  diagnostics: Diagnostics,
): URL | undefined {
  const report = (problem: string) => {
    diagnostics.error('Invalid base_url', `${given} ${problem}`, path('base_url'));
    return undefined;
  };
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return report(
      `must be the address of the service, such as "https://api.example.com/v1"; got ${quotedAddress(text)}.`,
    );
  }
  if (hasUserInfo(text) || url.username !== '' || url.password !== '') {
    return report(
      'must not contain a user name or password: remove the part before "@". Set the token in its own argument, token (COFFER_TOKEN).',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return report('must have neither query nor fragment: take out "?" or "#" and what follows.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecure) {
    const problem = `is ${quotedAddress(text)}, which would send the token in clear text. Use https://, or set allow_insecure_http = true if you accept that.`;
    diagnostics.error('Insecure base_url', `${given} ${problem}`, path('base_url'));
    return undefined;
  }
  return url;
}
