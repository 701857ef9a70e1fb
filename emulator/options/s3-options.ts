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

/** Hides the parts of an invalid URL that must not be shown: text before a host is often a password. */
export function toldUrl(text: string): string {
  const [, scheme = '', rest = ''] = /^(\w+:\/\/)?(.*)$/s.exec(text) ?? [];
  // An "@" after a "?" or "#" is part of a password, or of a query.
  if (/[?#].*@/s.test(rest)) return `${scheme}(hidden)`;
  const told = rest.replace(/^.*@/s, '(hidden)@').replace(/([?#]).*/s, '$1(hidden)');
  // A port that is no number is a password whose "@" is encoded, or in another part of a list.
  return scheme + told.replace(/^([^/?#:[]*:)(?!\d+(?:[/?#]|$)).*/s, '$1(hidden)');
}

/**
 * Host names to which a bucket's alias can be prepended: those that resolve to this machine if they resolve at all, and the hosts
 * of the listener's known URLs. Lower-case, without port.
 */
export function virtualHostBases(urls: readonly string[]): readonly string[] {
  return ['s3.localhost', 'localhost', ...urls.map((url) => new URL(url).hostname.toLowerCase())];
}
