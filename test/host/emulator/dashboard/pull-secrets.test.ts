import { expect, test } from 'vitest';
import { visit } from './visitor';

const CREDENTIALS = { server: 'ghcr.io', username: 'canary-user', password: 'canary-password' };

test('creates a pull secret, and says that the service can do nothing else', async () => {
  const { emulator, visitor, project } = await visit();

  const next = await visitor.submit('/pull-secrets', { project_id: project, ...CREDENTIALS });

  const [created] = emulator.inspect.pullSecrets();
  expect(created).toMatchObject({ server: 'ghcr.io', username: 'canary-user', projectId: project });
  expect(emulator.inspect.pullSecretPassword(created?.id ?? '')).toBe('canary-password');
  expect(next.text).toContain(`Its id is ${created?.id}`);
  expect(next.text).toContain('<bdi class="name">ghcr.io</bdi></th>');
  expect(next.text).not.toContain('>Change');
  expect(next.text).not.toContain('canary');
  expect((await visitor.get(`/pull-secrets/${created?.id}`)).status).toBe(404);
  expect((await visitor.post(`/pull-secrets/${created?.id}/delete`, {})).status).toBe(404);
});

test('lists, changes and deletes once the dialect does, and shows no user name', async () => {
  const { emulator, visitor, project } = await visit();
  await visitor.submit('/pull-secrets', { project_id: project, ...CREDENTIALS });
  const id = emulator.inspect.pullSecrets()[0]?.id ?? '';
  emulator.settings.change({ dialect: 'extended' });

  const list = await visitor.get('/pull-secrets');
  const edit = await visitor.get(`/pull-secrets/${id}`);
  const saved = await visitor.submit(`/pull-secrets/${id}`, { server: 'quay.io', username: 'u', password: 'p' });
  const username = emulator.inspect.pullSecrets()[0]?.username;
  const deleted = await visitor.submit(`/pull-secrets/${id}/delete`, {});

  expect(list.text).toContain('<bdi class="name">ghcr.io</bdi></th>');
  expect(edit.text).toContain('value="ghcr.io"');
  expect(list.text + edit.text).not.toContain('canary');
  expect(saved.text).toContain('The pull secret for quay.io was saved.');
  expect(username).toBe('u');
  expect(deleted.text).toContain('The pull secret for quay.io was deleted.');
  expect(emulator.inspect.pullSecrets()).toEqual([]);
});

test.each([
  ['https://canary-name:canary-word@quay.io', '[not shown]'],
  ['https://quay.io/v2?token=canary', 'https://quay.io/v2?[not shown]'],
  ['https://quay.io/v2#canary', 'https://quay.io/v2?[not shown]'],
])('no link, heading or message shows credentials in the address of a server: %s', async (server, shown) => {
  const { emulator, visitor, send, project } = await visit({ dialect: 'extended' });
  await send('POST', '/secrets/pull', { project_id: project, server, username: 'u', password: 'p' });
  const [stored] = emulator.inspect.pullSecrets();
  const path = `/pull-secrets/${stored?.id}`;

  const pages = [await visitor.get('/pull-secrets'), await visitor.get(path), await visitor.get(`${path}/delete`)];
  const deleted = await visitor.submit(`${path}/delete`, {});

  for (const { status, text } of [...pages, deleted]) {
    expect(status).toBe(200);
    expect(text).not.toContain('canary');
  }
  expect(pages[0]?.text).toContain(`Change<span class="hidden"> pull secret for ${shown}</span>`);
  expect(deleted.text).toContain(`The pull secret for ${shown} was deleted.`);
});
