import { expect, test } from 'vitest';
import { bytes, failureOf } from './fixture';
import { startSmallService } from './small-service';

const secret = { projectId: 'p', name: 'db', value: bytes('v') };

test.each([
  ['created_by', 201, { message: 'created', created_by: { id: 'usr-7' } }],
  ['an operation', 202, { operation: { id: 'op-1' } }],
  ['two ids that differ', 201, { id: 'req-1', data: { id: 'other' } }],
])('P40: %s is not the id: the list shows it, without a wait', async (_, status, body) => {
  const { client, when, sent, time } = await startSmallService();
  for (const path of ['/secrets', '/s3/buckets']) {
    when(`POST ${path}`, (perform) => {
      perform();
      return { status, body };
    });
  }
  const beganMs = time.now();

  expect(await client.secrets.create(secret)).toEqual({ id: 'obj-1' });
  expect(await client.buckets.create({ projectId: 'p', maxSize: 7n })).toEqual({ id: 'obj-2' });
  expect(time.now()).toBe(beganMs);
  expect(sent('POST')).toHaveLength(2);
});

test('P40: if nothing appears, the error names what was seen, and nothing is sent again', async () => {
  const { client, when, sent } = await startSmallService();
  when('POST /secrets', () => ({ status: 202, body: { operation: { id: 'op-1' } } }));

  const error = await failureOf(client.secrets.create(secret));

  expect(error.message).toContain('operation.id is "op-1"');
  expect(sent('POST')).toHaveLength(1);
});
