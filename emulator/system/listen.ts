import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { StartError } from '../domain/errors';

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

/** Like {@link listen}, for S3. If its port and that of the REST interface are in use, as where the emulator runs already, the error names both. */
export async function listenForS3(server: Server, address: Address, restPort: number): Promise<string> {
  try {
    return await listen(server, address, '--s3-port');
  } catch (error) {
    const { host, port } = address;
    if (!isInUse(error) || restPort === 0 || !(await isTaken({ host, port: restPort }))) throw error;
    throw new StartError(
      `Ports ${restPort} and ${port} of ${host} are in use, as by an emulator that runs already. Stop that one, or give other values ` +
        'of --port and --s3-port, or 0 for any free port.',
      { cause: error },
    );
  }
}

async function isTaken(address: Address): Promise<boolean> {
  const probe = createServer();
  try {
    await listen(probe, address, '--port');
    return false;
  } catch (error) {
    return isInUse(error);
  } finally {
    probe.close();
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof StartError && (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Addresses by which others reach a server that listens on all of them (`0.0.0.0` or `::`); none for any other host. */
export function reachableAddresses(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ internal, family, address }) => {
      // A link-local address of version 6 needs the name of an interface, which no URL has.
      return !internal && (family === 'IPv4' || (host === '::' && !address.startsWith('fe80')));
    })
    .map(({ address }) => toUrlHost(address));
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
