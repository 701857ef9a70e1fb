import { expect, test } from 'vitest';
import { base64, type Send, start } from '../support';

const READ = { read: true, write: false, owner: false };

/** Names, aliases or ids in the next `count` lists. */
async function watch(send: Send, path: string, count: number): Promise<number[]> {
  const lengths = [];
  for (let n = 0; n < count; n += 1) lengths.push((await send('GET', path)).json.length);
  return lengths;
}

test('E4: a new object is not in the first lists', async () => {
  const { send, project } = await start({ lag: { newHidden: 2 } });

  await send('POST', '/secrets', { project_id: project, name: 'a', value: base64('x') });

  expect(await watch(send, '/secrets', 4)).toEqual([0, 0, 1, 1]);
});

test('E4: an object flaps: shown, hidden, shown', async () => {
  const { send, project } = await start({ lag: { recordFlaps: 2 } });

  await send('POST', '/s3/keys', { project_id: project, bucket_ids: [], permissions: READ });

  expect(await watch(send, '/s3/keys', 7)).toEqual([1, 0, 1, 0, 1, 1, 1]);
});

test('E4: the alias flaps once it has settled', async () => {
  const { send, project } = await start({ settle: '1polls', lag: { aliasFlaps: 1 } });
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });

  const seen = [];
  for (let n = 0; n < 6; n += 1) seen.push('alias' in (await send('GET', '/s3/buckets')).json[0]);

  expect(seen).toEqual([false, true, false, true, true, true]);
});

test('E4: a deleted object lingers in lists, in its place, and can no longer be changed', async () => {
  const { send, project } = await start({ lag: { deletedShown: 2 } });
  const ids = [];
  for (const name of ['a', 'b', 'c']) {
    ids.push((await send('POST', '/secrets', { project_id: project, name, value: base64('x') })).json.id);
  }

  await send('DELETE', `/secrets/${ids[1]}`);

  expect((await send('PUT', '/secrets', { id: ids[1], name: 'd', value: base64('x') })).status).toBe(404);
  expect((await send('DELETE', `/secrets/${ids[1]}`)).status).toBe(404);
  expect((await send('GET', '/secrets')).json).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  expect(await watch(send, '/secrets', 3)).toEqual([3, 2, 2]);
});

test('E4: a lingering object is shown to its own project only, and also in pages', async () => {
  const { emulator, send, project } = await start({
    lag: { deletedShown: 1 },
    knobs: { listShape: 'envelope_cursor', pageSize: 2 },
  });
  for (const name of ['a', 'b', 'c']) {
    await send('POST', '/secrets', { project_id: project, name, value: base64('x') });
  }
  const [first] = emulator.inspect.secrets();
  await send('DELETE', `/secrets/${first?.id}`);

  const stranger = emulator.newProject();
  const seenByStranger = await send('GET', '/secrets', undefined, { authorization: `Bearer ${stranger.token}` });
  const page = await send('GET', '/secrets');
  const rest = await send('GET', `/secrets?cursor=${page.json.next_cursor}`);

  expect(seenByStranger.json.data).toEqual([]);
  expect(page.json.data).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  expect(rest.json.data).toMatchObject([{ name: 'c' }]);
  expect((await send('GET', '/secrets')).json.data).toMatchObject([{ name: 'b' }, { name: 'c' }]);
});

test.each([
  ['not_found', 404],
  ['conflict', 409],
] as const)('E4: making a key for a fresh bucket is refused with %s', async (keyRefusal, status) => {
  const { send, project } = await start({ lag: { keyRefusals: 2, keyRefusal } });
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;

  const statuses = [];
  for (let n = 0; n < 3; n += 1) {
    const key = { project_id: project, bucket_ids: [id], permissions: READ };
    statuses.push((await send('POST', '/s3/keys', key)).status);
  }

  expect(statuses).toEqual([status, status, 201]);
  expect((await send('GET', '/s3/keys')).json).toHaveLength(1);
});

test('E4: the name of a deleted secret may stay taken for a while', async () => {
  const { send, project } = await start({ lag: { nameRefusals: 1 } });
  const secret = { project_id: project, name: 'a', value: base64('x') };
  const { id } = (await send('POST', '/secrets', secret)).json;
  await send('DELETE', `/secrets/${id}`);

  const [first, second] = [await send('POST', '/secrets', secret), await send('POST', '/secrets', secret)];

  expect([first.status, second.status]).toEqual([409, 201]);
});
