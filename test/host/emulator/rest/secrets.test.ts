import { expect, test } from 'vitest';
import { base64, start } from '../support';

test('creates, lists, updates and deletes a secret without ever showing its value', async () => {
  const { emulator, send, project } = await start();

  const created = await send('POST', '/secrets', { project_id: project, name: 'db', value: base64('one') });
  const { id } = created.json;
  const listed = await send('GET', '/secrets');
  const updated = await send('PUT', '/secrets', { id, name: 'db-2', value: base64('two') });

  expect(created).toMatchObject({ status: 201, json: { id, name: 'db' } });
  expect(listed).toMatchObject({ status: 200 });
  expect(listed.text).toBe(`[{"id":"${id}","name":"db"}]`);
  expect(updated).toMatchObject({ status: 200, json: { id, name: 'db-2' } });
  expect(emulator.inspect.secretValue(id)).toBe('two');

  const deleted = await send('DELETE', `/secrets/${id}`);

  expect(deleted).toMatchObject({ status: 204, text: '' });
  expect((await send('GET', '/secrets')).json).toEqual([]);
});

test('takes base64 off exactly once, and keeps bytes that are no text', async () => {
  const { emulator, send, project } = await start();
  const bytes = Buffer.from([0, 255, 128, 10]);

  const twice = await send('POST', '/secrets', { project_id: project, name: 'a', value: base64(base64('x')) });
  const binary = await send('POST', '/secrets', { project_id: project, name: 'b', value: bytes.toString('base64') });

  expect(emulator.inspect.secretValue(twice.json.id)).toBe(base64('x'));
  expect(Buffer.from(emulator.inspect.secretBytes(binary.json.id))).toEqual(bytes);
});

test('refuses a taken name, on create and on rename, but not in another project or for the secret itself', async () => {
  const { send } = await start({ projects: ['p1', 'p2'] });
  const value = base64('x');
  const { id } = (await send('POST', '/secrets', { project_id: 'p1', name: 'a', value })).json;
  await send('POST', '/secrets', { project_id: 'p1', name: 'b', value });

  const again = await send('POST', '/secrets', { project_id: 'p1', name: 'a', value });
  const renamed = await send('PUT', '/secrets', { id, name: 'b', value });
  const same = await send('PUT', '/secrets', { id, name: 'a', value });
  const elsewhere = await send('POST', '/secrets', { project_id: 'p2', name: 'a', value });

  expect(again).toMatchObject({ status: 409, json: { error: { code: 'conflict', field: 'name' } } });
  expect(renamed.status).toBe(409);
  expect(same.status).toBe(200);
  expect(elsewhere.status).toBe(201);
  expect((await send('GET', '/secrets')).json.map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'a']);
});
