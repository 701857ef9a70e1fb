import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import type { Emulator, JournalEntry } from '../../../../emulator';
import { Visitor } from '../dashboard/visitor';
import { send as sendRaw } from '../s3/raw';
import { startS3 } from '../s3/support';
import { base64, clientOf, start } from '../support';

/** What of a request names its cause: in its line on the terminal, on its page, and over HTTP. */
async function shownOf(emulator: Emulator, lines: readonly string[], entry: JournalEntry | undefined) {
  const visitor = await new Visitor(emulator).signIn();
  const { text } = await visitor.get(`/journal/${entry?.requestId}`);
  const list = (await visitor.get('/journal')).text;
  const sent = await clientOf(emulator, emulator.token)('GET', '/_emulator/journal');
  return {
    line: lines.filter((line) => line.includes(` ${entry?.requestId} `)),
    page: text.replaceAll('&#34;', '"'),
    list: list.replaceAll('&#34;', '"'),
    http: sent.json.find(({ requestId }: JournalEntry) => requestId === entry?.requestId),
  };
}

async function expectReason(
  emulator: Emulator,
  lines: readonly string[],
  { code, field, names }: { code: string; field?: string; names: readonly string[] },
) {
  const entry = emulator.journal.requests().at(-1);
  const { line, page, list, http } = await shownOf(emulator, lines, entry);

  expect(entry?.error).toMatchObject({ code, ...(field !== undefined && { field }) });
  expect(http.error).toMatchObject({ code });
  expect(line).toHaveLength(1);
  expect(list).toContain(`<code>${code}</code>`);
  for (const text of [code, ...(field === undefined ? [] : [field]), ...names]) {
    expect(line[0]).toContain(text);
    expect(page).toContain(text);
  }
}

async function startRest() {
  const lines: string[] = [];
  const started = await start({ logRequests: 'text', log: (line) => lines.push(line) });
  return { ...started, lines };
}

test('E20: a wrong name is named, with the field', async () => {
  const { emulator, send, project, lines } = await startRest();

  await send('POST', '/secrets', { project_id: project, name: 'Wrong Name', value: base64('x') });

  await expectReason(emulator, lines, {
    code: 'invalid',
    field: 'name',
    names: ['createSecret', 'lowercase letters', project],
  });
});

test('E20: a name that is taken is named, with the knob that decides', async () => {
  const { emulator, send, project, lines } = await startRest();
  await send('POST', '/secrets', { project_id: project, name: 'twice', value: base64('x') });

  await send('POST', '/secrets', { project_id: project, name: 'twice', value: base64('x') });

  await expectReason(emulator, lines, { code: 'conflict', field: 'name', names: ['"twice"', 'takenName'] });
});

test('E20: an object that is not there is named', async () => {
  const { emulator, send, lines } = await startRest();

  await send('DELETE', '/secrets/gone-1');

  await expectReason(emulator, lines, { code: 'not_found', field: 'id', names: ['gone-1', 'deleteSecret'] });
});

test('E20: a project that the token may not use, and a token that is none', async () => {
  const { emulator, send, lines } = await startRest();

  await send('POST', '/s3/buckets', { project_id: 'project-9', max_size: 1 });
  await expectReason(emulator, lines, { code: 'forbidden', field: 'project_id', names: ['"project-9"'] });

  await clientOf(emulator, 'CANARY')('GET', '/secrets');
  await expectReason(emulator, lines, { code: 'unauthorized', names: ['listSecrets', '401'] });
  expect(lines.join()).not.toContain('CANARY');
});

test('E20: a path that is none, and an error whose body is empty in the dialect', async () => {
  const { emulator, send, lines } = await startRest();
  emulator.settings.change({ dialect: 'minimal' });

  await send('GET', '/secret');

  await expectReason(emulator, lines, { code: 'not_found', names: ['There is no operation GET /secret'] });
});

test('E20: a fault, over REST', async () => {
  const { emulator, send, lines } = await startRest();
  emulator.faults.add({ operation: 'listSecrets', status: 503, retryAfter: 7 });
  emulator.faults.add({ operation: 'listBuckets', cut: 'after-commit' });

  await send('GET', '/secrets');
  await expectReason(emulator, lines, { code: 'injected', names: ['fault-1', '503'] });
  expect(emulator.journal.requests().at(-1)?.response?.headers['retry-after']).toBe('7');

  await expect(send('GET', '/s3/buckets')).rejects.toThrow('fetch failed');
  expect(lines.at(-1)).toMatch(/ cut listBuckets .*\[.*fault-2: connection cut after the operation ran/);
});

async function startData() {
  const lines: string[] = [];
  const started = await startS3('path', { logRequests: 'text', log: (line) => lines.push(line) });
  return { ...started, lines };
}

const put = (client: s3.S3Client, Bucket: string, Body = 'x') =>
  client.send(new s3.PutObjectCommand({ Bucket, Key: 'a/k', Body })).catch(() => undefined);

test('E20: at S3: a wrong name of a bucket', async () => {
  const { emulator, client, lines } = await startData();

  await put(client, 'no-such-bucket');

  await expectReason(emulator, lines, {
    code: 'NoSuchBucket',
    field: 'bucket',
    names: ['"no-such-bucket"', '/no-such-bucket/a/k', 'PutObject'],
  });
});

test('E20: at S3: a missing permission, and a bucket that the key is not for', async () => {
  const { emulator, Bucket, alias, lines } = await startData();
  const send = clientOf(emulator, emulator.token);
  const other = (await send('POST', '/s3/buckets', { project_id: emulator.projectId, max_size: 9 })).json;
  const keyFor = async (bucketId: string) => {
    const permissions = { read: true, write: false, owner: false };
    const place = { project_id: emulator.projectId, bucket_ids: [bucketId] };
    const made = (await send('POST', '/s3/keys', { ...place, permissions })).json;
    return { accessKeyId: made.access_key_id, secretAccessKey: made.secret_access_key };
  };
  const readOnly = await keyFor(alias.id);

  await sendRaw(emulator.s3Endpoint, { method: 'PUT', path: `/${Bucket}/a/k`, body: 'x' }, readOnly);
  await expectReason(emulator, lines, {
    code: 'AccessDenied',
    field: 'permissions.write',
    names: ['"write"', 'PutObject', Bucket, readOnly.accessKeyId],
  });

  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/a/k` }, await keyFor(other.id));
  await expectReason(emulator, lines, { code: 'AccessDenied', field: 'bucket_ids', names: [`"${Bucket}"`] });
});

test('E20: at S3: a quota', async () => {
  const { emulator, client, Bucket, alias, lines } = await startData();
  const send = clientOf(emulator, emulator.token);
  await send('PUT', '/s3/buckets', { id: alias.id, max_size: 3 });

  await put(client, Bucket, '12345');

  await expectReason(emulator, lines, {
    code: 'AccessDenied',
    field: 'max_size',
    names: ['quota is 3 bytes', '5 more', alias.id, Bucket],
  });
});

test('E20: at S3: a revoked key, a wrong secret half, and no signature', async () => {
  const { emulator, client, Bucket, credentials, lines } = await startData();
  const request = { method: 'GET', path: `/${Bucket}/a/k` };
  await sendRaw(emulator.s3Endpoint, request, { ...credentials, secretAccessKey: 'CANARY' });
  await expectReason(emulator, lines, {
    code: 'SignatureDoesNotMatch',
    field: 'authorization',
    names: [credentials.accessKeyId, 'secret access key is another one'],
  });

  await sendRaw(emulator.s3Endpoint, request);
  await expectReason(emulator, lines, { code: 'AccessDenied', field: 'authorization', names: ['not signed'] });

  const key = emulator.inspect.accessKeys().find(({ accessKeyId }) => accessKeyId === credentials.accessKeyId);
  await clientOf(emulator, emulator.token)('DELETE', `/s3/keys/${key?.id}`);
  await put(client, Bucket);
  await expectReason(emulator, lines, {
    code: 'InvalidAccessKeyId',
    field: 'access_key_id',
    names: [credentials.accessKeyId, 'was deleted'],
  });
});

test('E20: at S3: a fault', async () => {
  const { emulator, Bucket, credentials, lines } = await startData();
  emulator.faults.add({ operation: 'GetObject', status: 503 });

  await sendRaw(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/k` }, credentials);

  await expectReason(emulator, lines, { code: 'injected', names: ['fault-1', '503', 'GetObject'] });
});

test('E20: the entry has the object that a create made, and the response with its headers', async () => {
  const { emulator, send, project } = await start({ dialect: 'enveloped' });
  const made = (await send('POST', '/s3/buckets', { project_id: project, max_size: 2n ** 60n })).json;
  for (let n = 0; n < 12; n += 1) await send('POST', '/secrets', { project_id: project, name: `n-${n}`, value: '' });
  await send('GET', '/secrets');

  const [created] = emulator.journal.requests({ objectId: made.id });
  const listed = emulator.journal.requests({ operation: 'listSecrets' })[0]?.response;

  expect(created).toMatchObject({
    ...{ api: 'rest', operation: 'createBucket', objectId: made.id, error: undefined },
    response: { headers: { 'content-type': 'application/json; charset=utf-8' }, body: { id: made.id } },
  });
  expect(listed?.body).toMatchObject({
    data: expect.arrayContaining([{ name: 'n-0', id: expect.any(String) }, '[2 more]']),
  });
});

test('E20: entries of S3 have response headers and documents, as those of REST', async () => {
  const { emulator, client, Bucket } = await startS3();
  await put(client, Bucket);
  await client.send(new s3.ListObjectsV2Command({ Bucket }));

  const [stored] = emulator.journal.requests({ operation: 'PutObject' });
  const [listed] = emulator.journal.requests({ operation: 'ListObjectsV2' });

  expect(stored).toMatchObject({ api: 's3', response: { headers: { etag: '"9dd4e461268c8034f5c8564e155c67a6"' } } });
  expect(listed?.response?.body).toContain('<Key>a/k</Key>');
});
