import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../provider/protocol/address';

describe('listen', () => {
  it('takes a port of loopback on Windows', async () => {
    const server = newServer();

    const { network, text } = await listen(server, {}, 'win32');

    expect(network).toBe('tcp');
    expect(text).toBe(`127.0.0.1:${(server.address() as net.AddressInfo).port}`);
    await connects(net.connect(Number(text.split(':')[1]), '127.0.0.1'));
  });

  it('takes a new folder each time, and removes it', async () => {
    const addresses = [await listen(newServer(), {}, 'linux'), await listen(newServer(), {}, 'linux')];

    await Promise.all(addresses.map(({ text }) => connects(net.connect(text))));
    const folders = addresses.map(({ text }) => dirname(text));
    for (const { remove } of addresses) remove();

    expect(new Set(folders).size).toBe(2);
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  });

  it('goes elsewhere when the path would be too long for a socket', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'coffer-test-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const deep = join(parent, 'x'.repeat(100));
    mkdirSync(deep);

    const { text, remove } = await listen(newServer(), { PLUGIN_UNIX_SOCKET_DIR: deep }, 'darwin');
    onTestFinished(remove);

    expect(text.startsWith(deep)).toBe(false);
    await connects(net.connect(text));
  });

  it('leaves no folder behind when it cannot listen', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const server = newServer();
    server.listen(0);
    await once(server, 'listening');

    await expect(listen(server, { PLUGIN_UNIX_SOCKET_DIR: folder }, 'linux')).rejects.toThrow();

    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
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
