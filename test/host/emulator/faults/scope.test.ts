import type * as s3 from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import type { FaultSpec, FaultTarget, RequestFilter } from '../../../../emulator';
import { startS3 } from '../s3/support';
import { base64, clientOf, start } from '../support';

const secret = (project_id: string, name = 'a') => ({ project_id, name, value: base64('CANARY') });

describe('E13: what a fault is aimed at', () => {
  test('is one project, also where an id or only a token names it', async () => {
    const { emulator, send, project } = await start({ projects: ['project-1', 'project-2'] });
    const other = emulator.newProject();
    const sendOther = clientOf(emulator, other.token);
    const first = (await send('POST', '/secrets', secret(project))).json.id;
    const second = (await send('POST', '/secrets', secret('project-2', 'b'))).json.id;
    const add = (projectId: string, operation: FaultSpec['operation']) =>
      emulator.faults.add({ operation, status: 503, where: { projectId } });
    add('project-2', 'createSecret');
    add('project-2', 'deleteSecret');
    add(other.projectId, 'listSecrets');

    expect((await send('POST', '/secrets', secret(project, 'c'))).status).toBe(201);
    expect((await send('POST', '/secrets', secret('project-2', 'c'))).status).toBe(503);
    expect((await send('DELETE', `/secrets/${first}`)).status).toBe(204);
    expect((await send('DELETE', `/secrets/${second}`)).status).toBe(503);
    // Another project's object is none of the caller's.
    expect((await sendOther('DELETE', `/secrets/${second}`)).status).toBe(404);
    expect((await send('GET', '/secrets')).status).toBe(200);
    expect((await sendOther('GET', '/secrets')).status).toBe(503);
    expect((await clientOf(emulator, 'wrong')('GET', '/secrets')).status).toBe(401);
    expect(emulator.journal.count({ projectId: other.projectId })).toBe(2);
    expect(emulator.journal.count({ projectId: other.projectId, status: 503 })).toBe(1);
    expect(emulator.journal.count({ projectId: 'project-2', operation: 'listSecrets' })).toBe(1);
    expect(emulator.journal.count({ projectId: 'project-2', operation: 'deleteSecret' })).toBe(1);
  });

  test.each<[string, RequestFilter, boolean]>([
    ['its id', { objectId: 'ID' }, true],
    ['another id', { objectId: 'x' }, false],
    ['a header', { headers: { 'X-Test': 'one' } }, true],
    ['a name in the body', { body: { name: 'a' } }, true],
    ['a path in the body', { body: { '$.name': 'a', 'more.deep[1].x': 2n ** 60n } }, true],
    ['another value in the body', { body: { name: 'b' } }, false],
    ['a path that is not there', { body: { 'name.length': 1 } }, false],
    ['an inherited name', { body: { constructor: {} } }, false],
    ['a function of the body', { body: (body) => (body as { name: string }).name === 'a' }, true],
    ['a key, which REST has none of', { keyPrefix: '' }, false],
    ['not all of several', { objectId: 'ID', body: { name: 'b' } }, false],
  ])('is %s', async (_what, where, isInjected) => {
    const { emulator, send, project } = await start();
    const { id } = (await send('POST', '/secrets', secret(project))).json;
    const aimed = where.objectId === 'ID' ? { ...where, objectId: id } : where;
    const operation = where.keyPrefix === undefined ? 'updateSecret' : '*';
    const fault = emulator.faults.add({ operation, status: 418, where: aimed });

    const body = { id, name: 'a', value: base64('y'), more: { deep: [0, { x: 2n ** 60n }] } };
    const { status } = await send('PUT', '/secrets', body, { 'x-test': 'one' });

    expect([status, fault.met]).toEqual(isInjected ? [418, 1] : [200, 0]);
  });

  test('is a bucket, a prefix of keys or a project at the data plane', async () => {
    const { emulator, client, Bucket, alias } = await startS3();
    const put = (Key: string) =>
      client.putObject({ Bucket, Key, Body: 'x' }).then(
        () => 'stored',
        (error: Error) => error.name,
      );
    const only = async (where: RequestFilter, operation: 'PutObject' | '*' = 'PutObject') => {
      const fault = emulator.faults.add({ operation, status: 503, where });
      const found = [await put('a/1'), await put('b/1')];
      fault.remove();
      return found;
    };

    expect(await only({ keyPrefix: 'a/' })).toEqual(['SlowDown', 'stored']);
    expect(await only({ objectId: alias.id, keyPrefix: 'b' })).toEqual(['stored', 'SlowDown']);
    expect(await only({ objectId: 'x' })).toEqual(['stored', 'stored']);
    expect(await only({ projectId: emulator.projectId })).toEqual(['SlowDown', 'SlowDown']);
    expect(await only({ projectId: 'project-9' })).toEqual(['stored', 'stored']);
    expect(await only({ body: () => true }, '*')).toEqual(['stored', 'stored']);
    expect(emulator.journal.count({ keyPrefix: 'a/', objectId: alias.id, projectId: emulator.projectId })).toBe(6);
  });

  test('is one token, which no list of faults shows', async () => {
    const { emulator, send, project } = await start({ tokens: ['CANARY-one', 'CANARY-two'] });
    const sendTwo = clientOf(emulator, 'CANARY-two');
    const fault = emulator.faults.add({ operation: 'listSecrets', status: 503, where: { token: 'CANARY-two' } });
    emulator.faults.add({ operation: '*', status: 429, where: { token: 'CANARY-of-nobody' } });

    expect((await send('GET', '/secrets')).status).toBe(200);
    expect((await sendTwo('GET', '/secrets')).status).toBe(503);
    expect((await sendTwo('POST', '/secrets', secret(project))).status).toBe(201);
    expect((await clientOf(emulator, 'CANARY-of-nobody')('GET', '/secrets')).status).toBe(429);
    expect(fault.met).toBe(1);
    const listed = await send('GET', '/_emulator/faults');
    expect(listed.json[0].spec).toEqual({ operation: 'listSecrets', status: 503, where: { token: '[redacted]' } });
    for (const shown of [listed.text, JSON.stringify(emulator.dump())]) expect(shown).not.toContain('CANARY');
  });

  test('is one access key, also before its signature is checked, and the journal says so', async () => {
    const { emulator, client, Bucket } = await startS3();
    const [{ accessKeyId = '' } = {}] = emulator.inspect.accessKeys();
    const get = () => client.listObjectsV2({ Bucket }).then(() => 200, statusOf);
    const statusOf = (error: s3.S3ServiceException) => error.$metadata.httpStatusCode;
    const aimedAt = async (where: FaultTarget) => {
      const fault = emulator.faults.add({ operation: 'ListObjectsV2', status: 503, where });
      const status = await get();
      fault.remove();
      return status;
    };

    expect(await aimedAt({ accessKeyId })).toBe(503);
    expect(await aimedAt({ accessKeyId: 'GKother' })).toBe(200);
    expect(emulator.journal.count({ accessKeyId, status: 503 })).toBe(1);
    expect(emulator.journal.count({ accessKeyId, status: 200 })).toBe(1);
    expect(emulator.journal.count({ accessKeyId: 'GKother' })).toBe(0);
  });

  test('over HTTP too', async () => {
    const { emulator, send, project } = await start();
    const spec = {
      operation: 'createSecret',
      status: 503,
      where: { projectId: project, body: { name: 'b' } },
      skip: 0,
    };

    const added = await send('POST', '/_emulator/faults', spec);
    const statuses = [
      await send('POST', '/secrets', secret(project)),
      await send('POST', '/secrets', secret(project, 'b')),
    ];

    expect(added.json.spec).toEqual(spec);
    expect(statuses.map(({ status }) => status)).toEqual([201, 503]);
    const filter = `body=${encodeURIComponent('{"name":"b"}')}&projectId=${project}&status=503`;
    expect((await send('GET', `/_emulator/journal/count?${filter}`)).json).toEqual({ count: 1 });
    expect(emulator.journal.requests({ body: { name: 'b' } })).toMatchObject([{ status: 503 }]);
  });
});

test('E13: the clock is moved by no number that is none', async () => {
  const { emulator, send } = await start();
  emulator.clock.freeze();
  const before = emulator.clock.now();

  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(() => emulator.clock.advance(ms)).toThrow('"ms"');
    expect(() => emulator.clock.set(ms)).toThrow('"now"');
  }
  expect(() => emulator.clock.set(new Date(Number.NaN))).toThrow('"now"');
  expect((await send('POST', '/_emulator/clock/advance', { ms: null })).status).toBe(400);
  expect(emulator.clock.now()).toBe(before);
});

describe('E13: waiting for a request', () => {
  test('ends with one that is there, or that comes, and is not that of another project', async () => {
    const { emulator, send, project } = await start();
    const other = emulator.newProject();
    await clientOf(emulator, other.token)('GET', '/secrets');
    const waiting = emulator.journal.waitFor({ operation: 'listSecrets', projectId: project, status: 200 });
    const twice = emulator.journal.waitFor({ operation: 'listSecrets' }, { count: 2 });

    await clientOf(emulator, other.token)('GET', '/secrets');
    await send('GET', '/secrets');

    expect(await waiting).toMatchObject({ projectId: project, requestId: 'req-3', status: 200 });
    expect(await twice).toMatchObject({ requestId: 'req-2' });
    expect(await emulator.journal.waitFor({ operation: 'listSecrets' })).toMatchObject({ requestId: 'req-1' });
  });

  test('E12: ends with the world that it belongs to', async () => {
    const { emulator, send } = await start();
    const waiting = emulator.journal.waitFor({ operation: 'listSecrets' });
    const overHttp = send('GET', '/_emulator/journal/wait?operation=listSecrets');

    emulator.reset();
    await send('GET', '/secrets');

    await expect(waiting).rejects.toThrow('reset or stopped');
    expect([409, 200]).toContain((await overHttp).status);
  });

  test('over HTTP, with a limit', async () => {
    const { send, project } = await start();
    const waiting = send('GET', `/_emulator/journal/wait?operation=createSecret&projectId=${project}&count=2`);
    await send('POST', '/secrets', secret(project));
    await send('POST', '/secrets', secret(project, 'b'));

    expect(await waiting).toMatchObject({ status: 200, json: { requestId: 'req-2' } });
    const late = await send('GET', '/_emulator/journal/wait?operation=listBuckets&timeoutMs=1');
    expect(late).toMatchObject({ status: 404, json: { error: { message: expect.stringContaining('0 of 1') } } });
    expect((await send('GET', '/_emulator/journal/wait?operation=lstSecrets')).status).toBe(400);
  });
});
