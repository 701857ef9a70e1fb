import { describe, expect, test } from 'vitest';
import { type Assumption, Assumptions } from '../../../../emulator/settings/assumptions';
import { dialects } from '../../../../emulator/settings/knobs';
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

describe('rely', () => {
  const record = (isInterfaceOnly: boolean, work: (assumptions: Assumptions) => unknown) => {
    const noted: Assumption[] = [];
    const assumptions = new Assumptions(dialects.conventional, () => isInterfaceOnly);
    return { noted, result: assumptions.during(noted, () => work(assumptions)) };
  };

  test('E3: the order in which code asks makes no difference to what is recorded', () => {
    const names = ['errorBody', 'takenName', 'createStatus', 'errorBody'] as const;

    const forwards = record(false, ({ rely }) => names.map((name) => rely(name)));
    const backwards = record(false, ({ rely }) => names.toReversed().map((name) => rely(name)));

    expect(forwards).toEqual({
      noted: ['createStatus', 'errorBody', 'takenName'],
      result: ['json', 'conflict', 201, 'json'],
    });
    expect(backwards.noted).toEqual(forwards.noted);
  });

  test('E3: who looks at the knobs without relying on one records nothing, and is not refused', () => {
    const shown = record(true, (assumptions) => JSON.parse(JSON.stringify({ ...assumptions })));

    expect(shown).toEqual({ noted: [], result: { knobs: dialects.conventional } });
    expect(() => record(true, ({ rely }) => rely('takenName'))).toThrow('the knob "takenName" decides it');
  });

  test('E3: a delayed response records in its own entry, whatever other responses are sent meanwhile', () => {
    const assumptions = new Assumptions(dialects.conventional, () => false);
    const [late, other]: [Assumption[], Assumption[]] = [[], []];
    const rely = assumptions.of(late);

    assumptions.during(other, () => rely('timestamps'));

    expect([late, other]).toEqual([['timestamps'], []]);
  });

  test('outside of a response it records nothing', () => {
    const assumptions = new Assumptions(dialects.minimal, () => true);

    expect(assumptions.rely('takenName')).toBe('accept');
  });
});
