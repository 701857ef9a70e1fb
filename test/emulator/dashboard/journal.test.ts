import { expect, test } from 'vitest';
import { base64, clientOf } from '../../host/emulator/support';
import { Visitor, visit } from './visitor';

test.each([
  ['operation=listSecrets', ['/secrets']],
  ['method=DELETE', ['/secrets/gone']],
  ['status=404', ['/nowhere', '/secrets/gone']],
  ['status=4xx', ['/nowhere', '/secrets/gone']],
  ['status=cut', ['/s3/buckets']],
  ['operation=&method=&status=', ['/nowhere', '/s3/buckets', '/secrets', '/secrets/gone']],
  ['status=%3Cb%3E', []],
])('filters by %s', async (query, paths) => {
  const { emulator, send, visitor } = await visit();
  emulator.faults.add({ operation: 'listBuckets', cut: 'before-commit' });
  await send('GET', '/secrets');
  await send('DELETE', '/secrets/gone');
  await send('GET', '/nowhere');
  await send('GET', '/s3/buckets').catch(() => undefined);

  const { text } = await visitor.get(`/journal?${query}`);

  const shown = [...text.matchAll(/class="path clamp".*?<bdi class="name">([^<]*)<\/bdi>/g)].map(([, path]) => path);
  expect(shown.sort()).toEqual(paths);
});

test('filters by project, or none, and by fault, and shows the effect of a fault', async () => {
  const { emulator, send, visitor } = await visit({ projects: ['one', 'two'] });
  const { token } = emulator.newProject();
  await send('POST', '/secrets', { project_id: 'two', name: 'a', value: base64('x') });
  await clientOf(emulator, 'wrong')('GET', '/secrets');
  await clientOf(emulator, token)('GET', '/secrets');
  const cut = emulator.faults.add({ operation: 'listBuckets', cut: 'after-commit' });
  emulator.faults.add({ operation: 'deleteSecret', status: 503, delayMs: 1 });
  await send('GET', '/s3/buckets').catch(() => undefined);
  await send('DELETE', '/secrets/gone');

  const pathsOf = async (query: string) => {
    const { text } = await visitor.get(`/journal?${query}`);
    return {
      text,
      paths: [...text.matchAll(/class="path clamp".*?<bdi class="name">([^<]*)<\/bdi>/g)].map(([, path]) => path),
    };
  };
  const faulty = await pathsOf('fault=any');

  expect((await pathsOf('project=two')).paths).toEqual(['/secrets']);
  expect((await pathsOf('project=none')).paths).toEqual(['/secrets']);
  expect(faulty.paths).toEqual(['/secrets/gone', '/s3/buckets']);
  expect(faulty.text).toContain('fault-2: waited, status returned in its place before the operation ran');
  expect((await pathsOf(`fault=${cut.id}`)).text).toContain('fault-1: connection cut after the operation ran');
  expect(emulator.journal.requests({ operation: 'listBuckets' })[0]?.fault).toEqual({
    ...{ id: cut.id, effect: 'cut', when: 'after-commit', waits: false },
  });
});

test('shows only fields of a body that are known to be no secrets', async () => {
  const { emulator, send, visitor, project } = await visit();
  const body = {
    project_id: project,
    name: 'shown',
    value: base64('canary'),
    valeu: 'canary-1',
    permissions: { x: 'canary-2' },
  };
  await send('POST', '/secrets?token=canary-3', body);
  await send('POST', '/secrets', '"canary-4"');
  await send('POST', '/secrets', '["canary-5"]');

  const ids = emulator.journal.requests({ operation: 'createSecret' }).map(({ requestId }) => requestId);
  const pages = await Promise.all(ids.map((id) => visitor.get(`/journal/${id}`)));

  expect(pages[0]?.text).toContain('&#34;name&#34;: &#34;shown&#34;');
  expect(pages[0]?.text).toContain('<dd>[1 other parameter]</dd>');
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { text } of pages) expect(text).not.toMatch(/canary|Y2FuYXJ5/);
});

test("another project's requests are invisible", async () => {
  const { emulator, send, project } = await visit();
  await send('POST', '/secrets', { project_id: project, name: 'theirs', value: base64('x') });
  const mine = emulator.newProject();
  await clientOf(emulator, mine.token)('GET', '/s3/keys');
  const visitor = await new Visitor(emulator).signIn(mine.token);
  const theirs = emulator.journal.requests({ operation: 'createSecret' })[0]?.requestId;

  const { text } = await visitor.get('/journal');

  expect(text).toContain('>/s3/keys</bdi>');
  expect(text).not.toContain('>createSecret</td>');
  expect((await visitor.get(`/journal/${theirs}`)).status).toBe(404);
});
