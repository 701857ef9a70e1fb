import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeStaleSockets } from '../../../../framework/protocol/address';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

const NOW = Date.now();
const HOUR_MS = 3_600_000;

/** Makes a folder look as if it was made an hour ago. */
const age = (folder: string) => utimesSync(folder, (NOW - HOUR_MS) / 1000, (NOW - HOUR_MS) / 1000);

/** A folder with a socket; nobody listens on it unless `isAlive`. */
async function socketFolder(parent: string, name: string, isAlive = false): Promise<string> {
  const folder = join(parent, name);
  mkdirSync(folder, 0o700);
  const server = net.createServer((socket) => socket.end());
  // Node removes the socket of a server that is closed, but not under another name.
  server.listen(join(folder, isAlive ? 'plugin' : 'p'));
  await once(server, 'listening');
  if (isAlive) {
    onTestFinished(() => void server.close());
    return folder;
  }
  renameSync(join(folder, 'p'), join(folder, 'plugin'));
  server.close();
  await once(server, 'close');
  return folder;
}

it('leaves folders that are in use, young, or not ours', async () => {
  const parent = temporaryFolder();
  const folder = (name: string) => {
    mkdirSync(join(parent, name), 0o700);
    return join(parent, name);
  };
  chmodSync(folder('fake-backup'), 0o755); // the provider's own folders are closed to others
  age(await socketFolder(parent, 'fake-alive1', true));
  await socketFolder(parent, 'fake-young1');
  folder('fake-young2');
  const more = await socketFolder(parent, 'fake-extra1');
  writeFileSync(join(more, 'notes'), '');
  writeFileSync(join(folder('fake-file01'), 'plugin'), '');
  writeFileSync(join(folder('fake-other1'), 'other'), '');
  for (const name of ['fake-backup', 'fake-extra1', 'fake-file01', 'fake-other1']) age(join(parent, name));
  age(await socketFolder(parent, 'fake-test-AbCd12'));
  age(await socketFolder(parent, 'others-AbCd12'));
  const target = temporaryFolder();
  age(target);
  symlinkSync(target, join(parent, 'fake-link01'));
  writeFileSync(join(parent, 'fake-plain1'), '');
  const before = readdirSync(parent).sort();

  await removeStaleSockets(parent, 'fake-', NOW);

  expect(readdirSync(parent).sort()).toEqual(before);
  expect(existsSync(target)).toBe(true);
});

it('a folder is old a minute after its last change', async () => {
  const parent = temporaryFolder();
  const left = await socketFolder(parent, 'fake-AbCd12');
  age(left);
  const changedAt = lstatSync(left).mtimeMs;

  await removeStaleSockets(parent, 'fake-', changedAt + 59_999);
  const before = readdirSync(parent);
  await removeStaleSockets(parent, 'fake-', changedAt + 60_000);

  expect([before, readdirSync(parent)]).toEqual([['fake-AbCd12'], []]);
});
