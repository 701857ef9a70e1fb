import { S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startEmulator } from '../support';
import { linksOf, visitBucket } from './objects-support';
import { Visitor, visit, visitorFromElsewhere } from './visitor';

test('adds a fault that applies, shows it, and removes it', async () => {
  const { emulator, send, visitor } = await visit();

  const added = await visitor.submit('/faults', { operation: 'listSecrets', status: '503', times: '2', delayMs: '1' });
  const faulty = await send('GET', '/secrets');
  const list = await visitor.get('/faults');
  const path = /action="\/dashboard(\/faults\/[\w-]+\/remove)"/.exec(list.text)?.[1] ?? '';
  const removed = await visitor.submit(path, {});

  expect(added.text).toContain('A fault on listSecrets is in force.');
  expect(faulty.status).toBe(503);
  expect(list.text).toMatch(
    />waits 1 ms, returns 503<.*>2 at most<.*href="\/dashboard\/journal\?q=fault%3Afault-1">1 so far/,
  );
  expect(removed.text).toContain('The fault was removed.');
  expect(emulator.faults.active()).toEqual([]);
  expect((await send('GET', '/secrets')).status).toBe(200);
});

test('a bucket, an object, a key and a request lead to the form for a fault on them, which is filled in', async () => {
  const { emulator, visitor, send, bucket, credentials, put, path } = await visitBucket({
    host: '0.0.0.0',
    tokens: ['token-of-tests'],
  });
  await put('a b');
  await send('PUT', '/secrets', { id: 's-1', name: 'x', value: 'eA==' });
  const [first, second] = emulator.journal.requests().slice(-2);
  const keyOf = async (from: string, label: string) => {
    const [to = ''] = linksOf((await visitor.get(from)).text, label);
    const { text } = await visitor.get(to);
    const entered = [...text.matchAll(/<input id="([\w.]+)"[^>]* value="([^"]+)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const operation = /<option value="([^"]+)" selected/.exec(text)?.[1];
    return { ...Object.fromEntries(entered), ...(operation !== undefined && { operation }) };
  };
  const once = { status: '503', times: '1' };
  const ofBucket = { ...once, 'where.objectId': bucket.alias };

  expect(await keyOf(path, 'Inject a fault')).toEqual(ofBucket);
  expect(await keyOf(`${path}/object/details?key=a+b`, 'Inject a fault')).toEqual({
    ...ofBucket,
    'where.keyPrefix': 'a b',
  });
  expect(await keyOf('/keys', `Fault for access key ${credentials.accessKeyId}`)).toEqual({
    ...{ ...once, 'where.accessKeyId': credentials.accessKeyId },
  });
  const label = 'Inject a fault into the next one';
  expect(await keyOf(`/journal/${first?.requestId}`, label)).toEqual({
    ...{ ...once, operation: 'PutObject', 'where.objectId': bucket.id, 'where.keyPrefix': 'a b' },
  });
  expect(await keyOf(`/journal/${second?.requestId}`, label)).toEqual({
    ...{ ...once, operation: 'updateSecret', 'where.objectId': 's-1' },
  });
  const elsewhere = await visitorFromElsewhere(emulator).signIn();
  expect(linksOf((await elsewhere.get(path)).text, 'Inject a fault')).toEqual([]);
});

test('a bucket that is aimed at by its name is hit', async () => {
  const { emulator, visitor } = await visit();
  const bucket = emulator.newBucket();
  const client = new S3({ ...bucket.clientOptions, maxAttempts: 1 });
  const fault = { operation: 'ListObjectsV2', status: '503', 'where.objectId': bucket.name };

  await visitor.submit('/faults', fault);

  await expect(client.listObjectsV2({ Bucket: bucket.name })).rejects.toMatchObject({ name: 'SlowDown' });
  client.destroy();
});

test.each([
  [
    { operation: 'nothing', status: '99', times: '0', probability: 'often' },
    {
      operation: ['Operation must be the name of an operation, or *'],
      status: ['Respond with status must be at least 200.'],
      times: ['How many requests must be at least 1.'],
      probability: ['Chance must be a number.'],
    },
  ],
  [
    {
      operation: '*',
      delayMs: 'x',
      truncate: 'x',
      'where.body': 'x',
      headers: 'x-a: 1\nno colon',
      'where.headers': 'a:1\na:2',
    },
    {
      delayMs: ['must be such as 200, 10-300'],
      truncate: ['must be half, or a number of bytes'],
      'where.body': ['must be JSON such as'],
      headers: ['line 2 is not'],
      'where.headers': ['line 2 repeats one'],
    },
  ],
  [
    { operation: '*', status: '500', delayMs: '300-10', headers: 'bad name: 1', 'where.body': '{"a..b":1}' },
    {
      delayMs: ['the smaller first'],
      headers: ['Headers "bad name" must be the name of a header.'],
      'where.body': ['Request body must have places such as name, permissions.read'],
    },
  ],
  [
    { operation: 'listSecrets', status: '500', probability: '0', 'where.keyPrefix': 'a' },
    { probability: ['Chance must be more than 0.'], 'where.keyPrefix': ['Keys that begin with can match nothing: no'] },
  ],
])('refuses %j and says all that is wrong, each at its field', async (fields: Record<string, string>, says) => {
  const { emulator, visitor } = await visit();

  const { status, text } = await visitor.post('/faults', fields);

  expect(status).toBe(422);
  for (const [name, sentences] of Object.entries(says)) {
    const atField = new RegExp(`id="${name}-problem">([^<]*)<`).exec(text)?.[1];
    for (const sentence of sentences) {
      expect(atField?.replaceAll('&#34;', '"')).toContain(sentence);
      expect(text).toMatch(new RegExp(`<a href="#${name}">`));
    }
  }
  const links = [...text.matchAll(/<a href="#[^"]*">[^<]*/g)].map(([link]) => link);
  expect(new Set(links).size).toBe(links.length);
  // What was entered is still there.
  const { operation, ...entered } = fields;
  for (const value of Object.values(entered)) expect(text).toContain(value.replaceAll('"', '&#34;'));
  expect(emulator.faults.list()).toEqual([]);
});

test('every member of a fault can be entered with its name in the control interface', async () => {
  const { emulator, visitor } = await visit({ projects: ['one', 'two'] });
  const where = {
    'where.projectId': 'two',
    'where.objectId': 'object-1',
    'where.headers': 'x-test: a: b\r\nX-Other:c',
    'where.body': '{"max_size": 9007199254740993, "permissions.read": true}',
  };
  const whole = {
    ...{ operation: 'updateBucket', status: '503', body: '{"a": [1]}', headers: 'x-a: 1', retryAfter: '2' },
    ...{ delayMs: '10-300', pause: 'yes', when: 'after-commit', skip: '1', times: '2', probability: '0.5', ...where },
  };
  const cut = { operation: '*', cut: 'after-commit', 'where.keyPrefix': 'photos/' };

  for (const fields of [whole, cut]) expect((await visitor.post('/faults', fields)).status).toBe(303);

  expect(emulator.faults.list().map(({ spec }) => spec)).toEqual([
    {
      ...{ operation: 'updateBucket', status: 503, body: { a: [1] }, headers: { 'x-a': '1' }, retryAfter: 2 },
      ...{ delayMs: { min: 10, max: 300 }, pause: true, when: 'after-commit', skip: 1, times: 2, probability: 0.5 },
      where: {
        ...{ projectId: 'two', objectId: 'object-1' },
        headers: { 'x-test': 'a: b', 'X-Other': 'c' },
        body: { max_size: 9007199254740993n, 'permissions.read': true },
      },
    },
    { operation: '*', cut: 'after-commit', where: { keyPrefix: 'photos/' } },
  ]);
});

test('used faults are on a page of their own, unless they still hold a request', async () => {
  const { emulator, send, visitor } = await visit();
  await visitor.post('/faults', { operation: 'listSecrets', status: '503', times: '1' });
  await visitor.post('/faults', { operation: 'listBuckets', pause: 'yes', times: '1' });
  const [, holding] = emulator.faults.list();

  await send('GET', '/secrets');
  const held = send('GET', '/s3/buckets');
  await holding?.whenMet();
  const inForce = await visitor.get('/faults');
  const usedUp = await visitor.get('/faults/used-up');
  const released = await visitor.submit(`/faults/${holding?.id}/release`, {});

  expect(inForce.text).not.toContain('data-key="fault-1"');
  expect(inForce.text).toContain('is held (1 now)');
  expect(inForce.text).toContain('Used up: 1');
  expect(usedUp.text).toContain('data-key="fault-1"');
  expect(usedUp.text).not.toContain('data-key="fault-2"');
  expect((await held).status).toBe(200);
  expect(released.text).toContain('The fault holds no requests any more.');
  await expect.poll(async () => (await visitor.get('/faults')).text).toContain('Used up: 2');
  const removed = await visitor.post('/faults/fault-1/remove', {});
  expect(removed.headers.get('location')).toBe('/dashboard/faults/used-up');
  expect((await visitor.submit('/faults/clear', {})).text).toContain('All faults were removed.');
  expect(emulator.faults.list()).toEqual([]);
});

test('the page shows names, and no values, of what a fault sends and compares', async () => {
  const { emulator, visitor } = await visit();
  emulator.faults.add({
    ...{ operation: 'updateSecret', status: 503, body: 'canary-1', headers: { 'x-sent': 'canary-2' } },
    ...{ retryAfter: 'canary-3', skip: 3, times: 4 },
    where: { headers: { authorization: 'canary-4' }, body: { value: 'canary-5' }, objectId: 'object-1' },
  });
  emulator.faults.add({ operation: '*', garbage: 'canary-6', where: { body: () => true } });

  const { text } = await visitor.get('/faults');

  expect(text).toContain('returns 503 with a body of its own, x-sent, retry-after');
  expect(text).toMatch(/object .*object-1.*headers .*authorization.*body .*value.*not the first .*3/);
  expect(text).toContain('by a function');
  expect(text).not.toContain('canary');
});

test('no fault applies to the dashboard itself', async () => {
  const { emulator, visitor } = await visit();
  emulator.faults.add({ operation: '*', status: 500 });

  expect((await visitor.get('/secrets')).status).toBe(200);
});

test('a request that came through a proxy is from another machine', async () => {
  const emulator = await startEmulator();
  const visitor = await new Visitor(emulator, { 'x-forwarded-for': '192.0.2.7' }).signIn();

  const response = await visitor.post('/faults', { operation: '*', status: '503' });

  expect(response.status).toBe(403);
  expect(emulator.faults.active()).toEqual([]);
});
