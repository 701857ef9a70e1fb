import { expect, test } from 'vitest';
import { readFault } from '../../../../emulator/dashboard/fault-form';
import { readFaultSpec } from '../../../../emulator/faults/spec';

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
