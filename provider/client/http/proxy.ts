import { BlockList, type IPVersion, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { InvalidVariableError } from '../errors/errors';

/**
 * The proxy for requests to `target` from the usual variables (`HTTPS_PROXY` or `HTTP_PROXY` by its scheme, `NO_PROXY`, in upper case or
 * else in lower case), or undefined; an empty variable is unset. Reads them as Terraform does: a proxy may lack its scheme, localhost and
 * loopback addresses are never proxied, and `NO_PROXY` takes hosts (with their subdomains), `.domains` (subdomains only), `host:port`,
 * addresses, networks (`10.0.0.0/8`) and `*`. Throws an InvalidVariableError for an address that cannot be used.
 */
export function proxyFor(target: URL, variables: Readonly<Record<string, string | undefined>>): URL | undefined {
  const given = (name: string) =>
    [name, name.toLowerCase()].flatMap((variable) => {
      const text = variables[variable];
      return text ? [{ variable, text }] : [];
    })[0];
  const setting = given(target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (setting === undefined) return undefined;
  const { variable, text } = setting;
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  if (isLoopback(host)) return undefined;
  const exceptions = given('NO_PROXY')
    ?.text.split(/[\s,]+/)
    .filter(Boolean);
  if (exceptions?.some((entry) => isExcepted(host, port, entry.toLowerCase()))) return undefined;
  const proxy = URL.parse(/^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`);
  const problem = proxy ? problemOf(proxy) : 'is not the address of a proxy';
  if (proxy && problem === undefined) return proxy;
  throw new InvalidVariableError(
    variable,
    `The environment variable ${variable} ${problem}. Give it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with ` +
      'special characters of the password percent-encoded, or unset it. Its value is not shown, because it may hold a password.',
  );
}

function problemOf({ protocol, username, password }: URL): string | undefined {
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `names a proxy of the kind ${protocol}//, and only http:// and https:// can be used`;
  }
  try {
    decodeURIComponent(`${username}:${password}`);
    return undefined;
  } catch {
    return 'holds a "%" in its user name or password that begins no percent-encoded character';
  }
}

const isLoopback = (host: string) =>
  host === 'localhost' || isInNetwork(host, '127.0.0.0', 8) || isInNetwork(host, '::1', 128);

function isExcepted(host: string, port: string, entry: string): boolean {
  if (entry === '*') return true;
  const [address = '', prefix] = entry.split('/');
  if (prefix !== undefined) return /^\d+$/.test(prefix) && isInNetwork(host, address, Number(prefix));
  const [, name = '', wantedPort] = isIP(entry) === 6 ? [entry, entry] : (/^(.*?)(?::(\d*))?$/.exec(entry) ?? []);
  if (wantedPort && wantedPort !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  if (version !== 0) return isInNetwork(host, bare, version === 6 ? 128 : 32);
  // With a leading dot, the domain itself does not match.
  const domain = inAscii(bare.replace(/^\*?\./, ''));
  return host.endsWith(`.${domain}`) || (host === domain && !/^\*?\./.test(bare));
}

const inAscii = (domain: string) => (/^[\x20-\x7e]*$/.test(domain) ? domain : domainToASCII(domain));

/** True if a host is an address in a network, in any notation of IPv6; `::ffff:10.0.0.1` is also an IPv4 address. */
function isInNetwork(host: string, network: string, prefix: number): boolean {
  const family = (address: string) => ({ 4: 'ipv4', 6: 'ipv6' })[isIP(address)] as IPVersion | undefined;
  const [hosts, networks] = [family(host), family(network)];
  if (hosts === undefined || networks === undefined || (hosts === 'ipv4' && networks === 'ipv6')) return false;
  const list = new BlockList();
  try {
    list.addSubnet(network, prefix, networks);
  } catch {
    return false;
  }
  return list.check(host, hosts);
}
