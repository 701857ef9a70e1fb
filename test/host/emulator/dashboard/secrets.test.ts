import { expect, test } from 'vitest';
import { base64 } from '../support';
import { Visitor, visit } from './visitor';

test('creates a secret with exactly the pasted bytes', async () => {
  const { emulator, visitor, project } = await visit();

  const next = await visitor.submit('/secrets', { project_id: project, name: 'pem', value: ' a\r\nb\r\n ü' });

  const [created] = emulator.inspect.secrets();
  expect(created).toMatchObject({ name: 'pem', projectId: project });
  expect(emulator.inspect.secretValue(created?.id ?? '')).toBe(' a\nb\n ü');
  expect(next.text).toContain('<bdi class="name">pem</bdi></th>');
});

test('a form that is refused does not keep the value', async () => {
  const { emulator, visitor, project } = await visit();

  const { status, text } = await visitor.post('/secrets', { project_id: project, name: '', value: 'canary-value' });

  expect(status).toBe(422);
  expect(text).not.toContain('canary-value');
  expect(emulator.inspect.secrets()).toEqual([]);
});

test('says beside the name that it is taken', async () => {
  const { visitor, project } = await visit();
  const secret = { project_id: project, name: 'taken', value: 'x' };
  await visitor.submit('/secrets', secret);

  const response = await visitor.post('/secrets', secret);

  expect(response.status).toBe(422);
  expect(response.text).toContain(
    '<p class="problem" id="name-problem">The project has a secret named &#34;taken&#34; already.</p>',
  );
});

test('accepts a second secret with the same name if the dialect does', async () => {
  const { emulator, visitor, project } = await visit({ dialect: 'minimal' });
  const secret = { project_id: project, name: 'taken', value: 'x' };

  await visitor.submit('/secrets', secret);
  await visitor.submit('/secrets', secret);

  expect(emulator.inspect.secrets()).toHaveLength(2);
});

test('rotates, renames with the value and not without it, and deletes', async () => {
  const { emulator, send, visitor, project } = await visit();
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'old', value: base64('1') })).json;

  const rotated = await visitor.submit(`/secrets/${id}`, { name: 'old', value: '2' });
  const second = emulator.inspect.secretValue(id);
  const renamed = await visitor.submit(`/secrets/${id}`, { name: 'new', value: '3' });
  const empty = await visitor.post(`/secrets/${id}`, { name: 'newer', value: '' });
  const asked = await visitor.get(`/secrets/${id}/delete`);
  const deleted = await visitor.submit(`/secrets/${id}/delete`, {});

  expect(rotated.text).toContain('The secret old has its new value.');
  expect(second).toBe('2');
  expect(renamed.text).toContain('The secret old is now named new');
  expect(empty.status).toBe(422);
  expect(empty.text).toContain('id="value-problem">Enter a value.');
  expect(asked.text).toContain('<h1>Delete new?</h1>');
  expect(deleted.text).toContain('The secret new was deleted.');
  expect(emulator.inspect.secrets()).toEqual([]);
});

test("another project's secrets are neither listed, opened, changed nor deleted", async () => {
  const { emulator, send, project } = await visit();
  const { id } = (await send('POST', '/secrets', { project_id: project, name: 'theirs', value: base64('1') })).json;
  const visitor = await new Visitor(emulator).signIn(emulator.newProject().token);

  const list = await visitor.get('/secrets');
  const statuses = [
    await visitor.get(`/secrets/${id}`),
    await visitor.get(`/secrets/${id}/delete`),
    await visitor.post(`/secrets/${id}`, { name: 'mine', value: '2' }),
    await visitor.post(`/secrets/${id}/delete`, {}),
  ].map(({ status }) => status);
  const created = await visitor.post('/secrets', { project_id: project, name: 'a', value: 'x' });

  expect(list.text).not.toContain('theirs');
  expect(statuses).toEqual([404, 404, 404, 404]);
  expect(created.status).toBe(422);
  expect(created.text).toContain('This token may not use the project');
  expect(emulator.inspect.secrets().map(({ name }) => name)).toEqual(['theirs']);
});

test('with two projects the new secret goes into the chosen one', async () => {
  const { emulator, visitor } = await visit({ projects: ['one', 'two'] });

  await visitor.submit('/secrets', { project_id: 'two', name: 'a', value: 'x' });

  expect(emulator.inspect.secrets()[0]?.projectId).toBe('two');
});

test('works with an API that refuses what the interface does not show (E3): a page is no response of the service', async () => {
  const { emulator, visitor, project } = await visit({ interfaceOnly: true });
  const secret = { project_id: project, name: 'a', value: 'v' };

  const created = await visitor.submit('/secrets', secret);
  const taken = await visitor.post('/secrets', secret);

  expect(created.status).toBe(200);
  expect(emulator.inspect.secrets()).toHaveLength(1);
  expect(taken.status).toBe(422);
});
