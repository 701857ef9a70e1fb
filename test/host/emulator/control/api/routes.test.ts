import { expect, test } from 'vitest';
import { dialects } from '../../../../../emulator';
import { controlCalls } from '../../../../../emulator/control/api/table';
import { base64, clientOf, start } from '../../support';

test('reset and new projects, over HTTP', async () => {
  const { emulator, send, project } = await start();
  await send('POST', '/s3/buckets', { project_id: project, max_size: 1 });

  const issued = (await send('POST', '/_emulator/projects')).json;
  const sendIssued = clientOf(emulator, issued.token);
  const made = await sendIssued('POST', '/s3/buckets', { project_id: issued.projectId, max_size: 1 });
  const reset = await send('POST', '/_emulator/reset');

  expect(made.status).toBe(201);
  expect(reset.status).toBe(204);
  expect(emulator.inspect.buckets()).toEqual([]);
  expect((await sendIssued('GET', '/s3/buckets')).status).toBe(401);
});

test('E7: faults are added, listed, found unmet, released and removed', async () => {
  const { emulator, send } = await start();

  const added = (await send('POST', '/_emulator/faults', { operation: 'listSecrets', status: 503, times: 1 })).json;
  await send('POST', '/_emulator/faults', { operation: 'listBuckets', pause: true });
  await send('POST', '/_emulator/faults', { operation: '*', status: 500, where: { headers: { 'x-nobody': '1' } } });
  const faulty = await send('GET', '/secrets');
  const held = send('GET', '/s3/buckets');
  await expect.poll(async () => (await send('GET', '/_emulator/faults')).json[1].held).toBe(1);
  await send('POST', '/_emulator/faults/fault-2/release');

  expect(added).toEqual({
    id: 'fault-1',
    spec: { operation: 'listSecrets', status: 503, times: 1 },
    met: 0,
    held: 0,
  });
  expect(faulty.status).toBe(503);
  expect((await held).status).toBe(200);
  expect((await send('GET', '/_emulator/faults')).json).toHaveLength(3);
  expect((await send('GET', '/_emulator/faults?unmet=true')).json).toMatchObject([{ id: 'fault-3' }]);
  expect((await send('DELETE', '/_emulator/faults/fault-3')).status).toBe(204);
  expect((await send('DELETE', '/_emulator/faults/fault-3')).status).toBe(404);
  expect((await send('DELETE', '/_emulator/faults')).status).toBe(204);
  expect(emulator.faults.list()).toEqual([]);
});

test('E7: the journal is queried, counted and cleared, and holds no call of the control API', async () => {
  const { emulator, send } = await start();
  await send('GET', '/secrets');
  await send('DELETE', '/secrets/x');
  await send('GET', '/nowhere');
  await send('GET', '/_emulator/health');
  await send('GET', '/_emulator/nowhere');

  const all = (await send('GET', '/_emulator/journal')).json;
  const unknown = (await send('GET', '/_emulator/journal?status=404&method=DELETE')).json;
  const count = (await send('GET', '/_emulator/journal/count?operation=listSecrets')).json;
  const unmatched = (await send('GET', '/_emulator/journal/unmatched')).json;
  await send('DELETE', '/_emulator/journal');

  expect(all.map(({ path }: { path: string }) => path)).toEqual(['/secrets', '/secrets/x', '/nowhere']);
  expect(unknown).toMatchObject([{ operation: 'deleteSecret', status: 404, requestId: 'req-2' }]);
  expect(count).toEqual({ count: 1 });
  expect(unmatched).toMatchObject([{ path: '/nowhere' }]);
  expect(emulator.journal.count()).toBe(0);
});

test('E5: the clock is set, moved, stopped and given back', async () => {
  const { emulator, send } = await start();
  const before = Date.now();

  await send('POST', '/_emulator/clock/freeze');
  const set = (await send('PUT', '/_emulator/clock', { now: 1_000 })).json;
  const advanced = (await send('POST', '/_emulator/clock/advance', { ms: -400 })).json;
  const seen = emulator.clock.now();
  const reset = (await send('POST', '/_emulator/clock/reset')).json;

  expect(set).toEqual({ now: 1_000, frozen: true });
  expect(advanced).toEqual({ now: 600, frozen: true });
  expect(seen).toBe(600);
  expect(reset.frozen).toBe(false);
  expect(reset.now).toBeGreaterThanOrEqual(before);
  expect((await send('GET', '/_emulator/clock')).json.frozen).toBe(false);
});

test('E1: knobs, lag and settle rule change at run time, for the next request, until reset', async () => {
  const { emulator, send, project } = await start();
  const bucket = { project_id: project, max_size: 1 };

  const changed = await send('PATCH', '/_emulator/settings', {
    dialect: 'extended',
    knobs: { listShape: 'envelope', unsettled: 'null' },
    lag: { newHidden: 1 },
    settle: '1polls',
  });
  await send('POST', '/s3/buckets', bucket);
  const lists = [await send('GET', '/s3/buckets'), await send('GET', '/s3/buckets'), await send('GET', '/s3/buckets')];
  const extended = await send('GET', '/secrets/pull');
  emulator.reset();

  expect(changed.json).toEqual(expect.objectContaining({ settle: '1polls' }));
  expect(changed.json.knobs).toEqual({ ...dialects.extended, listShape: 'envelope', unsettled: 'null' });
  expect(lists.map(({ json }) => json.data.map(({ alias }: { alias: string | null }) => alias))).toEqual([
    [],
    [null],
    [expect.any(String)],
  ]);
  expect(extended.status).toBe(200);
  expect((await send('GET', '/_emulator/settings')).json).toEqual({
    knobs: dialects.conventional,
    lag: expect.objectContaining({ newHidden: 0 }),
    settle: 'immediate',
    interfaceOnly: false,
  });
  expect((await send('GET', '/secrets/pull')).status).toBe(404);
  expect((await send('PATCH', '/secrets/pull')).headers.get('allow')).toBe('POST');
});

test('what is stored can be listed, without any secret half', async () => {
  const { send, project } = await start();
  const value = base64('CANARY-value');
  await send('POST', '/secrets', { project_id: project, name: 'a', value });
  await send('POST', '/secrets/pull', { project_id: project, server: 's', username: 'CANARY-u', password: 'CANARY-p' });
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 2n ** 60n })).json;
  const permissions = { read: true, write: false, owner: false };
  const key = (await send('POST', '/s3/keys', { project_id: project, bucket_ids: [id], permissions })).json;

  const { text, json } = await send('GET', '/_emulator/objects');

  expect(json).toMatchObject({
    projects: [project],
    secrets: [{ name: 'a' }],
    pullSecrets: [{ server: 's' }],
    buckets: [{ id, maxSize: 2n ** 60n }],
    accessKeys: [{ bucketIds: [id], permissions }],
  });
  for (const secret of ['CANARY', value, key.secret_access_key]) expect(text).not.toContain(secret);
});

test.each([
  ['POST', '/faults', { operation: 'nope', status: 99, probability: 2, tiems: 1 }, ['operation', 'status', 'tiems']],
  ['POST', '/faults', { operation: '*', truncate: 'x', delayMs: -1 }, ['"truncate" must be true', '"delayMs"']],
  [
    'PATCH',
    '/settings',
    { knobs: { badToken: 402, x: 1 }, lag: { newHidden: -1 }, settle: 'soon' },
    ['knobs.badToken'],
  ],
  ['PATCH', '/settings', { dialect: 'klingon', settle: 'soon' }, ['"dialect" must be one of conv', '"settle" must be']],
  ['PUT', '/clock', { now: 1.5 }, ['now']],
  ['PUT', '/clock', '{', ['JSON']],
  ['GET', '/journal?operation=nope&colour=red', undefined, ['operation', 'colour']],
])('%s %s refuses %o, naming every field, in the same shape in every dialect', async (method, path, body, named) => {
  const { emulator, send } = await start({ dialect: 'minimal' });
  const before = emulator.settings.read();

  const { status, json } = await send(method, `/_emulator${path}`, body);

  expect(status).toBe(400);
  expect(json.error.code).toBe('invalid');
  for (const name of named) expect(json.error.message).toContain(name);
  expect(emulator.settings.read()).toEqual(before);
  expect(emulator.faults.list()).toEqual([]);
});

test('every call with a body refuses what is no object, whatever its form', async () => {
  const { send } = await start();
  const calls = controlCalls.filter(({ body }) => body !== undefined);
  const wrong = ['null', '[]', '[null]', '5', '"x"', 'true', '1e999', ''];

  for (const { method, path } of calls) {
    for (const body of wrong) {
      const { status, json } = await send(method, `/_emulator${path.replace('{id}', 'x')}`, body);
      expect([method, path, body, status, json.error.code]).toEqual([method, path, body, 400, 'invalid']);
    }
  }
  expect(calls.length).toBeGreaterThan(6);
});
