import { InvalidProxyError } from '../client/errors';
import { proxyFor } from '../client/proxy';
import { isLoopback } from '../formats/loopback';
import type { Diagnostics } from '../framework/diagnostic';
import { path } from '../framework/path';

/** Reports a proxy variable that no connection can be made with. It has no path: no argument is at fault. */
export function checkProxy(
  baseUrl: URL,
  env: Readonly<Record<string, string | undefined>>,
  diagnostics: Diagnostics,
): void {
  try {
    proxyFor(baseUrl, env);
  } catch (error) {
    if (!(error instanceof InvalidProxyError)) throw error;
    diagnostics.error(`Invalid ${error.variable}`, error.problem);
  }
}

interface GivenUrl {
  /** The argument or the variable that holds it. */
  readonly given: string;
  readonly allowInsecure: boolean;
}

/** Reports a `base_url` that may not be used. Shows the text only where no password or token can be in it. */
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
  if (url.username !== '' || url.password !== '') {
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
