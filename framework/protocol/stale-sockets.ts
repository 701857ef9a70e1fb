import { once } from 'node:events';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';

/** The least age of a folder to be removed, in milliseconds: a younger one may belong to a process that is about to listen. */
const OLD_MS = 60_000;

/** Name of the socket in its folder. */
export const SOCKET_NAME = 'plugin';

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
  const socket = net.connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
