import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EmulatorOptions } from '../../../emulator';
import { hasToolChain } from '../../support/tool-chain';
import { clientOf, startEmulator, temporaryFolder } from '../support';
import { type ClusterUnderTest, clusters } from './clusters';
import { startCluster } from './control-plane';

const all = await clusters();
const hasGarage = await hasToolChain('Garage', 'that a new admin token in the file is used without a restart');

async function startOver(
  cluster: Pick<ClusterUnderTest, 'url' | 'token' | 'stop'>,
  more: Partial<EmulatorOptions['garage']> = {},
) {
  onTestFinished(() => cluster.stop());
  const log: string[] = [];
  const options: EmulatorOptions = {
    garage: { adminUrls: [cluster.url], adminToken: cluster.token, ...more },
    s3PublicUrl: 'https://s3.example',
    dataDir: temporaryFolder(),
    log: (line) => void log.push(line),
  };
  const start = async () => {
    const emulator = await startEmulator(options);
    const send = clientOf(emulator, emulator.token);
    return {
      emulator,
      send,
      makeBucket: () => send('POST', '/s3/buckets', { project_id: emulator.projectId, max_size: 10 }),
      ready: async () => {
        const { status, json } = await send('GET', '/_emulator/ready');
        return { status, ...json, reasons: json.reasons.map(({ reason }: { reason: string }) => reason) };
      },
      obstacles: async () => {
        const page = await (await fetch(`${emulator.baseUrl}/metrics`)).text();
        return [...page.matchAll(/coffer_cluster_obstacle\{reason="(\w+)"\} 1/g)].map(([, reason]) => reason);
      },
    };
  };
  return { start, log };
}

const READY = { status: 'ready', reasons: [] };

test.each(all)('$name: a control plane whose mark another one signed says so, also by a metric', async (each) => {
  const cluster = await each.start();
  const { start } = await startOver(cluster);
  const first = await start();
  await expect.poll(first.ready).toEqual(READY);
  expect(await first.obstacles()).toEqual([]);
  await first.emulator.stop();
  const keys: { id: string; name: string }[] = await cluster.admin('GET', 'ListKeys', {});
  const mark = keys.find(({ name }) => name.includes(':mark:'));
  const name = mark?.name.replace(/\w{16}$/, '0123456789abcdef');
  await cluster.admin('POST', 'UpdateKey', { id: mark?.id ?? '' }, { name });

  const displaced = await start();

  await expect.poll(displaced.ready).toEqual({ status: 'not_ready', reasons: ['displaced'] });
  expect(await displaced.obstacles()).toEqual(['displaced']);
  const { json } = await displaced.send('GET', '/_emulator/ready');
  expect(json.reasons[0].message).toContain(mark?.id);
  expect((await displaced.send('GET', '/_emulator/health')).json.status).toBe('ok');
  await cluster.admin('POST', 'DeleteKey', { id: mark?.id ?? '' });
  expect((await displaced.makeBucket()).status).toBe(201);
  expect(await displaced.ready()).toEqual(READY);
});

test.each(all)('$name: a control plane whose token is refused says so, with what it may not do', async (each) => {
  const cluster = await each.start();
  const { start } = await startOver(cluster, { adminToken: 'canary-of-a-wrong-token' });

  const { ready, obstacles, send, makeBucket } = await start();

  await expect.poll(ready).toEqual({ status: 'not_ready', reasons: ['token_refused'] });
  expect(await obstacles()).toEqual(['token_refused']);
  expect((await makeBucket()).status).toBe(503);
  const { text } = await send('GET', '/_emulator/ready');
  expect(text).toContain('GetKeyInfo');
  expect(text).not.toContain('canary');
});

test.each([
  [400, 'refused'],
  [500, 'failed'],
  [503, 'no_response'],
])('a cluster that returns %i is told as %s, also by the metric', async (status, reason) => {
  const server = createServer((_request, response) => void response.writeHead(status).end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => void server.close();
  const { start } = await startOver({ url, token: 'canary', stop });

  const { ready, obstacles } = await start();

  await expect.poll(ready).toEqual({ status: 'not_ready', reasons: [reason] });
  expect(await obstacles()).toEqual([reason]);
});

test.runIf(hasGarage)('a token that was replaced in its file is used from then on, without a restart', async () => {
  const [cluster] = await Promise.all(all.filter(({ name }) => name === 'real cluster').map(({ start }) => start()));
  if (!cluster) throw new Error('There is no real cluster.');
  const newToken = () =>
    cluster.admin('POST', 'CreateAdminToken', {}, { name: 'coffer', neverExpires: true, scope: ['*'] });
  const old = await newToken();
  const adminTokenFile = join(temporaryFolder(), 'token');
  writeFileSync(adminTokenFile, `${old.secretToken}\n`);
  const { start, log } = await startOver(cluster, { adminToken: old.secretToken, adminTokenFile });
  const { ready, makeBucket } = await start();
  await expect.poll(ready).toEqual(READY);

  await cluster.admin('POST', 'DeleteAdminToken', { id: old.id });
  expect((await makeBucket()).status).toBe(503);
  expect(await ready()).toEqual({ status: 'not_ready', reasons: ['token_refused'] });
  writeFileSync(adminTokenFile, `${(await newToken()).secretToken}\n`);

  expect((await makeBucket()).status).toBe(201);
  await expect.poll(ready).toEqual(READY);
  expect(log.join('\n')).not.toContain(old.secretToken);
});

test('a file whose token is wrong, missing or none is read again at each denied call, and says so', async () => {
  const cluster = await startCluster();
  const adminTokenFile = join(temporaryFolder(), 'token');
  const { token } = cluster;
  const { start, log } = await startOver(cluster, { adminToken: token, adminTokenFile });
  const { ready, makeBucket } = await start();
  await expect.poll(ready).toEqual(READY);
  Object.assign(cluster, { token: 'another' });
  const ofFile = () => [...new Set(log.filter((line) => line.includes('admin token file')))];

  expect((await makeBucket()).status).toBe(503);
  expect(ofFile()).toEqual([
    `storage cluster: the admin token file ${adminTokenFile} cannot be read again: ENOENT: no such file or directory, open '${adminTokenFile}'.`,
  ]);
  log.length = 0;
  for (const none of ['', 'two words']) {
    writeFileSync(adminTokenFile, none);
    expect((await makeBucket()).status).toBe(503);
  }
  expect(ofFile()).toEqual([`storage cluster: the admin token file ${adminTokenFile} holds no token.`]);

  log.length = 0;
  writeFileSync(adminTokenFile, ' another\n');
  expect((await makeBucket()).status).toBe(201);
  await expect.poll(ready).toEqual(READY);
  expect(ofFile()).toEqual([]);
});
