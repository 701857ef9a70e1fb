/** Whether the text can be a region: what signatures name, and buckets say. */
export function isRegion(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

/** Whether the text is a URL that clients can take for an S3 endpoint: http or https, a host, no path. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
}

/** A URL that is no good, as it may be told: what stands before a host is often a password. */
export function toldUrl(text: string): string {
  return text.replace(/[^/@]*@/g, '(hidden)@').replace(/([?#]).*/, '$1(hidden)');
}

/**
 * Names that a bucket's alias may stand before: those that resolve to this machine where they resolve at all, and the hosts of
 * the URLs by which the listener is known. Lower-case, without port.
 */
export function virtualHostBases(urls: readonly string[]): readonly string[] {
  return ['s3.localhost', 'localhost', ...urls.map((url) => new URL(url).hostname.toLowerCase())];
}
