import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../../framework/protocol/address';
import { temporaryFolder } from '../../../unit/support/temporary-folder';

it('listens on a loopback port on Windows', async () => {
  const server = newServer();

  const { network, text } = await listen(server, 'fake', {}, 'win32');

  expect(network).toBe('tcp');
  expect(text).toBe(`127.0.0.1:${(server.address() as net.AddressInfo).port}`);
  await connects(net.connect(Number(text.split(':')[1]), '127.0.0.1'));
});

it('makes a new folder each time, and removes it', async () => {
  const addresses = [await listen(newServer(), 'fake', {}, 'linux'), await listen(newServer(), 'fake', {}, 'linux')];

  await Promise.all(addresses.map(({ text }) => connects(net.connect(text))));
  const folders = addresses.map(({ text }) => dirname(text));
  for (const { remove } of addresses) remove();

  expect(new Set(folders).size).toBe(2);
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

it("takes the first free port of the host's range", async () => {
  const taken = newServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as net.AddressInfo;
  const range = { PLUGIN_MIN_PORT: String(port), PLUGIN_MAX_PORT: '65535' };

  const { text } = await listen(newServer(), 'fake', range, 'win32');

  const found = Number(text.split(':')[1]);
  expect(found).toBeGreaterThan(port);
  await connects(net.connect(found, '127.0.0.1'));
});

it('reports a range without a free port, and a malformed range', async () => {
  const taken = newServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as net.AddressInfo;
  const tryRange = (min: string, max: string) =>
    listen(newServer(), 'fake', { PLUGIN_MIN_PORT: min, PLUGIN_MAX_PORT: max }, 'win32');

  await expect(tryRange(`${port}`, `${port}`)).rejects.toThrow('EADDRINUSE');
  const listening = listen(taken, 'fake', { PLUGIN_MIN_PORT: '20', PLUGIN_MAX_PORT: '30' }, 'win32');
  await expect(listening).rejects.toMatchObject({ code: 'ERR_SERVER_ALREADY_LISTEN' });
  await expect(tryRange('20', '10')).rejects.toThrow('PLUGIN_MIN_PORT (20) must not be above PLUGIN_MAX_PORT (10)');
  await expect(tryRange('10', 'many')).rejects.toThrow('PLUGIN_MAX_PORT must be a port, got "many"');
  await expect(tryRange('65536', '65536')).rejects.toThrow('PLUGIN_MIN_PORT must be a port, got "65536"');
});

it('lets the group that the host names, by number or by name, use the socket', async () => {
  const gid = process.getgid?.() ?? 0;
  const name = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((line) => line.split(':')[2] === `${gid}`)
    ?.split(':')[0];

  for (const group of [`${gid}`, name ?? `${gid}`]) {
    const { text, remove } = await listen(newServer(), 'fake', { PLUGIN_UNIX_SOCKET_GROUP: group }, 'linux');
    onTestFinished(remove);
    const [socket, folder] = [statSync(text), statSync(dirname(text))];
    expect([socket.gid, folder.gid]).toEqual([gid, gid]);
    expect([socket.mode & 0o777, folder.mode & 0o777]).toEqual([0o660, 0o710]);
    await connects(net.connect(text));
  }
});

it('leaves no folder behind when there is no such group', async () => {
  const folder = temporaryFolder();
  const env = { PLUGIN_UNIX_SOCKET_DIR: folder, PLUGIN_UNIX_SOCKET_GROUP: 'no-such-group' };

  await expect(listen(newServer(), 'fake', env, 'linux')).rejects.toThrow('"no-such-group"');

  expect(readdirSync(folder)).toEqual([]);
});

it('names the folder in which it can make none', async () => {
  const missing = '/nowhere/missing'; // short, whatever TMPDIR is

  await expect(listen(newServer(), 'fake', { PLUGIN_UNIX_SOCKET_DIR: missing }, 'linux')).rejects.toThrow(
    `${missing} (ENOENT): set TMPDIR, or PLUGIN_UNIX_SOCKET_DIR`,
  );
});

it('takes the longest path that every system can, and /tmp for a longer one', async () => {
  const parent = mkdtempSync('/tmp/long-'); // TMPDIR may be too long
  onTestFinished(() => rmSync(parent, { recursive: true }));
  // The path ends with the name of the folder and that of the socket.
  const longest = 103 - '/fake-XXXXXX/plugin'.length - `${parent}/`.length;

  for (const [length, isThere] of [
    [longest, true],
    [longest + 1, false],
  ] as const) {
    const deep = join(parent, 'x'.repeat(length));
    mkdirSync(deep);
    const { text, remove } = await listen(newServer(), 'fake', { PLUGIN_UNIX_SOCKET_DIR: deep }, 'linux');
    onTestFinished(remove);
    expect([dirname(dirname(text)) === deep, text.startsWith('/tmp/fake-')]).toEqual([isThere, !isThere]);
  }
});

function newServer(): net.Server {
  const server = net.createServer((socket) => socket.end());
  onTestFinished(() => {
    server.close();
  });
  return server;
}

async function connects(socket: net.Socket): Promise<void> {
  await once(socket.resume(), 'close');
}
