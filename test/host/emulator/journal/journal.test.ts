import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../../../contract/formats/json';
import { clientOf, start } from '../support';

test('keeps every request with method, path, operation, status and project', async () => {
  const { emulator, send, project } = await start();

  await send('POST', '/s3/buckets', { project_id: project, max_size: 2n ** 60n, description: 'd' });
  await send('GET', '/s3/buckets?cursor=x');
  await clientOf(emulator, 'wrong')('GET', '/s3/buckets');

  const [created, listed, refused] = emulator.journal.requests();
  expect(created).toEqual({
    requestId: 'req-1',
    api: 'rest',
    method: 'POST',
    path: '/s3/buckets',
    query: {},
    headers: expect.objectContaining({ 'content-type': 'application/json' }),
    operation: 'createBucket',
    at: expect.any(Number),
    status: 201,
    durationMs: expect.any(Number),
    projectId: project,
    objectId: emulator.inspect.buckets()[0]?.id,
    key: undefined,
    accessKeyId: undefined,
    assumptions: ['bucketResponse', 'createStatus'],
    body: { project_id: project, max_size: 2n ** 60n, description: 'd' },
    error: undefined,
    response: {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({ id: emulator.inspect.buckets()[0]?.id }),
    },
  });
  expect(listed).toMatchObject({ requestId: 'req-2', query: { cursor: 'x' }, projectId: project, status: 200 });
  expect(refused).toMatchObject({ status: 401, projectId: undefined });
});

test('E7: requests that no route knew can be asserted', async () => {
  const { emulator, send } = await start();

  await send('GET', '/secrets');
  await send('GET', '/secret');
  await send('PATCH', '/secrets', {});
  await send('DELETE', '/secrets/');
  await send('DELETE', '/secrets/unknown-id');
  await send('GET', '/_emulator/health');
  await send('GET', '/dashboard');

  expect(emulator.journal.unmatched()).toMatchObject([
    { path: '/secret', status: 404 },
    { method: 'PATCH', status: 405 },
    { path: '/secrets/', status: 404 },
  ]);
});

test('is bounded, in entries and in the length of what it keeps', async () => {
  const { emulator, send, project } = await start();

  await send('POST', '/s3/buckets', { project_id: project, max_size: 1, description: 'd'.repeat(500_000) });
  const [{ body } = { body: undefined }] = emulator.journal.requests();
  const open = (count: number) => {
    for (let n = 0; n < count; n += 1) emulator.journal.open({ method: 'GET', path: '/', headers: {}, at: 0 });
    return emulator.journal.count();
  };
  const counts = [open(12_498), open(1), open(500)];

  expect(body).toMatchObject({ description: `${'d'.repeat(1_024)}…` });
  expect(counts).toEqual([10_000, 10_000, 10_000]);
  expect(emulator.journal.requests().at(-1)?.requestId).toBe('req-13000');
});

test('entries and a dump are JSON, whatever the integers in them, with every digit', async () => {
  const { emulator, send, project } = await start({ dialect: 'extended' });
  const large = 2n ** 60n + 1n;
  await send('POST', '/s3/buckets', { project_id: project, max_size: large });
  await send('POST', '/s3/keys', { project_id: project, bucket_ids: [large, [large]], permissions: { read: large } });
  await send('GET', '/s3/buckets');
  const entries = emulator.journal.requests();

  const written = [JSON.stringify(entries), JSON.stringify(emulator.dump()), JSON.stringify(entries, undefined, 2)];
  const parts = entries.flatMap(({ body, response }) => [JSON.stringify(body), JSON.stringify(response)]);

  for (const text of written) expect(text).toContain(`${large}`);
  expect(parts.filter((text) => text?.includes(`${large}`))).toHaveLength(3);
  expect(written[0]).toBe(stringifyJson(entries));
  expect(parseJson(written[0] ?? '')).toEqual(structuredClone(entries));
  expect(entries[0]?.body).toEqual({ project_id: project, max_size: large });
  expect(emulator.journal.count({ body: { max_size: large } })).toBe(1);
});
