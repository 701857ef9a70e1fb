import { BlockList, isIP } from 'node:net';

/**
 * The proxy for requests to `target` that the usual variables ask for (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, upper or
 * lower case), or undefined. Reads them as Terraform does: a proxy may lack its scheme, localhost and loopback addresses
 * are never proxied, and `NO_PROXY` takes hosts, `.domains`, `host:port`, addresses, networks (`10.0.0.0/8`) and `*`.
 */
export function proxyFor(target: URL, variables: Readonly<Record<string, string | undefined>>): URL | undefined {
  const variable = (name: string) => variables[name] || variables[name.toLowerCase()] || undefined;
  const proxy = variable(target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (proxy === undefined) return undefined;
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  if (isLoopback(host)) return undefined;
  const exceptions = (variable('NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (exceptions.some((entry) => isExcepted(host, port, entry.toLowerCase()))) return undefined;
  return new URL(/^[a-z0-9+.-]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`);
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function isExcepted(host: string, port: string, entry: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isInNetwork(host, entry);
  if (isIP(entry) === 6) return host === entry;
  const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
  // A leading dot leaves the domain itself out.
  return host.endsWith(`.${bare}`) || (host === bare && !/^\*?\./.test(name));
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', prefix = ''] = network.split('/');
  const version = isIP(address);
  if (version === 0 || isIP(host) !== version || !/^\d+$/.test(prefix)) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(prefix), family);
  } catch {
    return false;
  }
  return list.check(host, family);
}
