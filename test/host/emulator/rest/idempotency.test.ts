import { expect, test, vi } from 'vitest';
import { Replays } from '../../../../emulator/rest/idempotency';
import type { RestResponse } from '../../../../emulator/rest/response';
import { unrecorded } from '../../../../emulator/settings/knobs';
import { start } from '../support';

/** Sends a create of a key with an `Idempotency-Key`. */
async function startKeys(idempotencyKeys: 'ignored' | 'replayed') {
  const { emulator, project } = await start({ knobs: { idempotencyKeys } });
  const bucket = { project_id: project, bucket_ids: [], permissions: { read: true, write: false, owner: false } };
  const create = async (key: string | undefined, body: object = bucket, token = emulator.token) => {
    const response = await fetch(`${emulator.baseUrl}/s3/keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      json: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    };
  };
  return { emulator, create, bucket };
}

test('P36: replays the response to a create with a known key, the secret half included', async () => {
  const { emulator, create } = await startKeys('replayed');

  const [first, again, other, without] = [
    await create('one'),
    await create('one'),
    await create('two'),
    await create(undefined),
  ];

  expect(again.json).toEqual(first.json);
  expect(new Set([first, other, without].map(({ json }) => json.id)).size).toBe(3);
  expect(emulator.inspect.accessKeys()).toHaveLength(3);
  expect(again.headers.get('x-coffer-assumption')).toContain('idempotencyKeys');
  expect(first.headers.get('x-coffer-assumption') ?? '').not.toContain('idempotencyKeys');
});

test('P36: ignores the key where the knob says so', async () => {
  const { emulator, create } = await startKeys('ignored');

  const [first, again] = [await create('one'), await create('one')];

  expect(again.json.id).not.toBe(first.json.id);
  expect(emulator.inspect.accessKeys()).toHaveLength(2);
});

test('a known key with another body is refused, and what was refused is not remembered', async () => {
  const { create, bucket } = await startKeys('replayed');
  await create('one');

  const other = await create('one', { ...bucket, permissions: { read: true, write: true, owner: false } });
  const refused = await create('two', { ...bucket, bucket_ids: ['unknown'] });
  const corrected = await create('two');

  expect([other.status, refused.status, corrected.status]).toEqual([422, 404, 201]);
});

test('a known key of another token, or of the world before a reset, is another one', async () => {
  const { emulator, create, bucket } = await startKeys('replayed');
  const theirs = emulator.newProject();
  const first = await create('one');

  const other = await create('one', { ...bucket, project_id: theirs.projectId }, theirs.token);
  emulator.reset();
  const after = await create('one');

  expect(new Set([first, other, after].map(({ json }) => json.id)).size).toBe(3);
});

test('who repeats a create that is still under way gets its response, and what then fails is not remembered', async () => {
  const replays = new Replays();
  const named = { operation: 'createBucket', authorization: 'me', key: 'one', body: undefined };
  const rely = unrecorded({ idempotencyKeys: 'replayed' } as const);
  const { promise, resolve } = Promise.withResolvers<RestResponse>();
  const response = { status: 201, headers: {} };

  const both = [replays.once(named, rely, () => promise), replays.once(named, rely, () => Promise.reject())];
  resolve(response);
  const failed = replays.once({ ...named, key: 'two' }, rely, () => Promise.reject(new Error('later')));

  expect(await Promise.all(both)).toEqual([response, response]);
  await expect(failed).rejects.toThrow('later');
  expect(replays.once({ ...named, key: 'two' }, rely, () => response)).toBe(response);
});

test('a key is of its client and its operation, and the oldest is forgotten after 10,000', () => {
  const replays = new Replays();
  const rely = unrecorded({ idempotencyKeys: 'replayed' } as const);
  const isNew = (key: number, operation = 'createBucket') => {
    const carryOut = vi.fn(() => ({ status: 201, headers: {} }));
    replays.once({ operation, authorization: 'me', body: undefined, key: `${key}` } as never, rely, carryOut);
    return carryOut.mock.calls.length > 0;
  };
  for (let key = 1; key <= 10_000; key += 1) isNew(key);

  expect([isNew(1), isNew(1, 'createSecret'), isNew(3), isNew(1)]).toEqual([false, true, false, true]);
});
