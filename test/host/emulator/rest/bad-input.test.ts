import { expect, test } from 'vitest';
import { problemBody } from '../../../../contract';
import type { Emulator } from '../../../../emulator';
import { base64, clientOf, type Received, start } from '../support';

const READ = { read: true, write: false, owner: false };
const PULL = { project_id: 'project-1', server: 's', username: 'u', password: 'p' };
const KEY = { project_id: 'project-1', bucket_ids: [], permissions: READ };
const SECRET = { project_id: 'project-1', name: 'fresh', value: base64('x') };

/** Everything stored, values included. */
function snapshot({ inspect }: Emulator): unknown {
  return {
    secrets: inspect.secrets().map((secret) => [secret, inspect.secretValue(secret.id)]),
    pullSecrets: inspect.pullSecrets().map((secret) => [secret, inspect.pullSecretPassword(secret.id)]),
    buckets: inspect.buckets(),
    accessKeys: inspect.accessKeys(),
  };
}

/** A body that is not UTF-8. */
function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** method, path, body, status, field; `$secret` and the like stand for ids of what exists. */
const BAD: [method: string, path: string, body: unknown, status: number, field: string | undefined][] = [
  // not JSON at all
  ['POST', '/secrets', '{"project_id":', 400, undefined],
  ['POST', '/secrets', '', 400, undefined],
  ['PUT', '/s3/buckets', 'max_size=1', 400, undefined],
  ['POST', '/secrets', Buffer.from([0x7b, 0xff, 0x7d]), 400, undefined],
  ['POST', '/s3/buckets', latin1('{"project_id":"project-1","max_size":1,"description":"caf\xe9"}'), 400, undefined],
  ['POST', '/secrets', '['.repeat(20_000) + ']'.repeat(20_000), 400, undefined],
  // secrets
  ['POST', '/secrets', {}, 400, 'project_id'],
  ['POST', '/secrets', { ...SECRET, project_id: 7 }, 400, 'project_id'],
  ['POST', '/secrets', { ...SECRET, project_id: 'elsewhere' }, 403, 'project_id'],
  ['POST', '/secrets', { ...SECRET, name: 'Upper' }, 400, 'name'],
  ['POST', '/secrets', { ...SECRET, name: 'taken' }, 409, 'name'],
  ['POST', '/secrets', { ...SECRET, value: 'no base64!' }, 400, 'value'],
  ['POST', '/secrets', { ...SECRET, value: '_-8=' }, 400, 'value'],
  ['PUT', '/secrets', { id: 'nobody', name: 'fresh', value: base64('x') }, 404, 'id'],
  ['PUT', '/secrets', { id: '$secret', name: 'fresh' }, 400, 'value'],
  ['DELETE', '/secrets/nobody', undefined, 404, 'id'],
  // pull secrets
  ['POST', '/secrets/pull', { ...PULL, server: undefined }, 400, 'server'],
  ['POST', '/secrets/pull', { ...PULL, password: '' }, 400, 'password'],
  // buckets
  ['POST', '/s3/buckets', { project_id: 'project-1' }, 400, 'max_size'],
  ['POST', '/s3/buckets', { project_id: 'project-1', max_size: 0 }, 400, 'max_size'],
  ['POST', '/s3/buckets', { project_id: 'project-1', max_size: 1.5 }, 400, 'max_size'],
  ['POST', '/s3/buckets', { project_id: 'project-1', max_size: 2n ** 63n }, 400, 'max_size'],
  ['POST', '/s3/buckets', '{"project_id":"project-1","max_size":1e400}', 400, 'max_size'],
  ['POST', '/s3/buckets', { project_id: 'project-1', max_size: 1, description: 3 }, 400, 'description'],
  ['PUT', '/s3/buckets', { id: '$bucket' }, 400, 'max_size'],
  ['PUT', '/s3/buckets', { id: 'nobody', max_size: 1 }, 404, 'id'],
  ['DELETE', '/s3/buckets/nobody', undefined, 404, 'id'],
  // access keys
  ['POST', '/s3/keys', { project_id: 'project-1', permissions: READ }, 400, 'bucket_ids'],
  ['POST', '/s3/keys', { project_id: 'project-1', bucket_ids: ['$bucket', 3], permissions: READ }, 400, 'bucket_ids.1'],
  ['POST', '/s3/keys', { project_id: 'project-1', bucket_ids: ['nobody'], permissions: READ }, 404, 'bucket_ids'],
  ['POST', '/s3/keys', { project_id: 'project-1', bucket_ids: [] }, 400, 'permissions'],
  ['POST', '/s3/keys', { ...KEY, permissions: { read: true } }, 400, 'permissions.write'],
  ['POST', '/s3/keys', { ...KEY, permissions: { ...READ, owner: 1 } }, 400, 'permissions.owner'],
  ['DELETE', '/s3/keys/nobody', undefined, 404, 'id'],
  // routes
  ['GET', '/nowhere', undefined, 404, undefined],
  ['PATCH', '/secrets', {}, 405, undefined],
  ['GET', '/secrets/$secret', undefined, 405, undefined],
  ['GET', '/%zz', undefined, 400, undefined],
];

async function startWithOneOfEach(options = {}) {
  const started = await start(options);
  const { emulator, send } = started;
  await send('POST', '/secrets', { ...SECRET, name: 'taken' });
  await send('POST', '/secrets/pull', PULL);
  await send('POST', '/s3/buckets', { project_id: 'project-1', max_size: 5, description: 'd' });
  const [secret, bucket] = [emulator.inspect.secrets()[0]?.id ?? '', emulator.inspect.buckets()[0]?.id ?? ''];
  await send('POST', '/s3/keys', { project_id: 'project-1', bucket_ids: [bucket], permissions: READ });
  const fill = (text: string) => text.replaceAll('$secret', secret).replaceAll('$bucket', bucket);
  const fillIn = (body: unknown) =>
    typeof body === 'string'
      ? fill(body)
      : isObject(body) && JSON.stringify(body, bigintAsText).includes('$')
        ? JSON.parse(fill(JSON.stringify(body)))
        : body;
  return { ...started, fill, fillIn };
}

const bigintAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
const isObject = (body: unknown): body is object => typeof body === 'object' && !(body instanceof Uint8Array);

test.each(BAD)('%s %s with %o is %d and names %s, and changes nothing', async (method, path, body, status, field) => {
  const { emulator, send, fill, fillIn } = await startWithOneOfEach();
  const before = snapshot(emulator);

  const response = await send(method, fill(path), fillIn(body));

  expect(response.status).toBe(status);
  expect(response.json.error).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(response.json.error.field).toBe(field);
  expect(snapshot(emulator)).toEqual(before);
});

test('reports every problem of a body at once, with paths, and quotes no value', async () => {
  const { send } = await start();

  const response = await send('POST', '/secrets', { project_id: 1, name: 'CANARY', value: 'CANARY!' });

  const { message } = response.json.error;
  for (const field of ['project_id', 'name', 'value']) expect(message).toContain(`"${field}" must`);
  expect(message).not.toContain('CANARY');
});

test('an id of 4096 characters is looked for, a longer one is 414', async () => {
  const { send } = await start();

  const responses = [
    await send('DELETE', `/secrets/${'x'.repeat(4096)}`),
    await send('DELETE', `/secrets/${'x'.repeat(4097)}`),
  ];

  expect(responses.map(({ status }) => status)).toEqual([404, 414]);
});

test('a body of 1 MiB is read, one byte more is 413', async () => {
  const { emulator, send } = await start();
  const frame = JSON.stringify({ ...SECRET, value: '' }).length;
  const largest = 1024 * 1024 - frame;
  const fitting = { ...SECRET, value: 'A'.repeat(largest - (largest % 4)) };

  const read = await send('POST', '/secrets', JSON.stringify(fitting).padEnd(1024 * 1024));
  const refused = await send('POST', '/secrets', JSON.stringify({ ...fitting, name: 'b' }).padEnd(1024 * 1024 + 1));

  expect(read.status).toBe(201);
  expect(refused).toMatchObject({ status: 413, json: { error: { code: 'too_large' } } });
  expect(emulator.inspect.secrets()).toHaveLength(1);
});

test('a body that is not declared as JSON is 415', async () => {
  const { emulator, send } = await start();

  const responses = [
    await send('POST', '/secrets', JSON.stringify(SECRET), { 'content-type': 'text/plain' }),
    await send('POST', '/secrets', JSON.stringify(SECRET), { 'content-type': 'application/jsonp' }),
  ];

  for (const { status, json } of responses) expect([status, json.error.code]).toEqual([415, 'unsupported_media_type']);
  expect(emulator.inspect.secrets()).toEqual([]);
});

test.each(['conventional', 'minimal', 'enveloped', 'extended'] as const)(
  'every error of %s has its error body',
  async (dialect) => {
    const { emulator, send, fill, fillIn } = await startWithOneOfEach({ dialect });
    const stranger = clientOf(emulator, 'wrong');

    const responses: Received[] = [await stranger('GET', '/secrets')];
    for (const [method, path, body] of BAD) responses.push(await send(method, fill(path), fillIn(body)));
    responses.push(await send('POST', '/secrets', 'x'.repeat(1024 * 1024 + 1)));

    for (const { status, text, json, headers } of responses.filter((response) => response.status >= 400)) {
      if (dialect === 'minimal') expect(text).toBe('');
      else if (dialect === 'enveloped') {
        expect(headers.get('content-type')).toContain('application/problem+json');
        expect(problemBody.parse(json)).toMatchObject({ status });
      } else expect(Object.keys(json)).toEqual(['error']);
    }
    expect(responses.filter((response) => response.status >= 400).length).toBeGreaterThan(30);
  },
);

test.each([
  [64, 201],
  [65, 400],
])('a body of %i levels returns %i', async (levels, status) => {
  const { send } = await start();
  // The body is the first of them.
  const more = JSON.parse('['.repeat(levels - 1) + ']'.repeat(levels - 1));

  expect((await send('POST', '/secrets', { ...SECRET, more })).status).toBe(status);
});
