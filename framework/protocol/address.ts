import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../provider';

/** The address at which a host reaches this process. */
export interface Address {
  readonly network: 'unix' | 'tcp';
  /** Path of the socket, or `127.0.0.1:port`. */
  readonly text: string;
  /** Removes the socket and its folder, but does not close the server. May be called more than once. Does nothing on Windows. */
  readonly remove: () => void;
}

const SOCKET_NAME = 'plugin';

/** The longest path of a socket is 104 bytes on macOS and 108 on Linux, its final zero included. */
const MAX_PATH_BYTES = 103;

/** Time until stale sockets are removed, in milliseconds, so that Terraform does not wait for it before the handshake and the schema. */
const SWEEP_AFTER_MS = 500;

/**
 * Starts listening, and resolves when hosts can connect. Rejects if there is no folder, group or port. Linux and macOS: a socket in a new
 * folder of `PLUGIN_UNIX_SOCKET_DIR`, else of the temporary folder, or of `/tmp` if that path is too long; only this account can connect,
 * and the group of `PLUGIN_UNIX_SOCKET_GROUP`; half a second later, folders that killed processes left there a minute ago or earlier are
 * removed. Windows: the first free port of 127.0.0.1 from `PLUGIN_MIN_PORT` to `PLUGIN_MAX_PORT`, or any if the first is not set or 0; every
 * account of the machine can connect, so only TLS keeps others out.
 * @param typeName the name of the provider, the first part of the folder's name
 */
export async function listen(
  server: Server,
  typeName: string,
  env: Environment['env'],
  platform = process.platform,
): Promise<Address> {
  if (platform === 'win32') return { network: 'tcp', text: await listenOnLoopback(server, env), remove: () => {} };
  const prefix = `${typeName}-`;
  const parent = parentFolder(env, prefix);
  const folder = makeFolder(parent, prefix);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, SOCKET_NAME);
    server.listen(path);
    await once(server, 'listening');
    chmodSync(path, 0o600);
    if (env.PLUGIN_UNIX_SOCKET_GROUP) openToGroup(folder, path, env.PLUGIN_UNIX_SOCKET_GROUP);
    setTimeout(() => removeStaleSockets(parent, prefix, Date.now()), SWEEP_AFTER_MS).unref();
    return { network: 'unix', text: path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Makes a folder with mode 0700 and an unpredictable name. */
function makeFolder(parent: string, prefix: string): string {
  try {
    return mkdtempSync(join(parent, prefix));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `no folder for its socket can be made in ${parent} (${code}): set TMPDIR, or PLUGIN_UNIX_SOCKET_DIR if it is set, to a folder that exists and can be written`,
    );
  }
}

function parentFolder(env: Environment['env'], prefix: string): string {
  const wanted = env.PLUGIN_UNIX_SOCKET_DIR || tmpdir();
  const longest = join(wanted, `${prefix}XXXXXX`, SOCKET_NAME);
  return Buffer.byteLength(longest) > MAX_PATH_BYTES ? '/tmp' : wanted;
}

/** Listens on the first free port of the host's range, like go-plugin's own servers, or on any if that begins with 0 or is missing. */
async function listenOnLoopback(server: Server, env: Environment['env']): Promise<string> {
  const [first, last] = portRange(env);
  for (let port = first; ; port++) {
    try {
      server.listen(port, LOOPBACK);
      await once(server, 'listening');
      return `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
    } catch (error) {
      if (first === last || !isTaken(error)) throw error;
      if (port === last) throw new Error(`no port from ${first} to ${last} is free (PLUGIN_MIN_PORT, PLUGIN_MAX_PORT)`);
    }
  }
}

const LOOPBACK = '127.0.0.1';

/** True if another process has the port, or Windows reserves it. */
const isTaken = (error: unknown) => ['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');

function portRange(env: Environment['env']): readonly [first: number, last: number] {
  const [first, last] = (['PLUGIN_MIN_PORT', 'PLUGIN_MAX_PORT'] as const).map((name) => {
    const text = env[name] || '0';
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
      throw new Error(`${name} must be a port, got ${JSON.stringify(text)}`);
    }
    return Number(text);
  }) as [number, number];
  if (first > last) throw new Error(`PLUGIN_MIN_PORT (${first}) must not be above PLUGIN_MAX_PORT (${last})`);
  return [first, last];
}

/** Lets a group of accounts enter the folder and use the socket. */
function openToGroup(folder: string, path: string, group: string): void {
  const [uid, gid] = [process.getuid?.() ?? 0, groupId(group)];
  chownSync(path, uid, gid);
  chmodSync(path, 0o660);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o710);
}

/** The id of a group, which is given by number or by its name in `/etc/group`. */
function groupId(group: string): number {
  if (/^\d+$/.test(group)) return Number(group);
  const line = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${group}:`));
  const id = line?.split(':')[2];
  if (id) return Number(id);
  throw new Error(
    `PLUGIN_UNIX_SOCKET_GROUP names ${JSON.stringify(group)}, which /etc/group does not have: give the group's number`,
  );
}

/** The least age of a folder to be removed, in milliseconds: a younger one may belong to a process that is about to listen. */
const OLD_MS = 60_000;

/**
 * Removes the folders that killed processes have left in `parent`: with our prefix and six characters, of our account, closed to all others but
 * a group, unchanged for a minute, and empty or with only a socket without a listener. Ignores what cannot be removed, and never rejects.
 */
export async function removeStaleSockets(parent: string, prefix: string, nowMs: number): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const isOurs = (name: string) => name.startsWith(prefix) && /^\w{6}$/.test(name.slice(prefix.length));
  await Promise.all(names.filter(isOurs).map((name) => sweepFolder(join(parent, name), nowMs).catch(() => {})));
}

async function sweepFolder(folder: string, nowMs: number): Promise<void> {
  const { uid, mode, mtimeMs } = await lstat(folder);
  if (uid !== process.getuid?.() || mode & 0o007 || nowMs - mtimeMs < OLD_MS) return;
  const [name, ...others] = await readdir(folder);
  if (others.length > 0) return;
  if (name !== undefined) {
    const socket = join(folder, name);
    if (name !== SOCKET_NAME || !(await lstat(socket)).isSocket() || !(await isRefused(socket))) return;
    await rm(socket);
  }
  await rmdir(folder); // fails unless the folder is empty
}

/** True if no process listens on a socket, neither in this container nor in another one that shares the folder. */
async function isRefused(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
