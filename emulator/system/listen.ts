import type { Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { StartError } from '../domain/errors';

/** Where to listen. */
export interface Address {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Whether the server uses HTTPS. Default false. */
  readonly secure?: boolean;
}

/** Listens, and returns the URL of the server. Throws a {@link StartError} that names the port and its `flag`. */
export async function listen(server: Server, { host, port, secure = false }: Address, flag: string): Promise<string> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw toStartError(error, { host, port }, flag);
  }
  return `${secure ? 'https' : 'http'}://${toUrlHost(host)}:${(server.address() as AddressInfo).port}`;
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Host part of the URL: a server on all addresses is reached by loopback. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}

function toStartError(error: unknown, { host, port }: Address, flag: string): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Give another ${flag}, or 0 for any free one.`,
    EACCES: `Port ${port} of ${host} may not be used by this user. Give another ${flag}, or 0 for any free one.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Give another --host.`,
    ENOTFOUND: `The host name ${host} is not known. Give another --host.`,
  };
  return new StartError(reasons[code ?? ''] ?? `Cannot listen on ${host}, port ${port}: ${message}.`, { cause: error });
}
