import { BlockList, isIP } from 'node:net';
import { InvalidProxyError } from './errors';

/**
 * The proxy for requests to `target` that the usual variables ask for (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, upper or
 * lower case), or undefined. Reads them as Terraform does: a proxy may lack its scheme, localhost and loopback addresses
 * are never proxied, and `NO_PROXY` takes hosts, `.domains`, `host:port`, addresses, networks (`10.0.0.0/8`) and `*`.
 * Throws an InvalidProxyError for an address that is none.
 */
export function proxyFor(target: URL, variables: Readonly<Record<string, string | undefined>>): URL | undefined {
  const given = (name: string) => [name, name.toLowerCase()].find((one) => variables[one]);
  const variable = given(target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (variable === undefined) return undefined;
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  if (isLoopback(host)) return undefined;
  const exceptions = (variables[given('NO_PROXY') ?? ''] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (exceptions.some((entry) => isExcepted(host, port, entry.toLowerCase()))) return undefined;
  const text = variables[variable] ?? '';
  const proxy = URL.parse(/^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`);
  const problem = proxy ? problemOf(proxy) : 'is no address of a proxy';
  if (proxy && problem === undefined) return proxy;
  throw new InvalidProxyError(
    variable,
    `The environment variable ${variable} ${problem}. Give it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with ` +
      'special characters of the password percent-encoded, or unset it. Its value is not shown, because it may hold a password.',
    target,
  );
}

function problemOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `names a proxy of the kind ${protocol}//, and only http:// and https:// can be used`;
  }
  try {
    decodeURIComponent(username + password);
    return undefined;
  } catch {
    return 'holds a "%" in its user name or password that begins no percent-encoded character';
  }
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
