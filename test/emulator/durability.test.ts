import { expect, test } from 'vitest';
import { startProcess } from './process';
import { base64, clientOf, temporaryFolder } from './support';

/** Kills in the full count; by default a tenth of it, at least three. */
const ROUNDS = Math.max(3, Math.round(30 * Number(process.env.COFFER_TEST_SCALE ?? 0.1)));

test('what was acknowledged survives kill -9, again and again', { timeout: 30_000 * ROUNDS }, async () => {
  const folder = temporaryFolder();
  const acknowledged = new Map<string, string>();
  let token: string | undefined;

  for (let round = 0; round < ROUNDS; round += 1) {
    const { emulator, ready } = await startProcess(['--data', folder]);
    const send = clientOf(ready, ready.token);
    const found = (await send('GET', '/secrets')).json as { id: string; name: string }[];
    const listed = new Map(found.map(({ id, name }) => [id, name]));
    expect([...acknowledged].filter(([id, name]) => listed.get(id) !== name)).toEqual([]);
    // The token lasts as long as the folder, so that an exported environment still works.
    expect(ready.token).toBe(token ?? ready.token);
    token = ready.token;

    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; ; n += 1) {
        const name = `r${round}-w${writer}-${n}`;
        const secret = { project_id: ready.projectId, name, value: base64(name) };
        const answer = await send('POST', '/secrets', secret).catch(() => undefined);
        if (answer === undefined) return;
        expect(answer.status).toBe(201);
        acknowledged.set(answer.json.id, name);
        // In the middle of everybody's writing, without waiting for any of it.
        if (writer === 0 && n === 20 + 7 * round) void emulator.kill('SIGKILL');
      }
    });
    await Promise.all([...writers, emulator.ended]);
  }

  expect(acknowledged.size).toBeGreaterThan(20 * ROUNDS);
});

test('every kind of object is there after a restart, whole', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const flags = ['--data', folder, '--token', 'first', '--settle', '1polls'];
  const first = await startProcess(flags);
  const send = clientOf(first.ready, 'first');
  const project_id = first.ready.projectId;
  const bucket = (await send('POST', '/s3/buckets', { project_id, max_size: 2n ** 63n - 1n, description: 'd' })).json
    .id;
  const permissions = { read: true, write: false, owner: true };
  await send('POST', '/s3/keys', { project_id, bucket_ids: [bucket], permissions });
  await send('POST', '/secrets', { project_id, name: 'a', value: base64('x') });
  await send('GET', '/s3/buckets');
  const before = [await send('GET', '/s3/buckets'), await send('GET', '/s3/keys'), await send('GET', '/secrets')];
  await first.emulator.kill('SIGKILL');

  const second = await startProcess(['--data', folder, '--token', 'second', '--settle', '1polls']);
  const again = clientOf(second.ready, 'second');
  const after = [await again('GET', '/s3/buckets'), await again('GET', '/s3/keys'), await again('GET', '/secrets')];

  const withoutEndpoints = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'S3');
  expect(after.map(({ text }) => withoutEndpoints(text))).toEqual(before.map(({ text }) => withoutEndpoints(text)));
  expect(after[0]?.json).toMatchObject([{ alias: expect.stringContaining('-'), endpoint: second.ready.s3Endpoint }]);
  expect((await clientOf(second.ready, 'first')('GET', '/secrets')).status).toBe(401);
});
