import { BlockList, isIP } from 'node:net';
import { isSame } from '../../domain/compare';
import { bearerOf } from '../../http/bearer';
import { HttpError } from '../../http/http-error';

export interface ControlRequest {
  readonly remoteAddress: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Headers that proxies add, beside `X-Forwarded-…`: each has its own way to say for whom it asks. */
const PROXY = new Set(
  (
    'forwarded via x-real-ip x-client-ip x-cluster-client-ip x-original-forwarded-for x-envoy-external-address true-client-ip ' +
    'cf-connecting-ip fastly-client-ip'
  ).split(' '),
);

/**
 * Admits callers that may control the emulator: those with the admin token, and those on this machine. Throws 401 or 403 for others.
 *
 * A page in a browser on this machine is not such a caller: neither by a cross-site request (`Origin`, `Sec-Fetch-Site`) nor by its
 * own host name that resolves to loopback (`Host`). A request through a proxy is not from this machine.
 */
export function requireControl({ remoteAddress, headers }: ControlRequest, adminToken: string | undefined): void {
  if (isCrossSite(headers)) throw new HttpError(403, 'forbidden', 'Pages of other sites may not control the emulator.');
  const token = bearerOf(String(headers.authorization ?? ''));
  if (adminToken !== undefined && token !== undefined && isSame(token, adminToken)) return;
  if (isFromThisMachine({ remoteAddress, headers })) return;
  if (adminToken === undefined) {
    const says = 'Only callers on this machine, by a loopback name, may control an emulator without --admin-token.';
    throw new HttpError(403, 'forbidden', says);
  }
  throw new HttpError(401, 'unauthorized', 'This needs the admin token of the emulator, or a caller on its machine.', {
    'www-authenticate': 'Bearer',
  });
}

/** Whether a request was sent on this machine, to a loopback name, and not through a proxy. */
export function isFromThisMachine({ remoteAddress, headers }: ControlRequest): boolean {
  const name = hostName(headers.host);
  if (!isLoopbackAddress(remoteAddress) || (name !== 'localhost' && !isLoopbackAddress(name))) return false;
  return !Object.keys(headers).some((name) => PROXY.has(name) || name.startsWith('x-forwarded-'));
}

function isCrossSite({ origin, host, ...headers }: ControlRequest['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
}

function isLoopbackAddress(address = ''): boolean {
  const family = isIP(address);
  return family !== 0 && LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Host name in a Host header, without port and brackets; undefined if it is malformed. */
function hostName(host: string | string[] | undefined): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(String(host ?? ''));
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}
