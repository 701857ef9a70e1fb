import { expect, test } from 'vitest';
import { Visitor, visit } from './visitor';

/** Names on a page, from the top. */
const namesOf = (text: string) => [...text.matchAll(/<bdi class="name">([^<]*)<\/bdi><\/th>/g)].map(([, name]) => name);

/** Where a link of a page leads. */
const linkOf = (text: string, label: string) =>
  new RegExp(`href="/dashboard([^"]*)">${label}`).exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';

async function visitMany(count: number) {
  const visited = await visit();
  const { emulator, project } = visited;
  emulator.seedFrom({
    secrets: Array.from({ length: count }, (_, n) => ({
      id: `id-${n}`,
      name: `s-${n}`,
      project_id: project,
      value: 'x',
    })),
  });
  return visited;
}

test('1,000 objects are on forty pages, newest first, each with a link of its own', async () => {
  const { visitor } = await visitMany(1_000);

  const first = await visitor.get('/secrets');
  const second = await visitor.get(linkOf(first.text, 'Next page'));
  const last = await visitor.get(linkOf(first.text, 'Last page'));
  const beyond = await visitor.get('/secrets?page=99');

  expect(namesOf(first.text)).toEqual(Array.from({ length: 25 }, (_, n) => `s-${999 - n}`));
  expect(first.text).toContain('1 to 25 of 1,000');
  expect(linkOf(first.text, 'Next page')).toBe('/secrets?page=2');
  expect(namesOf(second.text)[0]).toBe('s-974');
  expect(linkOf(second.text, 'Previous page')).toBe('/secrets');
  expect(namesOf(last.text).at(-1)).toBe('s-0');
  expect(last.text).not.toContain('Next page');
  expect(namesOf(beyond.text)).toEqual(namesOf(last.text));
});

test.each([
  ['the first of four pages', 1, ['Next page', 'Last page']],
  ['the second', 2, ['Previous page', 'Next page', 'Last page']],
  ['the last but one', 3, ['First page', 'Previous page', 'Next page']],
  ['the last', 4, ['First page', 'Previous page']],
])('%s has links to the others, none twice', async (_, page, labels) => {
  const { visitor } = await visitMany(85);

  const { text } = await visitor.get(`/secrets?page=${page}`);

  const [, pager = ''] = /<nav class="pager"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  expect([...pager.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label]) => label)).toEqual(labels);
});

test('a search finds names and ids in any case, and is kept over pages and orders', async () => {
  const { visitor } = await visitMany(230);

  const found = await visitor.get('/secrets?q=S-1');
  const last = await visitor.get(linkOf(found.text, 'Last page'));
  const byId = await visitor.get('/secrets?q=id-229');
  const none = await visitor.get('/secrets?q=%3Cb%3Enothing');

  expect(found.text).toContain('111 of 230');
  expect(linkOf(found.text, 'Next page')).toBe('/secrets?q=S-1&page=2');
  expect(namesOf(last.text)).toHaveLength(11);
  expect(linkOf(found.text, 'Name')).toBe('/secrets?q=S-1&sort=name');
  expect(namesOf(byId.text)).toEqual(['s-229']);
  expect(none.text).toContain('Nothing here has “&#60;b&#62;nothing” in it.');
});

test.each([
  ['', ['s-11', 's-10', 's-9']],
  ['?sort=created', ['s-0', 's-1', 's-2']],
  ['?sort=name', ['s-0', 's-1', 's-2']],
  ['?sort=-name', ['s-11', 's-10', 's-9']],
  ['?sort=value', ['s-11', 's-10', 's-9']],
  ['?sort=__proto__&page=-1', ['s-11', 's-10', 's-9']],
])('"%s" begins with %j', async (query, names) => {
  const { visitor } = await visitMany(12);

  expect(namesOf((await visitor.get(`/secrets${query}`)).text).slice(0, 3)).toEqual(names);
});

test('buckets are sorted by their use, and keys found by their buckets', async () => {
  const { emulator, visitor, project } = await visit();
  const buckets = ['one', 'two', 'three', 'four', 'five', 'six'].map((alias) => ({
    id: alias,
    alias: `${alias}-bucket`,
    max_size: 9,
    project_id: project,
  }));
  emulator.seedFrom({
    buckets,
    access_keys: [{ id: 'key', buckets: ['three'], permissions: { read: true }, project_id: project }],
  });

  const sorted = await visitor.get('/buckets?sort=use');
  const found = await visitor.get('/keys?q=three-b');

  expect(sorted.text).toContain('aria-sort="ascending"><a href="/dashboard/buckets?sort=-use">Use');
  expect(found.text).toContain('data-key="key"');
  expect((await visitor.get('/keys?q=two-b')).text).not.toContain('data-key="key"');
});

test('viewing does not count as a list, so lag continues', async () => {
  const { emulator, send, visitor, project } = await visit({
    settle: '2polls',
    lag: { newHidden: 1, deletedShown: 1 },
  });
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });
  const [bucket] = emulator.inspect.buckets();

  const seen = await visitor.get('/buckets');
  await visitor.get('/buckets');
  await visitor.get('/keys');
  const lists: string[][] = [];
  for (let list = 0; list < 4; list += 1) {
    const { json } = await send('GET', '/s3/buckets');
    lists.push(json.map((each: { alias?: string }) => each.alias ?? 'no alias'));
  }

  expect(seen.text).toContain('no alias yet');
  expect(lists).toEqual([[], ['no alias'], ['no alias'], [bucket?.alias]]);
});

test('requests of the script do not prolong a session, show no message, and are not in the journal, but changes are', async () => {
  const { emulator, visitor, project } = await visit();
  await visitor.post('/secrets', { project_id: project, name: 'a', value: 'x' });

  const refreshed = await visitor.get('/secrets', { 'x-coffer-refresh': '1' });
  const looked = await visitor.get('/secrets');

  expect(refreshed.text).not.toContain('was created');
  expect(refreshed.text).toContain('<div class="region" data-region="list" data-from="/dashboard/secrets">');
  expect(looked.text).toContain('The secret a was created.');
  expect(emulator.journal.requests().map(({ operation }) => operation)).toEqual(['createSecret']);
  expect((await new Visitor(emulator).get('/secrets', { 'x-coffer-refresh': '1' })).status).toBe(303);
});
