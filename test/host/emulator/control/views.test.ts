import { expect, test } from 'vitest';
import { start } from '../support';

test('faults are shown with all that they do, and a dump of them with names in place of what is sent', async () => {
  const { emulator, send } = await start();
  const headers = { 'x-a': 'CANARY-1', 'x-b': 'CANARY-2' };
  const where = { projectId: 'project-1', objectId: 'o', headers, body: { name: 'CANARY', id: 'o' } };
  const more = { delayMs: 5, skip: 1, times: 2, probability: 0.5 };
  const full = {
    operation: 'updateSecret',
    status: 503,
    body: 'CANARY',
    headers,
    retryAfter: 'CANARY',
    ...more,
    where,
  } as const;
  emulator.faults.add({ ...full, when: 'after-commit', pause: true });
  emulator.faults.add({ operation: '*', cut: 'before-commit', where: { body: () => true } });
  emulator.faults.add({ operation: 'listSecrets', garbage: true });
  emulator.faults.add({ operation: 'listSecrets', garbage: 'CANARY' });
  emulator.faults.add({ operation: 'listSecrets', status: 429, retryAfter: 3 });
  emulator.faults.add({ operation: 'GetObject', truncate: 7, where: { keyPrefix: 'CANARY' } });

  const listed = (await send('GET', '/_emulator/faults')).json;
  const dumped = emulator.dump().faults;

  const counts = { met: 0, held: 0 };
  expect(listed.slice(0, 2)).toEqual([
    { id: 'fault-1', ...counts, spec: { ...full, when: 'after-commit', pause: true } },
    { id: 'fault-2', ...counts, spec: { operation: '*', cut: 'before-commit', where: { body: '[function]' } } },
  ]);
  const hidden = '[redacted]';
  const names = ['x-a', 'x-b'];
  const aim = { projectId: 'project-1', objectId: 'o', headers: names, body: ['name', 'id'] };
  expect(dumped).toEqual([
    {
      ...{ id: 'fault-1', ...counts },
      spec: {
        ...{ operation: 'updateSecret', status: 503, body: hidden, headers: names, retryAfter: hidden, ...more },
        ...{ when: 'after-commit', pause: true, where: aim },
      },
    },
    { id: 'fault-2', ...counts, spec: { operation: '*', cut: 'before-commit', where: { body: '[function]' } } },
    { id: 'fault-3', ...counts, spec: { operation: 'listSecrets', garbage: true } },
    { id: 'fault-4', ...counts, spec: { operation: 'listSecrets', garbage: hidden } },
    { id: 'fault-5', ...counts, spec: { operation: 'listSecrets', status: 429, retryAfter: 3 } },
    { id: 'fault-6', ...counts, spec: { operation: 'GetObject', truncate: 7, where: { keyPrefix: hidden } } },
  ]);
});

test('a dump names the run time and the platform', async () => {
  const { runtime, platform } = (await start()).emulator.dump();

  expect([runtime, platform]).toEqual([process.version, `${process.platform} ${process.arch}`]);
});

test('a bucket that is nowhere has no contents, and a key that is nowhere has no secret half', async () => {
  const { inspect } = (await start()).emulator;

  expect(inspect.contents('nowhere')).toEqual({ objects: 0, uploads: 0, configurations: 0 });
  expect(() => inspect.secretAccessKey('x')).toThrow('There is no access key with the id "x".');
});

test('inspect shows the secret half of a key that was made over REST', async () => {
  const { emulator, send } = await start();
  const bucket = await send('POST', '/s3/buckets', { project_id: 'project-1', max_size: 1 });
  const permissions = { read: true, write: false, owner: false };
  const made = await send('POST', '/s3/keys', { project_id: 'project-1', bucket_ids: [bucket.json.id], permissions });

  expect(emulator.inspect.secretAccessKey(made.json.id)).toBe(made.json.secret_access_key);
});
