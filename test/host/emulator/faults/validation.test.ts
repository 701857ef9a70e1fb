import { expect, test } from 'vitest';
import type { FaultSpec } from '../../../../emulator';
import { start } from '../support';

/** A fault of `listSecrets`, unless it says otherwise, and the members that are at fault, in order. */
test.each<[object, ...string[]]>([
  [{}, 'status'],
  [{ times: 1, skip: 2, probability: 0.5 }, 'status'],
  [{ headers: { 'x-a': '1' } }, 'status', 'headers'],
  [{ retryAfter: 2 }, 'status', 'retryAfter'],
  [{ truncate: false, garbage: false, pause: false }, 'status'],
  [{ delayMs: 0 }, 'status'],
  [{ cut: 'before-commit', retryAfter: 2 }, 'retryAfter'],
  [{ cut: 'before-commit', truncate: 5 }, 'truncate'],
  [{ garbage: 'x', status: 500, truncate: true }, 'garbage', 'status'],
  [
    { cut: 'after-commit', status: 503, body: 'x', headers: {}, retryAfter: 1, when: 'after-commit' },
    ...['status', 'body', 'headers', 'retryAfter', 'when'],
  ],
  [{ status: 204, body: { id: 'x' } }, 'body'],
  [{ status: 600 }, 'status'],
  [
    { status: 503, headers: { 'Retry-After': '1', 'X-A': '1', 'x-a': '2' }, retryAfter: 2 },
    'headers.Retry-After',
    'headers.X-A',
  ],
  [{ operation: 'HeadObject', garbage: 'x' }, 'garbage'],
  [{ status: 500, probability: 0 }, 'probability'],
  [{ status: 500, skip: -1 }, 'skip'],
  [{ delayMs: Number.NaN }, 'delayMs'],
  [{ delayMs: { min: 6, max: 5 } }, 'delayMs'],
  [{ delayMs: { p50: 6, p99: 5 } }, 'delayMs'],
  [{ operation: 'createBuckets', status: 500 }, 'operation'],
  [{ status: 500, where: { keyPrefix: '' } }, 'where.keyPrefix'],
  [{ operation: 'ListObjectsV2', status: 500, where: { keyPrefix: 'a' } }, 'where.keyPrefix'],
  [{ operation: 'PostObject', status: 500, where: { keyPrefix: 'a' } }, 'where.keyPrefix'],
  [{ status: 500, where: { body: { name: 'x' } } }, 'where.body'],
  [{ operation: 'PutObject', status: 500, where: { body: { a: 1 } } }, 'where.body'],
  [{ operation: '*', status: 500, where: { keyPrefix: 'a', body: { a: 1 } } }, 'where.body'],
  [{ operation: 'createSecret', status: 500, where: { objectId: 'x' } }, 'where.objectId'],
  [{ operation: '*', status: 500, where: { projectId: '', objectId: '' } }, 'where.projectId', 'where.objectId'],
  [{ operation: 'PutObject', status: 503, where: { token: 'CANARY' } }, 'where.token'],
  [{ status: 503, where: { accessKeyId: 'GK' } }, 'where.accessKeyId'],
  [{ operation: 'PostObject', status: 503, where: { accessKeyId: 'GK' } }, 'where.accessKeyId'],
  [{ operation: '*', status: 503, where: { accessKeyId: 'GK', token: 'CANARY' } }, 'where.token'],
  [{ operation: '*', status: 503, where: { token: '' } }, 'where.token'],
  [{ status: 500, where: [] }, 'where'],
  [{ status: 500, headers: 'a: b\nc' }, 'headers'],
  [{ status: 503, retryAfter: 'a\nb', headers: { 'x-a': '\0', 'x-b': 5 } }, 'headers.x-b', 'headers.x-a', 'retryAfter'],
])(
  'E7, E13: a fault without effect, or with a wrong member, is refused alike in process and over HTTP: %j',
  async (more, ...fields) => {
    const { emulator, send } = await start();
    const spec = { operation: 'listSecrets', ...more } as FaultSpec;

    const sent = await send('POST', '/_emulator/faults', spec);

    const { message } = sent.json.error;
    expect(sent.status).toBe(400);
    expect([...message.matchAll(/(?:^|; )"([^"]+)"/g)].map(([, field]: string[]) => field)).toEqual(fields);
    if (!Number.isNaN((more as FaultSpec).delayMs))
      expect(() => emulator.faults.add(spec)).toThrow(expect.objectContaining({ message }));
    expect(sent.text).not.toContain('CANARY');
    expect(emulator.faults.list()).toEqual([]);
  },
);

test.each([
  [{ operation: 'createBuckets' }, 'createBucket?'],
  [{ operation: 'listSecrets', status: 500, tiems: 1 }, 'times?'],
  [{ operation: 'listSecrets', status: 500, where: { project: 'x' } }, 'projectId?'],
])('a name that is misspelt is told with the right one: %j', async (spec, meant) => {
  const { send } = await start();

  expect((await send('POST', '/_emulator/faults', spec)).json.error.message).toContain(`did you mean ${meant}`);
});

test.each([
  [{ status: 204, body: '' }],
  [{ cut: 'before-commit', delayMs: 5, when: 'before-commit' }],
  [{ status: 503, truncate: false, headers: { 'x-a': '1' }, where: { projectId: 'p', headers: {} } }],
  [{ operation: 'updateSecret', status: 503, where: { objectId: 'x', body: { name: 'a' } } }],
  [{ operation: 'deleteBucket', status: 503, where: { objectId: 'x' } }],
  [{ operation: 'ListObjectsV2', status: 503, where: { objectId: 'x' } }],
  [{ operation: 'UploadPart', status: 503, where: { keyPrefix: '' } }],
  [{ operation: 'HeadObject', truncate: true, delayMs: { p50: 0.1, p99: 1 } }],
  [{ operation: '*', garbage: 'x', where: { keyPrefix: 'a', objectId: 'x' } }],
  [{ truncate: 0 }],
  [{ garbage: '' }],
  [{ delayMs: { min: 5, max: 5 } }],
  [{ pause: true, when: 'after-commit' }],
] as const)('a fault with an effect is added: %j', async (more) => {
  const { emulator } = await start();

  emulator.faults.add({ operation: 'listSecrets', ...more });

  expect(emulator.faults.list()).toHaveLength(1);
});

test('what is no fault is refused in process, too, and so is an aim that is undefined, which would hit everybody', async () => {
  const { emulator } = await start();
  const where = { accessKeyId: undefined } as object;

  for (const given of [null, [], 'x', [{ operation: '*', status: 500 }]])
    expect(() => emulator.faults.add(given as unknown as FaultSpec)).toThrow('The fault must be an object.');
  expect(() => emulator.faults.add({ operation: 'PutObject', status: 503, where })).toThrow('"where.accessKeyId"');
});
