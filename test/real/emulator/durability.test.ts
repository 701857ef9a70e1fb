import { expect, test } from 'vitest';
import { base64, clientOf, temporaryFolder } from '../../host/emulator/support';
import { startProcess } from '../../support/emulator-process';

test('every kind of object is there after a restart, whole', { timeout: 300_000 }, async () => {
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
