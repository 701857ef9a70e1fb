import { AT } from '../journal/addresses';

/** Whether the text can be a region, as named in signatures and reported by buckets. */
export function isRegion(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

/** Whether the text is a URL that clients can use as an S3 endpoint: http or https, a host, no path. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/** The beginning of a URL with a host. */
export const SCHEME = /^\w+:[\\/]+/;

/** An invalid URL in quotes, without the parts that must not be shown: text before a host is often a password. Says of a port that is none that it is. */
export function toldUrl(text: string): string {
  const [scheme = ''] = SCHEME.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  // An "@" after a "?" or "#" is part of a password, or of a query; behind one that is encoded a password may go on.
  if (/[?#].*@/s.test(rest) || AT.test(rest.slice(rest.lastIndexOf('@') + 1))) return `"${scheme}(hidden)"`;
  const told = rest.replace(/^.*@/s, '(hidden)@').replace(/([?#]).*/s, '$1(hidden)');
  const isOdd = PORT.exec(told)?.[1]?.endsWith(':');
  return `"${scheme}${told.replace(PORT, '$1(hidden)')}"${isOdd ? ' (its port is no number)' : ''}`;
}

/** A port that is no number, or what may be an encoded colon, and all behind it: a password, if the host is missing. */
const PORT = /^((?:\[[^\]/?#]*\]|[^/?#:%[]*)(?:%|:(?!\d+(?:[/?#]|$)))).*/s;

/**
 * Host names to which a bucket's alias can be prepended: those that resolve to this machine if they resolve at all, and the hosts
 * of the listener's known URLs. Lower-case, without port.
 */
export function virtualHostBases(urls: readonly string[]): readonly string[] {
  return ['s3.localhost', 'localhost', ...urls.map((url) => new URL(url).hostname.toLowerCase())];
}
