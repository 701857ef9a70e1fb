import { describe, expect, onTestFinished, test } from 'vitest';
import type { Operation } from '../../../../contract';
import { type Call, Client } from '../../../../provider/client';
import { startServer } from '../../../unit/provider/client/raw-server';
import { bytes, failureOf, settingsFor, startService, TestTime } from './fixture';

/** What becomes of a write that has been sent when its call is aborted (P43). */

const PERMISSIONS = { read: true, write: false, owner: false };
const LOGIN = { server: 'ghcr.io', username: 'octo', password: 'p' };

type Service = Awaited<ReturnType<typeof startService>>;
type Write = (service: Service, id: string, call: Call) => Promise<unknown>;

const CREATES: readonly [operation: Operation, write: Write][] = [
  [
    'createSecret',
    ({ client, projectId }, _id, call) => client.secrets.create({ projectId, name: 'a', value: bytes('x') }, call),
  ],
  ['createBucket', ({ client, projectId }, _id, call) => client.buckets.create({ projectId, maxSize: 5n }, call)],
  ['createPullSecret', ({ client, projectId }, _id, call) => client.pullSecrets.create({ projectId, ...LOGIN }, call)],
  [
    'createAccessKey',
    ({ client, projectId }, id, call) =>
      client.accessKeys.create({ projectId, bucketIds: [id], permissions: PERMISSIONS }, call),
  ],
];

/** Begins a write on a bucket, and aborts it once the service has received it. */
async function abortSent(service: Service, operation: Operation, write: Write) {
  const { id } = await service.client.buckets.create({ projectId: service.projectId, maxSize: 5n });
  const held = service.emulator.faults.add({ operation, pause: true });
  const stop = new AbortController();
  const writing = write(service, id, { ...service.call, signal: stop.signal });
  await held.whenMet();
  const sentBefore = service.emulator.journal.requests().length;
  stop.abort();
  return { id, held, writing, sentSince: () => service.emulator.journal.requests().slice(sentBefore) };
}

describe.each(CREATES)('%s', (operation, write) => {
  test('P43: gets its response after an interruption, and nothing else is sent', async () => {
    const service = await startService();
    const { held, writing, sentSince } = await abortSent(service, operation, write);

    held.release();

    expect(await writing).toMatchObject({ id: expect.any(String) });
    expect(sentSince().filter((one) => one.operation !== operation)).toEqual([]);
    expect(service.warnings).toEqual([]);
  });
});

test('P43: a write that failed after an interruption is not retried, and its own failure is reported', async () => {
  const service = await startService();
  const { client, emulator, projectId } = service;
  const { id } = await client.secrets.create({ projectId, name: 'a', value: bytes('x') });
  const held = emulator.faults.add({ operation: 'updateSecret', pause: true, status: 503 });
  const stop = new AbortController();
  const writing = failureOf(client.secrets.update({ id, name: 'a', value: bytes('y') }, { signal: stop.signal }));
  await held.whenMet();

  stop.abort();
  held.release();

  expect(await writing).toMatchObject({ name: 'ApiError', status: 503 });
  expect(emulator.journal.count({ operation: 'updateSecret' })).toBe(1);
});

test.each([
  ['an interruption', undefined, 30_000],
  ['the time limit', new DOMException('', 'TimeoutError'), 5_000],
])('P43: a write that gets no response after %s is given up in the end', async (_what, reason, expected) => {
  const waits: { readonly ms: number; readonly over: AbortController }[] = [];
  const asked = Promise.withResolvers<void>();
  const timeout = (ms: number) => {
    const over = new AbortController();
    waits.push({ ms, over });
    asked.resolve();
    return over.signal;
  };
  const met = Promise.withResolvers<void>();
  const server = await startServer(() => met.resolve());
  const settings = settingsFor(server.baseUrl, 'token-1', new TestTime());
  const client = new Client({ ...settings, environment: { ...settings.environment, timeout } });
  onTestFinished(() => client.close());
  const stop = new AbortController();
  const deleting = failureOf(client.secrets.deleteIfExists('s', { signal: stop.signal }));
  await met.promise;

  stop.abort(reason);
  await asked.promise;
  waits[0]?.over.abort();

  expect(await deleting).toMatchObject({ name: 'CancelledError', mayHaveTakenEffect: true });
  expect(waits.map(({ ms }) => ms)).toEqual([expected]);
});
