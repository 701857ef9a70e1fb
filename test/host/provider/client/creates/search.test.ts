import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../../../../emulator';
import { startServer } from '../../../../unit/provider/client/raw-server';
import { clientOf } from '../client-of';
import { bytes, failureOf, otherClient, settingsFor, startService, TestTime } from '../fixture';

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
    ['408', { status: 408 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
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

describe('a lost create whose object may be that of another create in flight', () => {
  /** A lost create, while the response to a second one for the same bucket is awaited, and lists show one bucket. */
  async function awaitOther(listStatus: (listed: number) => number) {
    const held: ServerResponse[] = [];
    const server = await startServer(({ method }, response) => {
      if (method === 'POST') return held.push(response);
      const listed = server.requests.filter((one) => one.method === 'GET').length;
      return response.writeHead(listStatus(listed)).end(listed === 1 ? '[]' : '[{"id":"b-1","max_size":5}]');
    });
    const over: AbortController[] = [];
    const time = new TestTime();
    const { environment } = settingsFor(server.baseUrl, '', time);
    const timeout = () => {
      over.push(new AbortController());
      return over.at(-1)?.signal ?? AbortSignal.abort();
    };
    const client = clientOf(server.baseUrl, { environment: { ...environment, timeout } }, time);
    const stop = new AbortController();
    const create = (signal?: AbortSignal) => client.buckets.create({ projectId: 'p', maxSize: 5n }, { signal });
    const creating = failureOf(create(stop.signal));
    await expect.poll(() => held.length).toBe(1);
    create().catch(() => undefined);
    await expect.poll(() => held.length).toBe(2);
    held[0]?.writeHead(502).end();
    const listed = async (count: number) =>
      expect.poll(() => server.requests.filter(({ method }) => method === 'GET').length).toBe(count);
    await listed(2);
    // Joins this list, and so ends when the search has it, too.
    await client.buckets.list();
    const end = (which: AbortController | undefined) => which?.abort(new DOMException('', 'TimeoutError'));
    return { creating, stop, listed, endGrace: () => end(over.at(-1)) };
  }

  test('P43: is named when the grace period after an abort is over, and not adopted', async () => {
    const { creating, stop, listed, endGrace } = await awaitOther(() => 200);

    stop.abort();
    await listed(3);
    endGrace();

    const { name, message } = await creating;
    expect(name).toBe('LostError');
    expect(message).toContain('A list showed what it may have created: "b-1"');
  });

  test('P43: is named from the last list before the abort if no later one can be read', async () => {
    const { creating, stop } = await awaitOther((listed) => (listed < 3 ? 200 : 403));

    stop.abort();

    const { name, message } = await creating;
    expect(name).toBe('LostError');
    expect(message).toContain('A list showed what it may have created: "b-1"');
  });
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

describe('P41: a key that the service lists with other permissions than were sent is named when its create', () => {
  const input = { projectId: 'p', bucketIds: ['b'], permissions: { read: true, write: true, owner: true } };
  const listed = '[{"id":"k-1","bucket_ids":["b"],"permissions":{"read":true,"write":true,"owner":false}}]';

  /** A service that makes the key, and whose lists respond with these in turn, then as the last one. */
  async function createKey(created: (response: ServerResponse) => void, lists: readonly [number, string][]) {
    let read = 0;
    const server = await startServer(({ method }, response) => {
      if (method === 'POST') return created(response);
      const [status, body] = lists[Math.min(read, lists.length - 1)] ?? [500, ''];
      read += 1;
      response.writeHead(status).end(body);
    });
    return failureOf(clientOf(server.baseUrl).accessKeys.create(input));
  }

  test('is lost, and could not be looked for to the end', async () => {
    const error = await createKey(
      (response) => void response.writeHead(502).end(),
      [
        [200, '[]'],
        [200, listed],
        [403, ''],
      ],
    );

    expect(error.name).toBe('LostError');
    expect(error.message).toContain('A list showed what it may have created: "k-1"');
  });

  test('was refused with a success', async () => {
    const error = await createKey(
      (response) => void response.writeHead(200).end('{"success":false}'),
      [
        [200, '[]'],
        [200, listed],
      ],
    );

    expect(error.name).toBe('LostError');
    expect(error.message).toContain('the list shows since: "k-1"');
  });
});

test('P3: a clock that is set back meanwhile prolongs no search', async () => {
  let backMs = 0;
  const { client, emulator, time, projectId } = await startService({}, ({ environment }) => ({
    maxRetries: 0,
    environment: {
      ...environment,
      now: () => Number(environment.now?.()) - backMs,
      sleep: (ms, signal) => {
        backMs = 3_600_000;
        return environment.sleep(ms, signal);
      },
    },
  }));
  emulator.faults.add({ operation: 'createSecret', status: 500 });

  const error = await failureOf(client.secrets.create({ projectId, name: 'db', value: bytes('x') }));

  expect(error).toMatchObject({ name: 'LostError', created: false });
  expect(time.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(31_000);
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
