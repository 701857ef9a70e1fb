import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../framework/provider';

/** Where a host finds this process. */
export interface Address {
  readonly network: 'unix' | 'tcp';
  /** Path of the socket, or `127.0.0.1:port`. */
  readonly text: string;
  /** Removes what listening left on disk. May be called again. */
  readonly remove: () => void;
}

/** Paths of sockets are short: 104 bytes on macOS, 108 on Linux. */
const MAX_PATH_BYTES = 103;

/**
 * Starts listening where only this account can connect: on a socket in a folder of its own, or on loopback on Windows.
 * Honours `PLUGIN_UNIX_SOCKET_DIR`.
 */
export async function listen(server: Server, env: Environment['env'], platform = process.platform): Promise<Address> {
  if (platform === 'win32') {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { network: 'tcp', text: `127.0.0.1:${(server.address() as AddressInfo).port}`, remove: () => {} };
  }
  const folder = mkdtempSync(join(parentFolder(env), 'coffer-')); // mode 0700, unpredictable name
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'plugin');
    server.listen(path);
    await once(server, 'listening');
    chmodSync(path, 0o600);
    return { network: 'unix', text: path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function parentFolder(env: Environment['env']): string {
  const wanted = env.PLUGIN_UNIX_SOCKET_DIR || tmpdir();
  const longest = join(wanted, 'coffer-XXXXXX', 'plugin');
  return Buffer.byteLength(longest) > MAX_PATH_BYTES ? '/tmp' : wanted;
}
