import { expect, test } from 'vitest';
import type { Emulator } from '../../../../emulator';
import { base64, clientOf } from '../support';
import { hiddenField, Visitor, visit } from './visitor';

/** The proof that stands in the forms of a page, as whoever opened the page sends it later. */
const proofOn = async (visitor: Visitor, path: string) => hiddenField((await visitor.get(path)).text, 'csrf');

test('a reset keeps sessions whose token it leaves, and the page shows its time and its cause', async () => {
  const { emulator, visitor } = await visit({ adminToken: 'canary-admin' });
  const admin = await new Visitor(emulator).signIn('canary-admin');
  const first = (await visitor.get('/secrets')).text;

  emulator.reset({ by: 'a secret is <b>listed</b>' });

  const [mine, theirs] = [await visitor.get('/secrets'), await admin.get('/secrets')];
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(first).not.toContain('Reset at');
  for (const { text } of [mine, theirs]) {
    expect(text).toMatch(
      /Reset at <time [^>]+>\d\d:\d\d:\d\d UTC<\/time> by “<bdi class="name">a secret is &#60;b&#62;/,
    );
  }
});

test('a session ends with its token: by a reset, and by a snapshot that has none', async () => {
  const { emulator } = await visit();
  const snapshot = emulator.snapshot();
  const issued = await new Visitor(emulator).signIn(emulator.newProject().token);

  emulator.restore(snapshot);
  const restored = await issued.get('/secrets');
  const again = await new Visitor(emulator).signIn(emulator.newProject().token);
  emulator.reset();

  expect(restored.status).toBe(303);
  expect((await again.get('/secrets')).status).toBe(303);
});

test('a session may do what its token may do now', async () => {
  const { emulator, send } = await visit({ projects: ['one', 'two'] });
  const token = 'canary-token-of-two';
  emulator.seedFrom({ tokens: [{ token, projects: ['one'] }] });
  const visitor = await new Visitor(emulator).signIn(token);
  const add = () => send('POST', '/secrets', { project_id: 'two', name: 'of-two', value: base64('x') });
  await add();
  const before = (await visitor.get('/secrets')).text;

  emulator.reset();
  emulator.seedFrom({ tokens: [{ token, projects: ['one', 'two'] }] });
  await add();

  expect(before).not.toContain('of-two');
  expect((await visitor.get('/secrets')).text).toContain('of-two');
});

test.each([
  ['/secrets', '/secrets', { name: 'half-of-a-name', value: 'canary-value' }, 'half-of-a-name'],
  [
    '/pull-secrets',
    '/pull-secrets',
    { server: 'ghcr.io', username: 'canary-user', password: 'canary-word' },
    'ghcr.io',
  ],
  ['/buckets', '/buckets', { max_size: '17', unit: 'MiB', description: 'half a text' }, 'half a text'],
  ['/faults', '/faults', { operation: 'listSecrets', status: '503', cut: '', delay: '', times: '' }, '503'],
])(
  'a form at %s of before a reset does nothing, and is shown again with what was entered',
  async (page, path, fields, text) => {
    const { emulator, project, visitor } = await visit();
    const csrf = await proofOn(visitor, page);
    const sent = { project_id: project, ...fields };
    emulator.reset({ by: 'another test' });

    const refused = await visitor.post(path, { ...sent, csrf });
    const { inspect, faults } = emulator;
    const made = () =>
      [...inspect.secrets(), ...inspect.pullSecrets(), ...inspect.buckets(), ...faults.active()].length;

    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(
      /The emulator was reset at .* by .*another test.*, after this page was opened: nothing was done/,
    );
    expect(refused.text).toContain(`value="${text}"`);
    expect(refused.text).not.toContain('canary');
    expect(made()).toBe(0);
    const accepted = await visitor.post(path, { ...sent, csrf: hiddenField(refused.text, 'csrf') });
    expect([accepted.status, made()]).toEqual([303, 1]);
  },
);

test('the form of a fault from before a reset keeps its values, except those that may be secret', async () => {
  const { emulator, visitor } = await visit();
  const secret = {
    body: 'canary-1',
    headers: 'x-a: canary-2',
    garbage: 'canary-3',
    retryAfter: 'canary-4',
    'where.headers': 'authorization: canary-5',
    'where.body': '{"value": "canary-6"}',
  };
  const kept = { status: '503', times: '7', truncate: '11', skip: '13', 'where.keyPrefix': 'photos/' };
  const csrf = await proofOn(visitor, '/faults');
  emulator.reset();

  const refused = await visitor.post('/faults', { operation: 'createSecret', ...secret, ...kept, csrf });

  expect(refused.status).toBe(409);
  for (const value of Object.values(kept)) expect(refused.text).toContain(`value="${value}"`);
  expect(refused.text).toMatch(/value="createSecret" selected/);
  expect(refused.text).not.toContain('canary');
});

test('the form of a key from before a reset makes no key, and keeps its ticks', async () => {
  const { emulator, project, visitor } = await visit();
  const { text } = await visitor.get('/keys');
  const sent = { project_id: project, once: hiddenField(text, 'once'), permissions: ['read', 'owner'] };
  emulator.reset();

  const refused = await visitor.post('/keys', { ...sent, csrf: hiddenField(text, 'csrf') });

  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(/value="read" checked/);
  expect(emulator.inspect.accessKeys()).toEqual([]);
});

test.each([
  ['reset', 409, 'The emulator was reset at', (emulator: Emulator) => emulator.reset()],
  ['deleted', 404, 'It was there when the page with the form was opened. Nothing was done.', deleteAll],
] as const)(
  'a form for an object that was %s shows what was entered, and no secrets',
  async (_, status, says, lose) => {
    const { emulator, visitor } = await visit({ dialect: 'extended' });
    emulator.seedFrom({
      secrets: [{ id: 's-1', name: 'password', value: 'before' }],
      buckets: [{ id: 'b-1', max_size: 1 }],
      pull_secrets: [{ id: 'p-1', server: 'ghcr.io', username: 'u', password: 'p' }],
    });
    const csrf = await proofOn(visitor, '/secrets/s-1');
    await lose(emulator);

    const secret = await visitor.post('/secrets/s-1', { name: 'renamed<b>', value: 'canary', csrf });
    const bucket = await visitor.post('/buckets/b-1', { max_size: '7', unit: 'GiB', description: 'half a text', csrf });
    const pull = await visitor.post('/pull-secrets/p-1', {
      server: 'u:canary@x.io',
      username: 'canary',
      password: '',
      csrf,
    });
    const upload = new FormData();
    for (const [name, value] of Object.entries({ csrf, name: 'typed.txt' })) upload.append(name, value);
    upload.append('file', new Blob(['x']), 'x.txt');
    const uploaded = await visitor.send('/buckets/b-1/upload', upload);

    const texts = [secret.text, bucket.text, pull.text, await uploaded.text()];
    expect([secret, bucket, pull, uploaded].map((response) => response.status)).toEqual([
      status,
      status,
      status,
      status,
    ]);
    for (const text of texts) expect(text).toContain(says);
    expect(texts[0]).toContain('renamed&#60;b&#62;');
    expect(texts[0]).toContain('What may be secret is not kept.');
    expect(texts[1]).toMatch(/half a text.*7<\/bdi> GiB/s);
    expect(texts[3]).toContain('typed.txt');
    expect(texts.join()).not.toContain('canary');
  },
);

async function deleteAll(emulator: Emulator): Promise<void> {
  const send = clientOf(emulator, emulator.token);
  for (const path of ['/secrets/s-1', '/s3/buckets/b-1', '/secrets/pull/p-1']) await send('DELETE', path);
}

test.each(['/secrets/s-1/delete', '/buckets/b-1/delete', '/keys/k-1/delete', '/faults/fault-1/remove'])(
  'a button at %s of before a reset does nothing, although the same is there again',
  async (path) => {
    const { emulator, visitor } = await visit();
    const fill = () => {
      emulator.seedFrom({
        secrets: [{ id: 's-1', name: 'password', value: 'x' }],
        buckets: [{ id: 'b-1', max_size: 1 }],
        access_keys: [{ id: 'k-1', buckets: [], permissions: {} }],
      });
      emulator.faults.add({ operation: 'listSecrets', status: 503 });
    };
    fill();
    const csrf = await proofOn(visitor, '/faults');
    emulator.reset();
    fill();

    const refused = await visitor.post(path, { csrf });

    expect(refused.status).toBe(409);
    const { inspect, faults } = emulator;
    const left = [inspect.secrets(), inspect.buckets(), inspect.accessKeys(), faults.active()];
    expect(left.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  },
);

test('a file that was chosen before a reset is not stored after it', async () => {
  const { emulator, visitor } = await visit();
  const buckets = [{ id: 'b-1', alias: 'uploads', max_size: 1000 }];
  emulator.seedFrom({ buckets });
  const body = new FormData();
  body.append('csrf', await proofOn(visitor, '/buckets/b-1'));
  body.append('name', 'notes.txt');
  body.append('file', new Blob(['text']), 'other.txt');
  emulator.reset();
  emulator.seedFrom({ buckets });

  const response = await visitor.send('/buckets/b-1/upload', body);

  expect(response.status).toBe(409);
  expect(await response.text()).toContain('after this page was opened: nothing was done');
  expect(emulator.inspect.objects('b-1')).toEqual([]);
});

test('signing out on a page from before a reset works', async () => {
  const { emulator, visitor } = await visit();
  const csrf = await proofOn(visitor, '/secrets');
  emulator.reset();

  await visitor.post('/sign-out', { csrf });

  expect((await visitor.get('/secrets')).status).toBe(303);
});

test('a message from before a reset is not shown after it', async () => {
  const { emulator, project, visitor } = await visit();
  await visitor.post('/secrets', { project_id: project, name: 'a', value: 'x' });
  emulator.reset();

  expect((await visitor.get('/secrets')).text).not.toContain('was created');
});

test('the page of a request does not show another one after a reset', async () => {
  const { emulator, visitor, send } = await visit();
  // Only the page of a request that is under way is refreshed.
  emulator.faults.add({ operation: 'listSecrets', pause: true });
  void send('GET', '/secrets').catch(() => undefined);
  await emulator.journal.waitFor();
  const { text } = await visitor.get('/journal/req-1');
  const from = (/data-from="\/dashboard([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  emulator.reset();
  await send('GET', '/s3/buckets');

  expect((await visitor.get(from)).status).toBe(404);
  expect((await visitor.get('/journal/req-1')).text).toContain('/s3/buckets');
});
