import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { journalPath } from '../../../../emulator/dashboard/journal-search';
import { base64, clientOf } from '../support';
import { linksOf, visitBucket } from './objects-support';
import { Visitor, visit } from './visitor';

/** The numbers of the requests that a page of the journal has, from the top. */
const requestsOn = (page: string) => [...page.matchAll(/data-key="req-(\d+)"/g)].map(([, number]) => Number(number));
const optionsOn = (page: string) => [...page.matchAll(/<option value="([^"]*)">/g)].map(([, value]) => value);

test('a search is kept over pages, counted, and completed by what requests have', async () => {
  const { emulator, send, visitor } = await visit();
  emulator.journal.mark('test "a" began');
  for (let n = 0; n < 27; n += 1) await send('GET', '/nowhere');
  await send('GET', '/secrets');

  const found = await visitor.get('/journal?q=status%3A404');
  const [older = ''] = linksOf(found.text, 'Older');
  await send('GET', '/nowhere');
  const last = await visitor.get(older);
  const none = await visitor.get('/journal?q=from%3Asoon');

  expect(found.text).toContain('Requests <span class="count">27 of 28</span>');
  expect(found.text).toContain('name="q" value="status:404"');
  expect(requestsOn(found.text)).toEqual(Array.from({ length: 25 }, (_, n) => 27 - n));
  expect(requestsOn(last.text)).toEqual([2, 1]);
  // Only the newest requests change.
  expect([found.text, last.text].map((text) => text.includes('data-from'))).toEqual([true, false]);
  expect(linksOf(last.text, 'Newest')).toEqual(['/journal?q=status%3A404']);
  expect(optionsOn(found.text)).toEqual(
    expect.arrayContaining(['status:404', 'status:200', 'path:&#34;/nowhere&#34;', 'operation:listSecrets']),
  );
  expect(optionsOn(found.text)).toContain('test:&#34;test \\&#34;a\\&#34; began&#34;');
  expect(none.text).toContain('role="alert">from:');
});

test('marks stand between the requests before and after them, at most ten, and not in a search', async () => {
  const { emulator, send, visitor } = await visit();
  emulator.journal.mark('before all');
  await send('GET', '/nowhere');
  for (let n = 1; n <= 12; n += 1) emulator.journal.mark(n === 12 ? 'x'.repeat(201) : `mark ${n}`);
  await send('GET', '/nowhere');
  emulator.journal.mark('after all');

  const { text } = await visitor.get('/journal');

  const keys = [...text.matchAll(/data-key="([\w-]+)"/g)].map(([, key]) => key);
  const between = Array.from({ length: 11 }, (_, n) => `mark-${13 - n}`);
  expect(keys).toEqual(['mark-14', 'req-2', ...between, 'req-1', 'mark-1']);
  expect(text).toContain(`${'x'.repeat(199)}…`);
  expect((await visitor.get('/journal?q=status%3A404')).text).not.toContain('mark-');
});

test('everything leads to its requests, and a request to what it was about', async () => {
  const { emulator, visitor, send, project, bucket, credentials, s3, put, path } = await visitBucket();
  emulator.journal.clear();
  await put('a b');
  const at = { Bucket: bucket.alias, Key: 'a b' };
  await s3.send(new GetObjectCommand(at));
  await send('POST', '/secrets', { project_id: project, name: 'db', value: base64('x') });
  const [secret] = emulator.inspect.secrets();
  const fault = emulator.faults.add({ operation: 'listSecrets', status: 503 });
  await send('GET', '/secrets');
  const first = Number(emulator.journal.requests()[0]?.requestId.slice(4));
  const follow = async (from: string, label: string) => {
    const [to = ''] = linksOf((await visitor.get(from)).text, label);
    return requestsOn((await visitor.get(to)).text).map((number) => number - first);
  };

  expect(await follow('/buckets', `Requests about bucket ${bucket.alias}`)).toEqual([1, 0]);
  expect(await follow(path, 'Requests about it')).toEqual([1, 0]);
  expect(await follow(`${path}/object/details?key=a+b`, 'Requests about it')).toEqual([1, 0]);
  expect(await follow('/keys', `Requests signed with access key ${credentials.accessKeyId}`)).toEqual([1, 0]);
  expect(await follow('/secrets', 'Requests about db')).toEqual([2]);
  expect(await follow('/faults', `1 so far requests by ${fault.id}`)).toEqual([3]);

  const put1 = (await visitor.get(`/journal/req-${first}`)).text;
  expect(linksOf(put1, bucket.alias)).toEqual([path]);
  expect(linksOf(put1, 'a b')).toEqual([`${path}/object/details?key=a+b`]);
  expect(linksOf(put1, credentials.accessKeyId)).toEqual([`/keys?q=${credentials.accessKeyId}`]);
  expect(linksOf(put1, 'all requests')).toContain(journalPath(['bucket', bucket.alias], ['key', 'a b']));
  expect(linksOf((await visitor.get(`/journal/req-${first + 2}`)).text, 'db')).toEqual([`/secrets/${secret?.id}`]);
  await s3.send(new DeleteObjectCommand(at));
  expect(linksOf((await visitor.get(`/journal/req-${first}`)).text, 'a b')).toEqual([]);
  const gone = await visitor.get(`${path}/object/details?key=a+b`);
  expect(gone.status).toBe(404);
  expect(linksOf(gone.text, 'Requests about it')).toEqual([journalPath(['bucket', bucket.alias], ['key', 'a b'])]);
});

test('E20: what is done in the dashboard is in the journal, and a search for an object shows who deleted it', async () => {
  const { emulator, visitor, project, bucket, put, path, keys } = await visitBucket({ dialect: 'extended' });
  for (const key of ['one', 'f/two', 'f/three', 'four', 'five']) await put(key);
  emulator.journal.clear();
  const upTo = String(emulator.inspect.objects(bucket.id).length + 100);
  const idOf = (all: readonly { id: string }[]) => all.at(-1)?.id ?? '';
  const act = async (at: string, fields: Record<string, string | readonly string[]> = {}) =>
    expect((await visitor.post(at, fields)).status, at).toBeLessThan(400);
  const searched = async (search: string) =>
    requestsOn((await visitor.get(`/journal?q=${encodeURIComponent(search)}`)).text).length;

  const version = String(emulator.inspect.objects(bucket.id).find(({ key }) => key === 'one')?.version);
  await act(`${path}/object/delete`, { key: 'one', version });
  await act(`${path}/objects/delete`, { folder: 'f%2F', up_to: upTo });
  await act(`${path}/objects/delete`, { object: ['four'], up_to: upTo });
  await act(path, { max_size: '7', unit: 'GiB', description: '' });
  await act('/secrets', { project_id: project, name: 'db', value: 'canary' });
  await act(`/secrets/${idOf(emulator.inspect.secrets())}`, { name: 'db', value: 'canary' });
  await act(`/secrets/${idOf(emulator.inspect.secrets())}/delete`);
  await act('/pull-secrets', { project_id: project, server: 'ghcr.io', username: 'canary', password: 'canary' });
  await act(`/pull-secrets/${idOf(emulator.inspect.pullSecrets())}/delete`);
  await act('/keys', { project_id: project, once: 'x', bucket_ids: bucket.id, permissions: 'read' });
  await act(`/keys/${idOf(emulator.inspect.accessKeys())}/delete`);
  await act(`${path}/objects/delete`, { folder: '', up_to: upTo });
  await act(`${path}/delete`);

  const requests = emulator.journal.requests();
  expect(requests.map(({ operation }) => operation)).toEqual([
    ...[
      'DeleteObject',
      'DeleteObjects',
      'DeleteObjects',
      'updateBucket',
      'createSecret',
      'updateSecret',
      'deleteSecret',
    ],
    ...['createPullSecret', 'deletePullSecret', 'createAccessKey', 'deleteAccessKey', 'DeleteObjects', 'deleteBucket'],
  ]);
  expect(new Set(requests.map(({ api, status, projectId }) => `${api} ${status} ${projectId}`))).toEqual(
    new Set([`dashboard 200 ${project}`]),
  );
  expect(requests[1]).toMatchObject({
    objectId: bucket.id,
    body: { prefixes: ['f/'], keys: ['f/three', 'f/two'], deleted: 2 },
  });
  expect(keys).toThrow('There is no bucket');
  expect(JSON.stringify(requests)).not.toContain('canary');
  for (const key of ['one', 'f/two', 'four', 'five'])
    expect(await searched(`bucket:${bucket.id} key:"${key}"`), key).toBe(1);
  const { text } = await visitor.get(`/journal/${requests[0]?.requestId}`);
  expect(text).not.toContain('curl');
  for (const gone of ['/buckets/', '/secrets/']) {
    const page = await visitor.get(`${gone}${bucket.id}`);
    expect(linksOf(page.text, 'Requests about it')).toEqual([journalPath(['id', bucket.id])]);
  }
});

test('a deletion of more objects than the journal names is found by each of their keys', async () => {
  const { emulator, visitor, path, putAll, bucket } = await visitBucket();
  putAll(Array.from({ length: 1_001 }, (_, n) => `f/${n + 1_000}`));
  emulator.journal.clear();
  await visitor.post(`${path}/objects/delete`, { folder: 'f%2F', up_to: '9999' });
  await emulator.journal.waitFor({ operation: 'DeleteObjects' });

  const found = async (key: string) =>
    requestsOn((await visitor.get(journalPath(['bucket', bucket.id], ['key', key]))).text).length;

  expect(await Promise.all(['f/1000', 'f/2000', 'g/2000'].map(found))).toEqual([1, 1, 0]);
});

test('no search finds a secret, and none is completed', async () => {
  const { emulator, send, visitor, project, credentials, s3, bucket } = await visitBucket();
  const canary = 'canary-7f3a';
  const wrong = clientOf(emulator, canary);
  await send('POST', '/secrets', { project_id: project, name: 'a', value: base64(canary), valeu: canary });
  await send('POST', `/secrets?token=${canary}`, `"${canary}"`);
  await send('POST', '/secrets/pull', {
    project_id: project,
    server: `u:${canary}@x.io`,
    username: canary,
    password: canary,
  });
  await wrong('GET', '/secrets');
  emulator.faults.add({ operation: 'listBuckets', status: 500, body: canary, headers: { 'x-a': canary } });
  await send('GET', '/s3/buckets');
  await s3.send(new GetObjectCommand({ Bucket: bucket.alias, Key: 'none' })).catch(() => undefined);

  const whole = (await visitor.get('/journal')).text;
  expect(requestsOn(whole).length).toBeGreaterThan(6);
  for (const text of [canary, base64(canary), credentials.secretAccessKey, emulator.token]) {
    expect(requestsOn((await visitor.get(`/journal?q=${encodeURIComponent(text)}`)).text)).toEqual([]);
    expect(optionsOn(whole).join()).not.toContain(text);
  }
});

test("another project's requests are neither shown, found nor completed", async () => {
  const { emulator, send, project } = await visit();
  await send('POST', '/secrets', { project_id: project, name: 'theirs', value: base64('x') });
  const mine = emulator.newProject();
  await clientOf(emulator, mine.token)('GET', '/s3/keys');
  const visitor = await new Visitor(emulator).signIn(mine.token);
  const theirs = emulator.journal.requests({ operation: 'createSecret' })[0]?.requestId;

  const { text } = await visitor.get('/journal');

  expect(requestsOn(text)).toHaveLength(1);
  expect(optionsOn(text)).not.toContain('operation:createSecret');
  expect(requestsOn((await visitor.get('/journal?q=theirs')).text)).toEqual([]);
  expect((await visitor.get(`/journal/${theirs}`)).status).toBe(404);
});
