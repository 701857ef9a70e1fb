import { expect, test } from 'vitest';
import { readFault, withoutSecrets } from '../../../../emulator/dashboard/fault-form';
import { aimOf, effectOf, operationOf } from '../../../../emulator/dashboard/faults';
import { type FaultSpec, readFaultSpec } from '../../../../emulator/faults/spec';

test.each<[spec: Partial<FaultSpec>, says: string]>([
  [{ cut: 'before-commit' }, 'is cut before it takes effect'],
  [{ cut: 'after-commit', when: 'after-commit' }, 'is cut after it took effect'],
  [{ truncate: true }, 'gets part of the response'],
  [{ truncate: 0 }, 'gets 0 bytes of the response'],
  [{ truncate: 1 }, 'gets 1 byte of the response'],
  [{ truncate: false, garbage: false }, ''],
  [{ garbage: true, when: 'after-commit' }, 'gets garbage'],
  [{ garbage: '' }, 'gets garbage'],
  [{ status: 200 }, 'returns 200'],
  [{ status: 503, body: null, headers: { a: '1', b: '2' } }, 'returns 503 with a body of its own, a, b'],
  [{ status: 429, retryAfter: 0 }, 'returns 429 with retry-after: 0'],
  [{ status: 429, retryAfter: 'secret' }, 'returns 429 with retry-after'],
  [{ status: 500, when: 'after-commit', probability: 0 }, 'returns 500, after it took effect, with a chance of 0'],
  [{ delayMs: 0 }, 'waits 0 ms'],
  [{ delayMs: 5, when: 'after-commit' }, 'waits 5 ms, after it took effect'],
  [{ delayMs: { min: 1, max: 2 }, pause: false }, 'waits 1 to 2 ms'],
  [{ delayMs: { p50: 1, p99: 2 }, status: 500 }, 'waits 1 ms, one in a hundred 2 ms and more, returns 500'],
  [{ pause: true, when: 'after-commit' }, 'is held (3 now), after it took effect'],
])('the effect of %j in words: %s', (spec, says) => {
  expect(effectOf({ spec: { operation: '*', ...spec } as FaultSpec, held: 3 })).toBe(says);
});

test.each<[spec: Partial<FaultSpec>, says: string]>([
  [{}, ''],
  [{ skip: 0, where: {} }, ''],
  [{ skip: 2 }, 'not the first 2'],
  [{ where: { projectId: 'p', objectId: 'o' } }, 'project p; object o'],
  [{ where: { keyPrefix: 'a/' } }, 'keys that begin with a/'],
  [{ where: { accessKeyId: 'GK1' } }, 'access key GK1'],
  [{ where: { token: 'canary' } }, 'requests of one token'],
  [{ where: { headers: { a: '1', b: '2' } }, skip: 1 }, 'headers a, b; not the first 1'],
  [{ where: { body: { a: '1', b: '2' } } }, 'body a, b'],
  [{ where: { body: () => true } }, 'body by a function'],
])('the aim of %o in words: %s', (spec, says) => {
  const lines = [aimOf({ operation: '*', ...spec } as FaultSpec)].flat().filter((each) => each !== false);

  const words = lines.map((each) => `${each}`.replace(/<[^>]*>/g, ''));
  expect(words.join('; ')).toBe(says);
});

test('a fault on every operation says so', () => {
  expect([operationOf({ operation: '*' }), operationOf({ operation: 'listSecrets' })]).toEqual([
    'all operations',
    'listSecrets',
  ]);
});

const WAITS = 'Delay in milliseconds must be such as 200, 10-300, or p50 20 p99 300.';

test.each<[field: string, text: string, read: object, problem?: string]>([
  ['status', ' 503 ', { status: 503 }],
  ['status', '-1.5', { status: -1.5 }],
  ['status', '1.', { status: '1.' }],
  ['status', 'x5', { status: 'x5' }],
  ['truncate', 'half', { truncate: true }],
  ['truncate', '0', { truncate: 0 }],
  ['truncate', '1.5', { truncate: '1.5' }, 'Cut within the body must be half, or a number of bytes.'],
  ['delayMs', '200', { delayMs: 200 }],
  ['delayMs', '10 - 300', { delayMs: { min: 10, max: 300 } }],
  ['delayMs', 'P50=20, p99=300', { delayMs: { p50: 20, p99: 300 } }],
  ['delayMs', 'p50 20 p99', { delayMs: 'p50 20 p99' }, WAITS],
  ['delayMs', '-5', { delayMs: '-5' }, WAITS],
  ['headers', 'a: 1\r\n\r\nb:2:3', { headers: { a: '1', b: '2:3' } }],
  ['headers', 'a: 1\n: 2', { headers: 'a: 1\n: 2' }, 'Headers must be "name: value": line 2 is not.'],
  ['headers', 'a', { headers: 'a' }, 'Headers must be "name: value": line 1 is not.'],
  ['headers', 'a:1\n\na:2', { headers: 'a:1\n\na:2' }, 'Headers must have each name once: line 3 repeats one.'],
  ['where.headers', 'a', { where: { headers: 'a' } }, 'Request headers must be "name: value": line 1 is not.'],
  ['where.body', '{"a": 1}', { where: { body: { a: 1 } } }],
  ['where.body', 'a', { where: { body: 'a' } }, 'Request body must be JSON such as {"name": "db-password"}.'],
  ['where.projectId', 'p', { where: { projectId: 'p' } }],
  ['where.accessKeyId', 'GK1', { where: { accessKeyId: 'GK1' } }],
  ['body', '{"a": 1}', { body: { a: 1 } }],
  ['body', '"a"', { body: '"a"' }],
  ['body', '""', { body: '' }],
  ['body', 'a', { body: 'a' }],
  ['pause', 'yes', { pause: true }],
  ['pause', 'no', {}],
  ['garbage', '5', { garbage: '5' }],
  ['cut', '', {}],
])('of the form, %s %j is read as %j', (field, text, read, problem) => {
  const { fault, malformed, values } = readFault(new URLSearchParams({ operation: '*', [field]: text }));

  expect(fault).toEqual({ operation: '*', ...read });
  expect([...malformed.values()]).toEqual(problem === undefined ? [] : [{ field, message: problem }]);
  if (problem !== undefined) expect(() => readFaultSpec(fault)).toThrow(`"${field}" must be `);
  expect(values).toMatchObject({ operation: '*', [field]: text.replaceAll('\r\n', '\n').trim() });
});

test('what may be secret is left out when a form of an earlier epoch is shown again', () => {
  const secret = { body: 'b', headers: 'h: 1', garbage: 'g', 'where.headers': 'h: 1', 'where.body': '{}' };
  const sent = { operation: '*', status: '500', retryAfter: '5', 'where.objectId': 'o', ...secret };
  const { values } = readFault(new URLSearchParams(sent));

  const none = Object.fromEntries(Object.keys(secret).map((name) => [name, '']));
  expect(withoutSecrets(values)).toEqual({ ...values, ...none });
  expect(withoutSecrets({ ...values, retryAfter: 'a date' }).retryAfter).toBe('');
});
