import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import type { Emulator } from '../../../emulator';
import { startS3 } from './s3/support';
import { base64, start } from './support';

/** What ends a world: all that was under way belongs to the one before. */
const ENDS: readonly [string, (emulator: Emulator) => (() => void) | (() => Promise<unknown>)][] = [
  ['reset()', (emulator) => () => emulator.reset()],
  [
    'restore()',
    (emulator) => {
      const snapshot = emulator.snapshot();
      return () => emulator.restore(snapshot);
    },
  ],
  [
    'POST /_emulator/reset',
    (emulator) => () =>
      fetch(`${emulator.baseUrl}/_emulator/reset`, { method: 'POST', signal: AbortSignal.timeout(60_000) }),
  ],
];

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    () => 'cut',
  );

describe.each(ENDS)('E12: %s', (_name, prepare) => {
  test.each([
    ['held before', { pause: true }],
    ['held after', { pause: true, when: 'after-commit' }],
    ['delayed', { delayMs: 3_600_000 }],
  ] as const)('cuts a request to the control plane that a fault has %s, without effect', async (_how, how) => {
    const { emulator, send, project } = await start({ seed: 'epochs' });
    const end = prepare(emulator);
    const fault = emulator.faults.add({ operation: 'createSecret', ...how });
    const work = outcome(send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') }));
    await fault.whenMet();

    await end();
    fault.release();

    expect(await work).toBe('cut');
    expect(fault.held).toBe(0);
    emulator.faults.clear();
    expect((await send('GET', '/secrets')).json).toEqual([]);
  });

  test('cuts a request to the control plane whose body is on its way', async () => {
    const { emulator, send, project } = await start({ seed: 'epochs' });
    const end = prepare(emulator);
    const body = JSON.stringify({ project_id: project, name: 'a', value: base64('x') });
    const type = { 'content-type': 'application/json', 'content-length': body.length };
    const headers = { authorization: `Bearer ${emulator.token}`, ...type };
    const outgoing = httpRequest(`${emulator.baseUrl}/secrets`, { method: 'POST', headers, agent: false });
    const answered = outcome(responseOf(outgoing));
    outgoing.write(body.slice(0, 10));
    await expect.poll(() => emulator.journal.count({ method: 'POST' })).toBe(1);

    await end();
    outgoing.end(body.slice(10));

    expect(await answered).toBe('cut');
    expect((await send('GET', '/secrets')).json).toEqual([]);
  });

  test('cuts a request to the data plane that a fault holds, without effect', async () => {
    const bench = await startS3('path', { seed: 'epochs' });
    const end = prepare(bench.emulator);
    const fault = bench.emulator.faults.add({ operation: 'PutObject', pause: true });
    const work = outcome(bench.client.putObject({ Bucket: bench.Bucket, Key: 'k', Body: 'x' }));
    await fault.whenMet();

    await end();
    fault.release();

    expect(await work).toBe('cut');
    expectNoObject(bench.emulator);
  });

  test.each([
    ['an upload', false],
    ['a part of an upload', true],
  ])('cuts %s that is under way, and nothing of it is there later', async (_what, isPart) => {
    const bench = await startS3('path', { seed: 'epochs' });
    const { client, Bucket, emulator } = bench;
    const upload = await client.createMultipartUpload({ Bucket, Key: 'big' });
    const end = prepare(emulator);
    const command = isPart
      ? new s3.UploadPartCommand({ Bucket, Key: 'big', PartNumber: 1, UploadId: upload.UploadId ?? '' })
      : new s3.PutObjectCommand({ Bucket, Key: 'big' });
    const size = 2 * 1024 * 1024;
    const url = await getSignedUrl(client, command as s3.PutObjectCommand, { unhoistableHeaders: new Set() });
    const outgoing = httpRequest(url, { method: 'PUT', headers: { 'content-length': size }, agent: false });
    const answered = outcome(responseOf(outgoing));
    outgoing.write(Buffer.alloc(size / 2, 'x'));
    const operation = isPart ? 'UploadPart' : 'PutObject';
    const known = () => emulator.journal.requests({ operation }).at(-1)?.accessKeyId;
    await expect.poll(known).toBe(bench.credentials.accessKeyId);

    await end();
    outgoing.end(Buffer.alloc(size / 2, 'x'));

    expect(await answered).toBe('cut');
    expectNoObject(emulator);
  });

  test('cuts a download that is under way', async () => {
    const { client, Bucket, emulator } = await startS3('path', { seed: 'epochs' });
    const size = 32 * 1024 * 1024;
    await client.putObject({ Bucket, Key: 'big', Body: Buffer.alloc(size, 'x') });
    const end = prepare(emulator);
    const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket, Key: 'big' }));
    const outgoing = httpRequest(url, { agent: false });
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    let bytes = 0;
    incoming.on('error', () => undefined);
    const closed = new Promise((resolve) => incoming.on('close', resolve));

    await end();
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await closed;

    expect(incoming.complete).toBe(false);
    expect(bytes).toBeLessThan(size);
  });

  test('leaves alone what was acknowledged before, and what comes after', async () => {
    const { emulator, send, project } = await start();
    const end = prepare(emulator);
    const secret = { project_id: project, name: 'a', value: base64('x') };
    await send('POST', '/secrets', secret);

    await end();

    expect((await send('POST', '/secrets', secret)).status).toBe(201);
    expect((await send('GET', '/secrets')).json).toHaveLength(1);
  });
});

test('E12: whoever waits for a fault hears that it is gone', async () => {
  const { emulator } = await start();
  const fault = emulator.faults.add({ operation: 'listSecrets', status: 500 });
  const met = fault.whenMet(2);

  emulator.reset();

  await expect(met).rejects.toThrow('fault-1 was removed, or the emulator reset, before it applied to 2 requests: 0.');
  await expect(fault.whenMet()).rejects.toThrow('before it applied to 1 request: 0.');
});

function expectNoObject(emulator: Emulator): void {
  const objects = emulator.inspect.buckets().flatMap(({ id }) => emulator.inspect.objects(id));
  expect(objects).toEqual([]);
}

async function responseOf(outgoing: ClientRequest): Promise<string> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return text(incoming);
}
