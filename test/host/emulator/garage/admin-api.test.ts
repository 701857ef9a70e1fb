import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AdminApi, GarageError } from '../../../../emulator/garage/admin-api';
import { Nodes } from '../../../../emulator/garage/nodes';
import { startCluster } from './control-plane';

const TOKEN = 'canary-token';
const SECRET = 'canary-secret-0123456789';

/** An admin API that sends this to every call, and a client of it that trusts it. */
async function answering(status: number, body: string) {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const nodes = new Nodes([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  nodes.prove(nodes.current);
  return new AdminApi({ nodes, token: TOKEN });
}

const failed = (code: string, message: string) => JSON.stringify({ code, message });

test.each([
  [500, failed('InternalError', 'Layout not ready'), 'unknown'],
  [503, failed('ServiceUnavailable', 'Could not reach quorum'), 'unknown'],
  [200, '<html>', 'unknown'],
  [200, '{}', 'unknown'],
  [403, failed('AccessDenied', 'no'), 'refused'],
  [404, failed('NoSuchEndpoint', 'no'), 'refused'],
  [400, failed('InvalidRequest', 'no'), 'refused'],
])('a response %i %s leaves the outcome %s', async (status, body, failure) => {
  const api = await answering(status, body);

  await expect(api.deleteBucket('b')).rejects.toMatchObject({ name: 'GarageError', failure });
});

test('a 404 of Garage means absent, for what is looked for, changed and deleted', async () => {
  const bucket = await answering(404, failed('NoSuchBucket', 'no'));
  const key = await answering(404, failed('NoSuchAccessKey', 'no'));

  expect([await bucket.findBucket({ id: 'b' }), await bucket.setQuota('b', 1n), await key.findKey('k')]).toEqual(
    Array(3).fill(undefined),
  );
  expect([await bucket.deleteBucket('b'), await key.deleteKey('k')]).toEqual(['absent', 'absent']);
});

test('errors show neither token nor secret, and stay on one line of bounded length', async () => {
  const says = `no\r\nforged line ${TOKEN} ${SECRET} ${'x'.repeat(5_000)}`;
  const api = await answering(400, failed('InvalidRequest', says));

  const error: unknown = await api.importKey('GK1', SECRET, 'name').catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(GarageError);
  const { message } = error as GarageError;
  expect(message).toMatch(/^ImportKey: 127\.0\.0\.1:\d+: 400 InvalidRequest no forged line \(hidden\) \(hidden\) x+$/);
  expect(message.length).toBeLessThan(400);
});

test('a redirect is not followed: the token stays where it was sent', async () => {
  const server = createServer((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const nodes = new Nodes([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  nodes.prove(nodes.current);

  await expect(new AdminApi({ nodes, token: TOKEN }).listKeys()).rejects.toMatchObject({ failure: 'unknown' });
});

test('lists have all pages, quotas every digit, and a node that is not proven gets no other call', async () => {
  const cluster = await startCluster();
  for (let count = 0; count < 1_001; count++) cluster.tables.foreignBucket();
  const nodes = new Nodes([cluster.url]);
  const api = new AdminApi({ nodes, token: cluster.token });
  await expect(api.listBuckets()).rejects.toMatchObject({ failure: 'unknown' });
  expect(cluster.calls).toEqual([]);
  nodes.prove(nodes.current);

  const listed = await api.listBuckets();
  const [{ id } = { id: '' }] = listed;
  const changed = await api.setQuota(id, 2n ** 63n - 1n);

  expect(new Set(listed.map((bucket) => bucket.id)).size).toBe(1_001);
  expect(changed?.quotas.maxSize).toBe(2n ** 63n - 1n);
  expect(await api.createBucket('an-alias')).toMatchObject({ globalAliases: ['an-alias'], objects: 0n });
  expect(await api.createBucket('an-alias')).toBe('taken');
});
