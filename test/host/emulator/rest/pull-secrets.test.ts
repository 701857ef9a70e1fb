import { expect, test } from 'vitest';
import { start } from '../support';

const CREDENTIALS = { server: 'https://ghcr.example', username: 'octo', password: 'pw-one' };

test('creates a pull secret and gives its record without the password', async () => {
  const { emulator, send, project } = await start();

  const created = await send('POST', '/secrets/pull', { project_id: project, ...CREDENTIALS });

  const { id } = created.json;
  expect(created.status).toBe(201);
  expect(created.json).toEqual({ id, project_id: project, server: CREDENTIALS.server, username: 'octo' });
  expect(emulator.inspect.pullSecretPassword(id)).toBe('pw-one');
  expect(emulator.inspect.pullSecrets()).toMatchObject([{ id, server: CREDENTIALS.server, username: 'octo' }]);
});

test('the extended dialect lists, updates and deletes pull secrets', async () => {
  const { emulator, send, project } = await start({ dialect: 'extended' });
  const { id } = (await send('POST', '/secrets/pull', { project_id: project, ...CREDENTIALS })).json;

  const updated = await send('PUT', '/secrets/pull', { id, server: 'r.example', username: 'cat', password: 'pw-two' });
  const listed = await send('GET', '/secrets/pull');

  expect(updated.status).toBe(200);
  expect(listed.json).toEqual([{ id, project_id: project, server: 'r.example', username: 'cat' }]);
  expect(emulator.inspect.pullSecretPassword(id)).toBe('pw-two');

  expect((await send('DELETE', `/secrets/pull/${id}`)).status).toBe(204);
  expect((await send('DELETE', `/secrets/pull/${id}`)).status).toBe(404);
  expect((await send('GET', '/secrets/pull')).json).toEqual([]);
});

test.each(['conventional', 'minimal', 'enveloped'] as const)(
  '%s knows no other operation on pull secrets',
  async (dialect) => {
    const { emulator, send, project } = await start({ dialect });
    await send('POST', '/secrets/pull', { project_id: project, ...CREDENTIALS });
    const [pullSecret] = emulator.inspect.pullSecrets();

    const responses = [
      await send('GET', '/secrets/pull'),
      await send('PUT', '/secrets/pull', { id: pullSecret?.id, ...CREDENTIALS }),
      await send('DELETE', `/secrets/pull/${pullSecret?.id}`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(emulator.inspect.pullSecrets()).toHaveLength(1);
  },
);
