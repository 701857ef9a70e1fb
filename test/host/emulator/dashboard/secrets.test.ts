import { expect, test } from 'vitest';
import { base64 } from '../support';
import { visit } from './visitor';

test('creates a secret with exactly the pasted bytes', async () => {
  const { emulator, visitor, project } = await visit();

  const next = await visitor.submit('/secrets', { project_id: project, name: 'pem', value: ' a\r\nb\r\n ü' });

  const [created] = emulator.inspect.secrets();
  expect(created).toMatchObject({ name: 'pem', projectId: project });
  expect(emulator.inspect.secretValue(created?.id ?? '')).toBe(' a\nb\n ü');
  expect(next.text).toContain('<bdi class="name">pem</bdi></th>');
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

test('works with an API that refuses what the interface does not show (E3): a page is no response of the service', async () => {
  const { emulator, visitor, project } = await visit({ interfaceOnly: true });
  const secret = { project_id: project, name: 'a', value: 'v' };

  const created = await visitor.submit('/secrets', secret);
  const taken = await visitor.post('/secrets', secret);

  expect(created.status).toBe(200);
  expect(emulator.inspect.secrets()).toHaveLength(1);
  expect(taken.status).toBe(422);
  expect(taken.text).toContain('id="name-problem"');
});
