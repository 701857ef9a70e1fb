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
  ['?sort=__proto__&page=-1', ['s-11', 's-10', 's-9']],
])('"%s" begins with %j', async (query, names) => {
  const { visitor } = await visitMany(12);

  expect(namesOf((await visitor.get(`/secrets${query}`)).text).slice(0, 3)).toEqual(names);
});

test('buckets are sorted by their use, and keys found by their buckets', async () => {
  const { emulator, visitor } = await visit();
  const sizes = { two: 20, one: 10, three: 30 };
  emulator.seedFrom({
    buckets: Object.keys(sizes).map((id) => ({ id, alias: `${id}-bucket`, max_size: 99 })),
    objects: Object.entries(sizes).map(([id, size]) => ({ bucket: `${id}-bucket`, key: 'a', body: 'x'.repeat(size) })),
    access_keys: [{ id: 'key', buckets: ['three'], permissions: { read: true } }],
  });
  const rowsOf = async (path: string) =>
    [...(await visitor.get(path)).text.matchAll(/data-key="([^"]*)"/g)].map(([, key]) => key);

  expect(await rowsOf('/buckets?sort=use')).toEqual(['one', 'two', 'three']);
  expect(await rowsOf('/buckets?sort=-use')).toEqual(['three', 'two', 'one']);
  expect(await rowsOf('/keys?q=three-b')).toEqual(['key']);
  expect(await rowsOf('/keys?q=two-b')).toEqual([]);
});

test('no page has more than 25 rows, whatever there is more of', async () => {
  const { emulator, visitor } = await visit({ dialect: 'extended' });
  const rows = <T>(row: (n: number) => T) => Array.from({ length: 60 }, (_, n) => row(n));
  emulator.seedFrom({
    secrets: rows((n) => ({ name: `s-${n}`, value: 'x' })),
    pull_secrets: rows((n) => ({ server: `ghcr-${n}.io`, username: 'u', password: 'p' })),
    buckets: rows((n) => ({ id: `b-${n}`, alias: `calm-otter-${n}`, max_size: 999 })),
    access_keys: rows(() => ({ buckets: ['b-0'], permissions: { read: true } })),
    objects: rows((n) => ({ bucket: 'calm-otter-0', key: n % 2 === 0 ? `f-${n}/a` : `a-${n}`, body: '' })),
  });
  for (let n = 0; n < 60; n += 1) {
    emulator.faults.add({ operation: 'listSecrets', status: 503, times: 1 });
    emulator.faults.add({ operation: 'deleteSecret', status: 503 });
    await fetch(`${emulator.baseUrl}/secrets`, { headers: { authorization: `Bearer ${emulator.token}` } });
  }

  const lists = [
    '/secrets',
    '/pull-secrets',
    '/buckets',
    '/keys',
    '/buckets/b-0',
    '/journal',
    '/faults',
    '/faults/used-up',
  ];
  for (const path of lists) {
    const { text } = await visitor.get(path);
    expect([path, text.match(/<tr role="row" data-key/g)?.length]).toEqual([path, 25]);
  }
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
