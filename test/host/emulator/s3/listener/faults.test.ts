import { describe, expect, test } from 'vitest';
import { send } from '../raw';
import { routeError, shareS3 } from '../support';

describe('faults of the data plane', () => {
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

  test('headers and body are those of the fault', async () => {
    const { Bucket, emulator, ask } = await open();
    const told = { retryAfter: 3, body: '<Mine/>', headers: { 'x-mine': '1' } };
    const fault = emulator.faults.add({ operation: 'ListObjects', status: 429, ...told });

    const response = await ask({ method: 'GET', path: `/${Bucket}` });
    fault.remove();

    expect(response).toMatchObject({ status: 429, text: '<Mine/>', headers: { 'retry-after': '3', 'x-mine': '1' } });
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

  test('a truncated object ends early', async () => {
    const { client, Bucket, emulator, ask } = await open();
    await client.putObject({ Bucket, Key: 'k', Body: 'x'.repeat(1000) });
    const fault = emulator.faults.add({ operation: 'GetObject', truncate: 10 });

    const work = ask({ method: 'GET', path: `/${Bucket}/k` });

    await expect(work).rejects.toThrow(/aborted|hang up|reset/);
    fault.remove();
  });

  test.each(['3', '500'])('a response may announce another length than it has: %s', async (length) => {
    const { Bucket, emulator, ask } = await open();
    const headers = { 'content-length': length };
    const fault = emulator.faults.add({ operation: 'ListObjects', status: 200, body: '<Mine/>', headers });

    const response = await fetch(`${emulator.s3Endpoint}/${Bucket}`);
    fault.remove();

    expect(response.headers.get('content-length')).toBe(length);
    if (length === '3') expect(await response.text()).toBe('<Mi');
    else await expect(response.text()).rejects.toThrow('terminated');
    const after = await ask({ method: 'GET', path: `/${Bucket}` });
    expect(after.status).toBe(200);
  });

  test('a content-length that is no number is refused when the fault is added', async () => {
    const { emulator } = await open();
    const headers = { 'Content-Length': 'many' };

    const add = () => emulator.faults.add({ operation: 'GetObject', status: 500, headers });

    expect(add).toThrow('"headers.Content-Length" must be a number of bytes.');
  });

  test('garbage comes instead of the document', async () => {
    const { Bucket, emulator, ask } = await open();
    const fault = emulator.faults.add({ operation: 'ListObjectsV2', garbage: 'no xml' });

    const response = await ask({ method: 'GET', path: `/${Bucket}`, query: { 'list-type': '2' } });
    fault.remove();

    expect([response.status, response.text]).toEqual([200, 'no xml']);
  });

  test('a paused request goes on when it is let go', async () => {
    const { client, Bucket, emulator } = await open();
    const fault = emulator.faults.add({ operation: 'PutObject', pause: true });

    const work = client.putObject({ Bucket, Key: 'k', Body: 'x' });
    await fault.whenMet();
    const before = (await client.listObjectsV2({ Bucket })).KeyCount;
    fault.release();
    await work;
    fault.remove();

    expect(before).toBe(0);
    expect((await client.listObjectsV2({ Bucket })).KeyCount).toBe(1);
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

  test('the control API takes the names of S3, and distributions of latency', async () => {
    const { send: rest, client, Bucket, emulator } = await open();

    const added = await rest('POST', '/_emulator/faults', { operation: 'HeadBucket', delayMs: { p50: 5, p99: 5 } });
    const wrong = await rest('POST', '/_emulator/faults', { operation: 'HeadBuckets', status: 503 });
    const backwards = await rest('POST', '/_emulator/faults', { operation: 'HeadBucket', delayMs: { min: 5, max: 1 } });
    await client.headBucket({ Bucket });

    expect([added.status, wrong.status, backwards.status]).toEqual([200, 400, 400]);
    expect(emulator.faults.find(added.json.id)?.met).toBe(1);
    emulator.faults.clear();
  });
});

describe('journal of the data plane', () => {
  const open = shareS3();

  test('tells operation, key and status, and no signature', async () => {
    const { client, Bucket, emulator, credentials } = await open();
    emulator.journal.clear();

    await client.putObject({ Bucket, Key: 'a b', Body: 'canary' });
    await send(emulator.s3Endpoint, {
      method: 'GET',
      path: `/${Bucket}/k`,
      query: {
        'X-Amz-Signature': 'canary-signature',
        'X-Amz-Credential': 'canary-credential',
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        partNumber: '1',
      },
    });

    const [put, get] = emulator.journal.requests();
    expect(put).toMatchObject({
      method: 'PUT',
      path: `/${Bucket}/a%20b`,
      operation: 'PutObject',
      status: 200,
      accessKeyId: credentials.accessKeyId,
      projectId: emulator.projectId,
    });
    expect(put?.durationMs).toBeGreaterThan(0);
    expect(get).toMatchObject({ operation: 'GetObject', accessKeyId: undefined, query: { partNumber: '1' } });
    const all = JSON.stringify(emulator.journal.requests()) + JSON.stringify(emulator.dump());
    expect(all).not.toMatch(/canary/);
    expect(all).not.toContain(credentials.secretAccessKey);
  });
});
