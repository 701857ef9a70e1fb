import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { isLoopback, listen, listenForS3 } from '../../../../emulator/system/listen';

const server = () => {
  const made = createServer();
  onTestFinished(() => void made.close());
  return made;
};

const portOf = (url: string) => Number(new URL(url).port);

test.each([
  ['127.0.0.1', false, /^http:\/\/127\.0\.0\.1:\d+$/],
  ['127.0.0.1', true, /^https:\/\/127\.0\.0\.1:\d+$/],
  ['0.0.0.0', false, /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', false, /^http:\/\/localhost:\d+$/],
])('a server on %s (secure: %s) is reached by a URL of this machine', async (host, secure, url) => {
  expect(await listen(server(), { host, port: 0, secure }, '--port')).toMatch(url);
});

test.each([
  ['192.0.2.1', 'This machine has no address 192.0.2.1. Give another --host.'],
  [
    'no-such-host.invalid',
    /^(?:The host name no-such-host\.invalid is not known\. Give another --host\.|Cannot listen on no-such-host\.invalid, port 0: .+\.)$/,
  ],
])('the host %s is not of this machine', async (host, told) => {
  await expect(listen(server(), { host, port: 0 }, '--port')).rejects.toThrow(told);
});

test('ports of both interfaces that are in use are named together, and that of S3 alone by itself', async () => {
  const host = '127.0.0.1';
  const [rest, s3] = [server(), server()];
  const [restPort, port] = [
    portOf(await listen(rest, { host, port: 0 }, '')),
    portOf(await listen(s3, { host, port: 0 }, '')),
  ];

  await expect(listenForS3(server(), { host, port }, restPort)).rejects.toThrow(
    `Ports ${restPort} and ${port} of 127.0.0.1 are in use, as by an emulator that runs already.`,
  );
  await expect(listenForS3(server(), { host, port }, 0)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Give another --s3-port`,
  );
  await new Promise((resolve) => rest.close(resolve));
  await expect(listenForS3(server(), { host, port }, restPort)).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use.`);
  expect(await listenForS3(server(), { host, port: 0 }, restPort)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['192.0.2.1', false],
  ['127.example.com', false],
])('only this machine reaches %s: %s', (host, only) => {
  expect(isLoopback(host)).toBe(only);
});
