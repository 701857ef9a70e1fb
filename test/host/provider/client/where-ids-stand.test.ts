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

test('P40: Location names the object of any kind', async () => {
  const { client, when } = await startSmallService();
  for (const path of ['/secrets', '/secrets/pull', '/s3/buckets']) {
    when(`POST ${path}`, (perform) => {
      const { id } = perform() as { id: string };
      return { status: 201, headers: { location: `${path}/${id}` }, body: { message: 'created' } };
    });
  }

  expect(await client.secrets.create(secret)).toEqual({ id: 'obj-1' });
  expect(await client.buckets.create({ projectId: 'p', maxSize: 7n })).toEqual({ id: 'obj-2' });
  const pull = { projectId: 'p', server: 'https://r.example', username: 'u', password: 'w' };
  expect(await client.pullSecrets.create(pull)).toEqual({ id: 'obj-3' });
});

test('P40: an id that is named by its kind counts wherever it stands', async () => {
  const { client, when } = await startSmallService();
  when('POST /secrets/pull', () => ({ status: 202, body: { accepted: { pullSecretId: 'pull-7' }, links: [] } }));
  const pull = { projectId: 'p', server: 'https://r.example', username: 'u', password: 'w' };

  expect(await client.pullSecrets.create(pull)).toEqual({ id: 'pull-7' });
});

test('P40: an id elsewhere is no pull secret, and the error says where it stood', async () => {
  const { client, when, sent } = await startSmallService();
  when('POST /secrets/pull', () => ({ status: 201, body: { created_by: { id: 'usr-7' } } }));
  const pull = { projectId: 'p', server: 'https://r.example', username: 'u', password: 'w' };

  const error = await failureOf(client.pullSecrets.create(pull));

  expect(error.message).toContain('created_by.id is "usr-7"');
  expect(sent('POST')).toHaveLength(1);
});
