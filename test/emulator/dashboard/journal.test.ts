import { expect, test } from 'vitest';
import { base64, clientOf } from '../support';
import { Visitor, visit } from './visitor';

test('shows requests newest first, without its own pages', async () => {
  const { send, visitor } = await visit();
  await send('GET', '/secrets');
  await send('GET', '/s3/buckets');

  const { text } = await visitor.get('/journal');

  expect(text.indexOf('<code>/s3/buckets</code>')).toBeLessThan(text.indexOf('<code>/secrets</code>'));
  expect(text).not.toContain('<code>/dashboard');
});

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

  const shown = [...text.matchAll(/<td class="text path"><code>([^<]*)<\/code>/g)].map(([, path]) => path);
  expect(shown.sort()).toEqual(paths);
});

test('shows of a body only what is known to be no secret', async () => {
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

  expect(text).toContain('<code>/s3/keys</code>');
  expect(text).not.toContain('<td>createSecret</td>');
  expect((await visitor.get(`/journal/${theirs}`)).status).toBe(404);
});
