import { expect, test } from 'vitest';
import { base64, clientOf, start } from '../support';

test.each([
  ['no header', undefined],
  ['another scheme', 'Basic dTpw'],
  ['no token', 'Bearer '],
  ['an unknown token', 'Bearer nobody'],
  ['two words', 'Bearer a b'],
])('%s is 401 with a challenge, before anything else is judged', async (_name, authorization) => {
  const { emulator, send } = await start();

  const responses = [
    await send('GET', '/secrets', undefined, { authorization }),
    await send('POST', '/secrets', 'not json', { authorization }),
    await send('DELETE', '/s3/buckets/nobody', undefined, { authorization }),
  ];

  for (const { status, headers, json } of responses) {
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(json.error.code).toBe('unauthorized');
  }
  expect(emulator.inspect.secrets()).toEqual([]);
});

test('the scheme is not case-sensitive, the token is', async () => {
  const { send } = await start({ tokens: ['Sesame'] });

  expect((await send('GET', '/secrets', undefined, { authorization: 'bearer Sesame' })).status).toBe(200);
  expect((await send('GET', '/secrets', undefined, { authorization: 'Bearer sesame' })).status).toBe(401);
});

test('a token makes nothing in a project that it may not use, nor in one that does not exist', async () => {
  const { emulator, send } = await start();
  const { projectId: other } = emulator.newProject();

  for (const project_id of [other, 'no-such-project']) {
    const made = await Promise.all([
      send('POST', '/secrets', { project_id, name: 'a', value: base64('x') }),
      send('POST', '/secrets/pull', { project_id, server: 'ghcr.io', username: 'u', password: 'p' }),
      send('POST', '/s3/buckets', { project_id, max_size: 1 }),
      send('POST', '/s3/keys', { project_id, bucket_ids: [], permissions: { read: true, write: false, owner: false } }),
    ]);

    expect(made.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
  const { inspect } = emulator;
  expect([inspect.secrets(), inspect.pullSecrets(), inspect.buckets(), inspect.accessKeys()].flat()).toEqual([]);
});

test('a token neither sees, changes nor deletes what belongs to another project', async () => {
  const { emulator, send, project } = await start();
  const other = emulator.newProject();
  const stranger = clientOf(emulator, other.token);
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') })).json;
  const bucket = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json.id;

  const responses = [
    await stranger('PUT', '/secrets', { id, name: 'b', value: base64('y') }),
    await stranger('DELETE', `/secrets/${id}`),
    await stranger('PUT', '/s3/buckets', { id: bucket, max_size: 2 }),
    await stranger('DELETE', `/s3/buckets/${bucket}`),
    await stranger('POST', '/s3/keys', {
      project_id: other.projectId,
      bucket_ids: [bucket],
      permissions: { read: true, write: true, owner: true },
    }),
  ];

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await stranger('GET', '/secrets')).json).toEqual([]);
  expect((await stranger('GET', '/s3/buckets')).json).toEqual([]);
  expect(emulator.inspect.secretValue(id)).toBe('x');
  expect(emulator.inspect.buckets()).toMatchObject([{ id: bucket, maxSize: 1n }]);
});

test.each([
  ['token', ['a', 'b']],
  ['project', ['a']],
] as const)('E1: a list covers what the %s has', async (listScope, names) => {
  const { send } = await start({ projects: ['p1', 'p2'], knobs: { listScope } });
  await send('POST', '/secrets', { project_id: 'p1', name: 'a', value: base64('x') });
  await send('POST', '/secrets', { project_id: 'p2', name: 'b', value: base64('x') });

  const listed = (await send('GET', '/secrets')).json as { name: string }[];

  expect(listed.map(({ name }) => name)).toEqual(names);
});
