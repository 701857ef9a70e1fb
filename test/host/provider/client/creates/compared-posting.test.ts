import { expect, test } from 'vitest';
import type { Client, ClientSettings } from '../../../../../provider/client';
import { startServer } from '../../../../unit/provider/client/raw-server';
import { clientOf } from '../client-of';
import { bytes, failureOf, otherClient, settingsFor, startService, TestTime } from '../fixture';

/** Settings of a client that runs `work` during its first wait. */
function whenItWaits(work: () => Promise<unknown>): Partial<ClientSettings> {
  const time = new TestTime();
  const { environment } = settingsFor('http://unused', '', time);
  let done = false;
  return {
    environment: {
      ...environment,
      async sleep(ms, signal) {
        if (!done) {
          done = true;
          await work();
        }
        await time.sleep(ms, signal);
      },
    },
  };
}

test.each([
  [
    'bucket of 1000 bytes in project "p"',
    (client: Client) => client.buckets.create({ projectId: 'p', maxSize: 1000n }),
  ],
  [
    'secret "db" in project "p"',
    (client: Client) => client.secrets.create({ projectId: 'p', name: 'db', value: bytes('x') }),
  ],
])(
  'P36: a 409 to a retry, as of a key that is in use, still names what the first request may have made: %s',
  async (made, create) => {
    let posts = 0;
    const server = await startServer(({ method }, response) => {
      if (method !== 'POST') return response.end('[]');
      posts += 1;
      if (posts === 1) return response.destroy();
      return response.writeHead(409).end('{"error":{"message":"key in use"}}');
    });
    const client = clientOf(server.baseUrl);

    const { message } = await failureOf(create(client));

    expect(posts).toBe(2);
    expect(message).toContain(`may have made this: ${made}`);
    expect(message).toContain('returned 409: key in use');
  },
);

test.each([1, 16])(
  'P5: after a wait the list to compare with is read once more, without keeping a slot (%i at a time)',
  async (maxConcurrentRequests) => {
    const make = (client: Client) => client.secrets.create({ projectId: 'project-1', name: 'db', value: bytes('x') });
    const { client, emulator } = await startService(
      { dialect: 'minimal' },
      {
        maxConcurrentRequests,
        lostCreates: 'sole_writer',
        allowForeignProject: true,
        ...whenItWaits(async () => theirs.push(await make(otherClient(emulator)))),
      },
    );
    const theirs: { id: string }[] = [];
    emulator.faults.add({ operation: 'createSecret', status: 429, headers: { 'retry-after': '20' }, times: 1 });
    emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });

    const ours = await make(client);

    expect(theirs).toHaveLength(1);
    expect(ours.id).not.toBe(theirs[0]?.id);
    expect(emulator.inspect.secrets()).toHaveLength(2);
  },
);

test('P5: an object that is found by comparison with an old list is reported, not adopted', async () => {
  const time = new TestTime();
  let posted = false;
  const server = await startServer(({ method }, response) => {
    // As slow as a list of hundreds of pages.
    if (method === 'GET' && !posted) time.advance(6_000);
    if (method === 'POST') {
      posted = true;
      response.statusCode = 502;
    }
    response.end(method === 'GET' && posted ? '[{"id":"s-1","name":"db"}]' : '[]');
  });
  const client = clientOf(server.baseUrl, {}, time);

  const error = await failureOf(client.secrets.create({ projectId: 'p', name: 'db', value: bytes('x') }));

  expect(error).toMatchObject({ name: 'UnconfirmedError', existingId: 's-1' });
  expect(error.message).toContain('more than 5 seconds old');
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'GET']);
});

test('P5: a repetition keeps the list of the first request, whatever others read since: what appears late is still its own', async () => {
  const time = new TestTime();
  let posts = 0;
  const server = await startServer(({ method }, response) => {
    if (method === 'GET') return response.end(posts < 2 ? '[]' : '[{"id":"late","max_size":7}]');
    posts += 1;
    // The first one took effect late, after the search for it; the second is limited.
    if (posts !== 2) return response.writeHead(502).end();
    time.advance(31_000);
    return void client.buckets.list().then(() => response.writeHead(429, { 'retry-after': '20' }).end());
  });
  const client = clientOf(server.baseUrl, { lostCreates: 'sole_writer' }, time);

  expect(await client.buckets.create({ projectId: 'p', maxSize: 7n })).toEqual({ id: 'late' });
  expect(posts).toBe(3);
});

test('P5: creates that waited together are compared with one list, which only the first of them reads again', async () => {
  const names = ['a', 'b', 'c'];
  let posts = 0;
  const made: object[] = [];
  const server = await startServer(({ method, body }, response) => {
    if (method === 'GET') return response.end(JSON.stringify(made));
    posts += 1;
    if (posts <= names.length) return response.writeHead(429, { 'retry-after': '9' }).end();
    const { name } = JSON.parse(body) as { readonly name: string };
    made.push({ id: `of-${name}`, name });
    return response.writeHead(502).end();
  });
  const client = clientOf(server.baseUrl, { maxConcurrentRequests: 1 });

  const found = names.map((name) => client.secrets.create({ projectId: 'p', name, value: bytes('x') }));

  expect((await Promise.all(found)).map(({ id }) => id)).toEqual(['of-a', 'of-b', 'of-c']);
});

/** The idempotency keys of creates that receive these statuses in order. */
async function keysOf(statuses: readonly number[], work: (client: Client) => Promise<unknown>) {
  const left = [...statuses];
  const server = await startServer(({ method }, response) => {
    if (method === 'POST') response.statusCode = left.shift() ?? 201;
    response.end(method === 'POST' && response.statusCode === 201 ? '{"id":"new"}' : '[]');
  });
  const client = clientOf(server.baseUrl);
  await work(client).catch(() => undefined);
  return server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => String(headers['idempotency-key']));
}

const secret = { projectId: 'p', name: 'db', value: bytes('x') };
const pull = { projectId: 'p', server: 's', username: 'u', password: 'w' };

test.each<[string, readonly number[], (client: Client) => Promise<unknown>, string]>([
  ['a lost create, while the outcome is unknown', [503, 408, 201], ({ secrets }) => secrets.create(secret), 'aaa'],
  [
    'a create that was to be sent later',
    [429, 429, 201],
    ({ buckets }) => buckets.create({ projectId: 'p', maxSize: 1n }),
    'aaa',
  ],
  [
    'a create that was certainly refused',
    [201, 404, 409, 201],
    async ({ buckets, accessKeys }) => {
      const { id } = await buckets.create({ projectId: 'p', maxSize: 1n });
      const permissions = { read: true, write: false, owner: false };
      await accessKeys.create({ projectId: 'p', bucketIds: [id], permissions });
    },
    'abcd',
  ],
  [
    'another create',
    [201, 201],
    async ({ secrets }) => [await secrets.create(secret), await secrets.create(secret)],
    'ab',
  ],
  ['a pull secret that nobody can list', [429, 201], ({ pullSecrets }) => pullSecrets.create(pull), 'aa'],
])('P36: an Idempotency-Key goes with %s', async (_name, statuses, work, expected) => {
  const keys = await keysOf(statuses, work);

  const letters = [...new Set(keys)];
  expect(keys.map((key) => 'abcdefgh'[letters.indexOf(key)]).join('')).toBe(expected);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
