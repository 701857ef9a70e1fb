import { expect, test } from 'vitest';
import { startEmulator } from '../support';
import { seedOf } from './seen';
import { Visitor, visit } from './visitor';

test("another project's objects are neither listed, opened, changed nor deleted, and none is made in it", async () => {
  const emulator = await startEmulator({ dialect: 'extended', projects: ['theirs'] });
  emulator.seedFrom(seedOf('theirs'));
  const stored = () => {
    const { inspect } = emulator;
    return [inspect.secrets(), inspect.pullSecrets(), inspect.buckets(), inspect.accessKeys()];
  };
  const before = stored();
  const visitor = await new Visitor(emulator).signIn(emulator.newProject().token);
  const changes = {
    '/secrets/secret-1': { name: 'mine', value: '2' },
    '/pull-secrets/pull-1': { server: 'quay.io', username: 'u', password: 'p' },
    '/buckets/bucket-0': { max_size: '2', unit: 'bytes' },
    '/keys/key-1': {},
  };

  for (const [path, fields] of Object.entries(changes)) {
    const [, list, id = ''] = path.split('/');
    const seen = [
      await visitor.get(path),
      await visitor.get(`${path}/delete`),
      await visitor.post(path, fields),
      await visitor.post(`${path}/delete`, {}),
    ];
    expect([path, seen.map(({ status }) => status)]).toEqual([path, [404, 404, 404, 404]]);
    expect((await visitor.get(`/${list}`)).text).not.toContain(`"${id}"`);
  }
  expect((await visitor.get('/keys')).text).not.toContain('bucket-0');
  const made = await visitor.post('/secrets', { project_id: 'theirs', name: 'a', value: 'x' });

  expect(made.status).toBe(422);
  expect(stored()).toEqual(before);
});

test('with two projects a new object goes into the chosen one', async () => {
  const { emulator, visitor } = await visit({ projects: ['one', 'two'] });

  await visitor.submit('/secrets', { project_id: 'two', name: 'a', value: 'x' });

  expect(emulator.inspect.secrets()[0]?.projectId).toBe('two');
});

test('the admin sees every project, even one that is created later', async () => {
  const emulator = await startEmulator({ adminToken: 'admin', projects: ['one', 'two'] });
  const visitor = await new Visitor(emulator).signIn('admin');

  const { projectId } = emulator.newProject();
  const { text } = await visitor.get('/secrets');

  for (const project of ['one', 'two', projectId]) expect(text).toContain(`title="${project}"`);
});
