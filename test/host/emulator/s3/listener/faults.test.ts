import { expect, test } from 'vitest';
import { routeError, shareS3 } from '../support';

const open = shareS3();

test('a status is told in S3 words, as often as asked for', async () => {
  const { client, Bucket, emulator } = await open();
  const fault = emulator.faults.add({ operation: 'PutObject', status: 503, retryAfter: 7, times: 1 });
  const put = () => client.putObject({ Bucket, Key: 'k', Body: 'x' });

  const refused = await routeError(put());
  await put();
  fault.remove();

  expect(refused).toMatchObject({ code: 'SlowDown', status: 503 });
  expect(fault.met).toBe(1);
});

test.each([
  [399, ''],
  [400, 'BadRequest'],
  [507, 'InsufficientStorage'],
])('a status of %i has a body only if it is an error', async (status, code) => {
  const { Bucket, emulator, ask } = await open();
  const fault = emulator.faults.add({ operation: 'ListObjects', status });

  const response = await ask({ method: 'GET', path: `/${Bucket}` });
  fault.remove();

  expect([response.status, response.code ?? '', response.text === '']).toEqual([status, code, code === '']);
});

test.each([
  ['before-commit', 0],
  ['after-commit', 1],
] as const)('a cut %s leaves %i objects', async (cut, count) => {
  const { client, Bucket, emulator } = await open();
  const fault = emulator.faults.add({ operation: 'PutObject', cut });

  await expect(client.putObject({ Bucket, Key: 'k', Body: 'x' })).rejects.toThrow(/ECONNRESET|socket hang up/);
  fault.remove();

  expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(count);
  expect(emulator.journal.requests({ operation: 'PutObject' }).at(-1)?.status).toBe('cut');
});

test('a small object that is held back does not leave once the key is deleted', async () => {
  const { send: rest, client, Bucket, emulator, credentials, ask } = await open();
  await client.putObject({ Bucket, Key: 'k', Body: 'x' });
  const fault = emulator.faults.add({ operation: 'GetObject', pause: true, when: 'after-commit' });

  const work = ask({ method: 'GET', path: `/${Bucket}/k` });
  const refused = expect(work).rejects.toThrow(/aborted|hang up|reset/);
  await fault.whenMet();
  await rest('DELETE', `/s3/keys/${credentials.id}`);
  fault.release();

  await refused;
  expect(emulator.journal.requests({ operation: 'GetObject' }).at(-1)?.status).toBe('cut');
  fault.remove();
});
