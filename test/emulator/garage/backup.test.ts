import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { base64, clientOf, start, startEmulator, temporaryFolder } from '../support';
import { startCluster } from './control-plane';

async function startOver(adminToken?: string) {
  const cluster = await startCluster();
  const options = (dataDir: string) => ({
    ...{ garage: { adminUrls: [cluster.url], adminToken: cluster.token }, dataDir, log: () => undefined },
    ...{ s3PublicUrl: 'https://s3.example', tokens: ['token'], host: '0.0.0.0', adminToken },
  });
  const folder = temporaryFolder();
  const emulator = await startEmulator(options(folder));
  return { cluster, emulator, folder, options, send: clientOf(emulator, 'token') };
}

test('a running control plane gives a copy of its database, which a folder takes with the key', async () => {
  const { cluster, emulator, folder, options, send } = await startOver();
  const secret = { project_id: emulator.projectId, name: 'db', value: base64('CANARY') };
  const { json: made } = await send('POST', '/secrets', secret);
  const { json: bucket } = await send('POST', '/s3/buckets', { project_id: emulator.projectId, max_size: 10 });

  const response = await fetch(`${emulator.baseUrl}/_emulator/backup`);

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.sqlite3']);
  const copy = Buffer.from(await response.arrayBuffer());
  expect(copy.includes('CANARY')).toBe(false);
  await send('POST', '/secrets', { ...secret, name: 'later' });
  await emulator.stop();
  const restored = join(temporaryFolder(), 'restored');
  mkdirSync(restored);
  writeFileSync(join(restored, 'coffer.db'), copy);
  copyFileSync(join(folder, 'encryption.key'), join(restored, 'encryption.key'));
  const [mark] = [...cluster.tables.keys.values()].filter(({ name }) => name.includes(':mark:'));
  if (mark) mark.isDeleted = true;
  const again = await startEmulator(options(restored));
  const read = clientOf(again, 'token');
  expect((await read('GET', '/secrets')).json).toMatchObject([{ id: made.id }]);
  expect((await read('GET', '/s3/buckets')).json).toMatchObject([{ id: bucket.id }]);
});

test('other machines get it with the admin token only, and an emulator with its own objects has none', async () => {
  const { emulator } = await startOver('admin');
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  const { port } = new URL(emulator.baseUrl);
  if (address !== undefined) {
    const ask = (headers: Record<string, string>) => fetch(`http://${address}:${port}/_emulator/backup`, { headers });
    expect((await ask({ authorization: 'Bearer token' })).status).toBe(401);
    expect((await ask({ authorization: 'Bearer admin' })).status).toBe(200);
  }
  const { send } = await start();
  expect((await send('GET', '/_emulator/backup')).status).toBe(404);
});
