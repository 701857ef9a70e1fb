import { expect, test } from 'vitest';
import { base64, type Send, start } from '../support';

const namedBy = async (response: ReturnType<Send>) => (await response).headers.get('x-coffer-assumption');

test('E3: a response says which knobs it rests on, and only those', async () => {
  const { emulator, send, project } = await start({ projects: ['project-1', 'project-2'] });
  const secret = { project_id: project, name: 'a', value: base64('x') };
  const bucket = { project_id: project, max_size: 1, description: 'd' };
  const anyone = { authorization: 'Bearer nobody' };

  expect(await namedBy(send('POST', '/secrets', secret))).toBe('createStatus, secretFields, writeResponse');
  expect(await namedBy(send('POST', '/secrets', secret))).toBe('errorBody, takenName');
  expect(await namedBy(send('GET', '/secrets'))).toBe('listScope, listShape, secretFields');
  const { id } = (await send('POST', '/s3/buckets', bucket)).json;
  expect(await namedBy(send('GET', '/s3/buckets'))).toBe('listScope, listShape, timestamps');
  const omitted = send('PUT', '/s3/buckets', { id, max_size: 2 });
  expect(await namedBy(omitted)).toBe('maxSizes, omittedDescription, timestamps, writeResponse');
  const cleared = send('PUT', '/s3/buckets', { id, max_size: 2, description: '' });
  expect(await namedBy(cleared)).toBe('clearsDescription, maxSizes, noDescription, timestamps, writeResponse');
  expect(await namedBy(send('DELETE', `/s3/buckets/${id}`))).toBe('deleteResponse');
  expect(await namedBy(send('DELETE', `/s3/buckets/${id}`))).toBe('deleteUnknown, errorBody');
  expect(await namedBy(send('GET', '/secrets', undefined, anyone))).toBe('badToken, errorBody');
  expect(await namedBy(send('GET', '/secrets/pull'))).toBe('errorBody, pullSecretApi');
  expect(await namedBy(send('PATCH', '/secrets/pull', {}))).toBe('errorBody, pullSecretApi');
  expect(await namedBy(send('PATCH', '/secrets', {}))).toBe('errorBody');
  expect(await namedBy(send('GET', '/_emulator/clock'))).toBeNull();
  expect(emulator.journal.requests({ operation: 'deleteBucket' })).toMatchObject([
    { assumptions: ['deleteResponse'] },
    { assumptions: ['deleteUnknown', 'errorBody'] },
  ]);
});

test('E3: --interface-only refuses what a knob decides, before it happens', async () => {
  const { emulator, send, project } = await start({ dialect: 'minimal', interfaceOnly: true });
  const secret = { project_id: project, name: 'a', value: base64('x') };
  const made = await send('POST', '/secrets', secret);
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1, description: 'd' })).json;
  emulator.settings.change({ knobs: { errorBody: 'json' } });

  const refused = [
    await send('POST', '/secrets', secret),
    await send('PUT', '/s3/buckets', { id, max_size: 2 }),
    await send('PUT', '/s3/buckets', { id, max_size: 2, description: null }),
    await send('DELETE', '/secrets/unknown'),
    await send('GET', '/secrets/pull'),
  ];

  expect(made.status).toBe(200);
  expect(refused.map(({ status, json }) => [status, json.error.code])).toEqual(
    refused.map(() => [501, 'not_in_interface']),
  );
  expect(refused.map(({ json }) => /knob "(\w+)"/.exec(json.error.message)?.[1])).toEqual([
    'takenName',
    'omittedDescription',
    'clearsDescription',
    'deleteUnknown',
    'pullSecretApi',
  ]);
  expect(emulator.inspect.secrets()).toHaveLength(1);
  expect(emulator.inspect.buckets()).toMatchObject([{ maxSize: 1n, description: 'd' }]);
  expect((await send('GET', '/s3/buckets')).status).toBe(200);
});

test('E3: requests at the same time do not mix their assumptions', async () => {
  const { emulator, send } = await start();
  const fault = emulator.faults.add({ operation: 'listSecrets', pause: true });

  const held = send('GET', '/secrets');
  await fault.whenMet();
  const other = await namedBy(send('DELETE', '/secrets/unknown'));
  fault.release();

  expect(other).toBe('deleteUnknown, errorBody');
  expect(await namedBy(held)).toBe('emptyList, listShape');
});
