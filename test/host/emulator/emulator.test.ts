import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { dialects, Emulator, StartError, VirtualClock } from '../../../emulator';
import { closedPort } from '../../../scripts/support/closed-port';
import { listen } from '../../unit/support/listen';
import { pendingTimers } from '../../unit/support/pending-timers';
import { base64, clientOf, start, startEmulator, temporaryFolder } from './support';

test('starts with nothing given: loopback, free ports, a token and a project', async () => {
  const emulator = await startEmulator();

  expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(emulator.s3Endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(emulator.s3Endpoint).not.toBe(emulator.baseUrl);
  expect(emulator.dashboardUrl).toBe(`${emulator.baseUrl}/dashboard`);
  expect(emulator.token).toMatch(/^coffer_[0-9a-f]{40}$/);
  expect(emulator.projectId).toBe('project-1');
  expect(emulator.knobs).toEqual(dialects.conventional);
});

test('E7: newProject gives a project and a token of its own', async () => {
  const { emulator, send } = await start();
  const [one, two] = [emulator.newProject(), emulator.newProject()];
  const sendOne = clientOf(emulator, one.token);
  await sendOne('POST', '/secrets', { project_id: one.projectId, name: 'a', value: base64('x') });

  expect((await sendOne('GET', '/secrets')).json).toHaveLength(1);
  expect((await clientOf(emulator, two.token)('GET', '/secrets')).json).toEqual([]);
  expect((await send('GET', '/secrets')).json).toEqual([]);
  expect((await send('POST', '/s3/buckets', { project_id: one.projectId, max_size: 1 })).status).toBe(403);
});

test('reset goes back to how it started', async () => {
  const { emulator, send, project } = await start({ seed: 'reset' });
  const issued = emulator.newProject();
  const secret = { project_id: project, name: 'a', value: base64('x') };
  const bucket = { project_id: project, max_size: 1 };
  const first = (await send('POST', '/s3/buckets', bucket)).json.id;
  await send('POST', '/secrets', secret);
  emulator.faults.add({ operation: 'listSecrets', status: 500 });
  emulator.clock.set(0);

  emulator.reset();

  expect(emulator.journal.count()).toBe(0);
  expect(Math.abs(emulator.clock.now() - Date.now())).toBeLessThan(60_000);
  expect((await send('GET', '/secrets')).json).toEqual([]);
  expect((await send('GET', '/s3/buckets')).json).toEqual([]);
  expect((await clientOf(emulator, issued.token)('GET', '/secrets')).status).toBe(401);
  expect(emulator.newProject()).toEqual(issued);
  expect((await send('POST', '/s3/buckets', bucket)).json.id).toBe(first);
});

test('a seed makes ids, aliases, keys and the token the same', async () => {
  const run = async (seed: string) => {
    const { emulator, send, project } = await start({ seed });
    const bucket = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json.id;
    const permissions = { read: true, write: true, owner: true };
    const key = (await send('POST', '/s3/keys', { project_id: project, bucket_ids: [bucket], permissions })).json;
    return [
      emulator.token,
      bucket,
      emulator.inspect.buckets()[0]?.alias,
      key.id,
      key.access_key_id,
      key.secret_access_key,
    ];
  };

  const [one, again, other] = [await run('7'), await run('7'), await run('8')];

  expect(again).toEqual(one);
  for (const [at, drawn] of one.entries()) expect(other[at]).not.toBe(drawn);
});

test('a seed draws on where a data folder has its objects already', async () => {
  const options = { dataDir: temporaryFolder(), seed: 'again' };
  for (let run = 0; run < 3; run += 1) {
    const { emulator, send, project } = await start(options);
    await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });
    const { inspect } = emulator;
    expect(new Set(inspect.buckets().map(({ id }) => id)).size).toBe(run + 1);
    expect(new Set(inspect.buckets().map(({ alias }) => alias)).size).toBe(run + 1);
    await emulator.stop();
  }
});

test('stops although a client never finishes its request, and has nothing to say about it', async () => {
  const lines: string[] = [];
  const emulator = await Emulator.start({ log: (line) => lines.push(line) });
  const socket = connect(Number(new URL(emulator.baseUrl).port), '127.0.0.1');
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  const head = ['POST /secrets HTTP/1.1', 'Host: x', `Authorization: Bearer ${emulator.token}`];
  socket.write(`${[...head, 'Content-Type: application/json', 'Content-Length: 9'].join('\r\n')}\r\n\r\n{`);
  await expect.poll(() => emulator.journal.count()).toBe(1);

  await emulator.stop();

  await closed;
  await expect.poll(() => emulator.journal.requests()).toMatchObject([{ status: 400 }]);
  expect(lines).toEqual([]);
});

test('leaves no timer behind when it has stopped', async () => {
  const before = pendingTimers();

  for (let n = 0; n < 12; n += 1) await (await Emulator.start()).stop();

  expect(pendingTimers()).toBeLessThan(before + 6);
});

test.each(['port', 's3Port'] as const)('a taken %s is named, and nothing stays open', async (which) => {
  const port = await listen(createServer());
  const free = await closedPort();

  const other = which === 'port' ? 's3Port' : 'port';
  const failure = Emulator.start({ [which]: port, [other]: free });

  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
  await startEmulator({ port: free });
});

test('an unexpected failure is one sentence to the client and all of it in the log', async () => {
  const lines: string[] = [];
  // SQLite takes no fraction where an INTEGER belongs.
  const clock = Object.assign(new VirtualClock(), { now: () => 0.5 });
  const { send, project } = await start({ clock, log: (line) => lines.push(line) });

  const response = await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });

  expect(response).toMatchObject({ status: 500, json: { error: { code: 'internal' } } });
  expect(response.text).not.toContain('SQL');
  expect(lines).toEqual([expect.stringMatching(/^createBucket: Error: cannot store REAL[\s\S]*buckets\.ts/)]);
});
