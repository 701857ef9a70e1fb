/**
 * The address of an S3 endpoint, given with or without a scheme (SEMANTICS P31): without one it is `https`, on loopback
 * `http`. Undefined for what is no address.
 */
export function parseEndpoint(text: string): URL | undefined {
  const trimmed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    const url = URL.parse(trimmed);
    return url && ['http:', 'https:'].includes(url.protocol) ? url : undefined;
  }
  const url = URL.parse(`https://${trimmed}`);
  if (!url || url.hostname === '') return undefined;
  return isLoopback(url.hostname) ? (URL.parse(`http://${trimmed}`) ?? undefined) : url;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
