import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../../../../emulator';
import { startServer } from '../../../../unit/provider/client/raw-server';
import { clientOf } from '../client-of';
import { bytes, failureOf, otherClient, startService } from '../fixture';

/** A create whose response is lost, while the list that would show it fails. */
async function createInTrouble(trouble: Omit<FaultSpec, 'operation'>) {
  const service = await startService();
  const { client, emulator, projectId, call } = service;
  const lost = { status: 500, pause: true, when: 'after-commit', times: 1 } as const;
  const held = emulator.faults.add({ operation: 'createSecret', ...lost });
  const creating = client.secrets.create({ projectId, name: 'db', value: bytes('x') }, call);
  await held.whenMet();
  const failing = emulator.faults.add({ operation: 'listSecrets', ...trouble });
  held.release();
  return { ...service, creating, failing };
}

describe('P3: the search for a lost create continues after failed lists', () => {
  test.each<[string, Omit<FaultSpec, 'operation'>]>([
    ['429', { status: 429 }],
    ['a cut connection', { cut: 'before-commit' }],
    ['a page of markup', { garbage: '<html>' }],
  ])('%s', async (_name, trouble) => {
    const { creating, emulator, failing } = await createInTrouble({ ...trouble, times: 7 });

    const { id } = await creating;

    expect(emulator.inspect.secrets()).toMatchObject([{ id, name: 'db' }]);
    expect(failing.met).toBe(7);
  });
});

test('P5: an id that one create got is an error for the next, unless its object was deleted', async () => {
  const server = await startServer(({ method }, response) => {
    if (method === 'DELETE') response.writeHead(204).end();
    else response.writeHead(method === 'POST' ? 201 : 200).end(method === 'POST' ? '"s-1"' : '[]');
  });
  const { secrets } = clientOf(server.baseUrl);
  const make = (name: string) => secrets.create({ projectId: 'p', name, value: bytes('x') });

  await make('one');
  const error = await failureOf(make('two'));
  await secrets.deleteIfExists('s-1');

  expect(error).toMatchObject({ name: 'LostError', created: true });
  expect(error.message).toContain('secret "two" in project "p". The response names "s-1"');
  expect(await make('three')).toEqual({ id: 's-1' });
});

test.each([
  ['one object', '[{"id":"b-1","max_size":5}]', 'the new object "b-1" could be it, or that of another lost create of'],
  ['each of two', '[{"id":"b-1","max_size":5},{"id":"b-2","max_size":5}]', '"b-2". Another lost create of this run or'],
])('P3: %s that either of two lost creates may have made is named as such', async (_what, list, words) => {
  let posts = 0;
  const server = await startServer(({ method }, response) => {
    if (method === 'POST') posts += 1;
    response.writeHead(method === 'POST' ? 500 : 200).end(posts === 2 ? list : '[]');
  });
  const { buckets } = clientOf(server.baseUrl);

  const errors = await Promise.all(
    ['p1', 'p2'].map((projectId) => failureOf(buckets.create({ projectId, maxSize: 5n }))),
  );

  expect(errors).toMatchObject([{ name: 'AmbiguousError' }, { name: 'AmbiguousError' }]);
  expect(errors[0]?.message).toContain(words);
});

test('P3: what a create in flight has made goes to no lost one', async () => {
  const { client, emulator, projectId } = await startService();
  const operation = 'createBucket';
  const lost = emulator.faults.add({ operation, status: 502, pause: true, when: 'before-commit', times: 1 });
  const held = emulator.faults.add({ operation, pause: true, when: 'after-commit', times: 1 });
  const create = () => client.buckets.create({ projectId, maxSize: 5n });
  const first = create();
  await lost.whenMet();
  const second = create();
  await held.whenMet();
  const lists = emulator.journal.count({ operation: 'listBuckets' });
  lost.release();
  await expect.poll(() => emulator.journal.count({ operation: 'listBuckets' })).toBeGreaterThan(lists);
  await client.buckets.list(); // ends when the search has its list, too

  held.release();

  const ids = (await Promise.all([first, second])).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set(emulator.inspect.buckets().map(({ id }) => id)));
  expect(new Set(ids).size).toBe(2);
});

describe('P3: beside an object that may be that of another create', () => {
  const content = { projectId: 'p', maxSize: 5n };
  const buckets = (ids: readonly string[]) => JSON.stringify(ids.map((id) => ({ id, max_size: 5 })));
  const cutAfter = (text: string) => (response: ServerResponse) => {
    response.writeHead(201, { 'content-length': '99' }).write(text, () => response.destroy());
  };

  test.each([
    ['the object that the other response names', cutAfter('{"id":"b-1"'), ['b-1', 'b-2'], ['b-2', 'b-1']],
    [
      'the only object, which the other certainly made',
      (one: ServerResponse) => one.end('{}'),
      ['b-1'],
      ['LostError', 'b-1'],
    ],
  ])('a lost create does not take %s', async (_what, respond, listed, expected) => {
    const posts: ServerResponse[] = [];
    const server = await startServer(({ method }, response) => {
      if (method === 'POST') posts.push(response);
      else response.end(buckets(posts.length === 0 ? [] : listed));
    });
    const client = clientOf(server.baseUrl, { lostCreates: 'sole_writer', maxRetries: 0 });
    const create = async (count: number) => {
      const creating = client.buckets.create(content).catch(({ name }: Error) => ({ id: name }));
      await expect.poll(() => posts.length).toBe(count);
      return { creating };
    };
    const { creating: first } = await create(1);
    const { creating: second } = await create(2);

    posts[0]?.writeHead(502).end();
    await expect.poll(() => server.requests.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1);
    await client.buckets.list(); // ends when the search has its list, too
    if (posts[1]) respond(posts[1]);

    expect((await Promise.all([first, second])).map(({ id }) => id)).toEqual(expected);
  });

  test('a create waits for the one that its response names', async () => {
    const lists = [[], ['b-1'], ['b-1', 'b-2']];
    const server = await startServer(({ method }, response) => {
      if (method === 'POST') cutAfter('{"id":"b-2"')(response);
      else response.end(buckets((lists.length > 1 ? lists.shift() : lists[0]) ?? []));
    });
    const client = clientOf(server.baseUrl, { lostCreates: 'sole_writer', maxRetries: 0 });

    expect(await client.buckets.create(content)).toMatchObject({ id: 'b-2' });
  });
});

test.each([
  ['after 30 seconds', 500],
  ['at once when no patience would help', 403],
])('P3: a lost create that cannot be looked for is named, %s', async (_name, status) => {
  const { creating, time, failing } = await createInTrouble({ status });

  const error = await failureOf(creating);

  expect(error).toMatchObject({ name: 'LostError', created: false });
  expect(error.message).toMatch(new RegExp(`secret "db".*could not be looked for.*${status}`));
  const waited = time.slept.reduce((sum, ms) => sum + ms, 0);
  // At least 30 seconds, because the last failing list is retried, too.
  expect(waited >= 30_000).toBe(status === 500);
  expect(waited === 0).toBe(status === 403);
  // A failed search does not start again; only a cancelled one does.
  expect(failing.met === 1).toBe(status === 403);
});

test('P49: what a create may have made whose 2xx said no goes to no other one, also if it could not be looked for', async () => {
  const pending = new Map<string, (status: number, body?: string) => void>();
  let lists = 0;
  const server = await startServer(({ method, body }, response) => {
    const respond = (status: number, text = '') => void response.writeHead(status).end(text);
    if (method === 'POST') return pending.set(body.includes('p1') ? 'p1' : 'p2', respond);
    lists += 1;
    if (lists === 1) return respond(200, '[]');
    return lists === 2 ? respond(403) : respond(200, '[{"id":"b-1","max_size":5}]');
  });
  const { buckets } = clientOf(server.baseUrl);
  const [refused, lost] = ['p1', 'p2'].map((projectId) => failureOf(buckets.create({ projectId, maxSize: 5n })));
  await expect.poll(() => pending.size).toBe(2);

  pending.get('p1')?.(200, '{"success":false}');
  expect((await refused)?.message).toContain('It could not be looked for.');
  pending.get('p2')?.(502);

  expect(await lost).toMatchObject({ name: 'AmbiguousError', ids: ['b-1'] });
});

test.each([
  ['bucket', 'createBucket', 'A create may have taken effect twice'],
  ['access key', 'createAccessKey', 'Access key left over'],
] as const)(
  'a %s that appears only after it was asked for again is named, and left alone',
  async (_kind, operation, summary) => {
    const { client, emulator, projectId, call, warnings } = await startService();
    const { id: bucketId } = await client.buckets.create({ projectId, maxSize: 5n }, call);
    const permissions = { read: true, write: false, owner: false };
    const make = ({ accessKeys, buckets }: typeof client): Promise<{ id: string }> =>
      operation === 'createBucket'
        ? buckets.create({ projectId, maxSize: 7n }, call)
        : accessKeys.create({ projectId, bucketIds: [bucketId], permissions }, call);
    emulator.faults.add({ operation, status: 503, times: 1 });
    const held = emulator.faults.add({ operation, pause: true, when: 'after-commit', times: 1 });
    const creating = make(client);
    await held.whenMet();
    const twin = await make(otherClient(emulator));

    held.release();

    const { id } = await creating;
    expect(warnings).toMatchObject([{ summary: `${summary}: "${twin.id}"` }]);
    expect(warnings[0]?.detail).toContain(twin.id);
    expect(warnings[0]?.detail).not.toContain(id);
    const left = [...emulator.inspect.buckets(), ...emulator.inspect.accessKeys()].map((one) => one.id);
    expect(left).toEqual(expect.arrayContaining([id, twin.id]));
  },
);
