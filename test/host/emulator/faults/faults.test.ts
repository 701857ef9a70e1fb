import { expect, test } from 'vitest';
import { Emulator } from '../../../../emulator';
import { base64, clientOf, start } from '../support';

/** Creates a secret; the body of the response is not read. */
const post = ({ baseUrl, token }: Emulator, body: object) =>
  fetch(`${baseUrl}/secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const secret = (project_id: string, name = 'a') => ({ project_id, name, value: base64('x') });

test('a status before the commit changes nothing, and is in the dialect', async () => {
  const { emulator, send, project } = await start();
  const fault = emulator.faults.add({ operation: 'createSecret', status: 503, retryAfter: 7, times: 1 });

  const faulty = await send('POST', '/secrets', secret(project));
  const stored = emulator.inspect.secrets();
  const next = await send('POST', '/secrets', secret(project));

  expect(faulty).toMatchObject({
    status: 503,
    json: { error: { code: 'injected', message: 'A fault was injected here.' } },
  });
  expect(faulty.headers.get('retry-after')).toBe('7');
  expect(stored).toEqual([]);
  expect(next.status).toBe(201);
  expect(fault.met).toBe(1);
});

test('a status after the commit loses the response, not the effect', async () => {
  const { emulator, send, project } = await start();
  emulator.faults.add({ operation: 'createSecret', status: 502, when: 'after-commit', body: '<h1>Bad Gateway</h1>' });

  const faulty = await send('POST', '/secrets', secret(project));

  expect(faulty).toMatchObject({ status: 502, text: '<h1>Bad Gateway</h1>' });
  expect(emulator.inspect.secrets()).toMatchObject([{ name: 'a' }]);
});

test.each([
  ['before-commit', 0],
  ['after-commit', 1],
] as const)('a cut %s leaves %d secrets', async (cut, count) => {
  const { emulator, send, project } = await start();
  emulator.faults.add({ operation: 'createSecret', cut });

  await expect(send('POST', '/secrets', secret(project))).rejects.toThrow('fetch failed');

  expect(emulator.inspect.secrets()).toHaveLength(count);
  expect(emulator.journal.requests()).toMatchObject([{ operation: 'createSecret', status: 'cut' }]);
});

test('a truncated response has its headers and only a part of its body', async () => {
  const { emulator, project } = await start();
  emulator.faults.add({ operation: 'createSecret', truncate: 9 });

  const response = await post(emulator, secret(project));

  expect(response.status).toBe(201);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(40);
  await expect(response.text()).rejects.toThrow('terminated');
  expect(emulator.inspect.secrets()).toHaveLength(1);
});

test('a garbled response keeps its status and is no JSON', async () => {
  const { emulator, send, project } = await start();
  emulator.faults.add({ operation: 'createSecret', garbage: true });
  emulator.faults.add({ operation: 'listSecrets', garbage: '[{' });

  const created = await send('POST', '/secrets', secret(project));
  const listed = await send('GET', '/secrets');

  expect(created).toMatchObject({ status: 201, text: '<html>no json' });
  expect(listed).toMatchObject({ status: 200, text: '[{' });
  expect(emulator.inspect.secrets()).toHaveLength(1);
});

test('E7: faults count, end, and can be taken back; unmet ones can be asserted', async () => {
  const { emulator, send } = await start();
  const twice = emulator.faults.add({ operation: 'listSecrets', status: 500, times: 2 });
  const removed = emulator.faults.add({ operation: 'listBuckets', status: 500 });
  const unmet = emulator.faults.add({ operation: 'deleteSecret', status: 500 });
  removed.remove();

  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await send('GET', '/secrets')).status);

  expect(statuses).toEqual([500, 500, 200]);
  expect((await send('GET', '/s3/buckets')).status).toBe(200);
  expect(twice.met).toBe(2);
  expect(emulator.faults.unmet()).toEqual([unmet]);
  emulator.faults.clear();
  expect(emulator.faults.unmet()).toEqual([]);
});

test('with a probability a fault applies to some requests, the same ones for the same seed', async () => {
  const run = async () => {
    const { emulator, send } = await start({ seed: 1 });
    emulator.faults.add({ operation: 'listSecrets', status: 500, probability: 0.5 });
    const statuses = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await send('GET', '/secrets')).status);
    return statuses;
  };

  const [first, second] = [await run(), await run()];

  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(second).toEqual(first);
});

test('the first fault that applies to a request wins, and no id is given twice', async () => {
  const { emulator, send } = await start();
  const first = emulator.faults.add({ operation: 'listSecrets', status: 503 });
  const second = emulator.faults.add({ operation: '*', status: 502 });

  const statuses = [(await send('GET', '/secrets')).status, (await send('GET', '/s3/buckets')).status];
  first.remove();

  expect([...statuses, (await send('GET', '/secrets')).status]).toEqual([503, 502, 502]);
  expect(emulator.faults.add({ operation: 'listSecrets', status: 500 }).id).toBe('fault-3');
  expect(emulator.faults.find('fault-2')).toBe(second);
});

test('stopping lets a delayed request end, whose delay is shorter than the grace period', async () => {
  const { emulator, send } = await start();
  const delay = emulator.faults.add({ operation: 'listSecrets', delayMs: 300 });
  const response = send('GET', '/secrets');
  await delay.whenMet();

  await emulator.stop();

  expect(await response).toMatchObject({ status: 200, json: [] });
});

test('stopping cuts what is held or delayed, without its effect', async () => {
  const emulator = await Emulator.start();
  const send = clientOf(emulator, emulator.token);
  const pause = emulator.faults.add({ operation: 'createSecret', pause: true });
  const delay = emulator.faults.add({ operation: 'createBucket', delayMs: 3_600_000 });
  const requests = [
    send('POST', '/secrets', secret(emulator.projectId)),
    send('POST', '/s3/buckets', { project_id: emulator.projectId, max_size: 1 }),
  ].map((request) =>
    request.then(
      () => 'answered',
      () => 'cut',
    ),
  );
  await Promise.all([pause.whenMet(), delay.whenMet()]);

  await emulator.stop();

  expect(await Promise.all(requests)).toEqual(['cut', 'cut']);
  expect(pause.held).toBe(0);
  expect(emulator.journal.requests()).toMatchObject([{ status: 'cut' }, { status: 'cut' }]);
});

test.each(['3', '500'])('a response may announce another length than it has: %s', async (length) => {
  const { emulator, project } = await start();
  emulator.faults.add({
    operation: 'createSecret',
    status: 200,
    body: { id: 'short' },
    headers: { 'Content-Length': length },
  });

  const response = await post(emulator, secret(project));

  expect(response.headers.get('content-length')).toBe(length);
  if (length === '3') expect(await response.text()).toBe('{"i');
  else await expect(response.text()).rejects.toThrow('terminated');
});
