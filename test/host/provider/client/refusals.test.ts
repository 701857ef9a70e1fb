import { describe, expect, test } from 'vitest';
import { bytes, failureOf } from './fixture';
import { startSmallService } from './small-service';

const FORMS = {
  'success is false': { success: false, errors: [{ code: 1, message: 'quota exceeded' }], result: null },
  'ok is false': { ok: false, message: 'quota exceeded' },
  'an error with an id': { error: { id: 'err-9', message: 'quota exceeded' } },
  'JSend error': { status: 'error', message: 'quota exceeded' },
  'JSON:API': { errors: [{ id: 'err-9', detail: 'quota exceeded' }] },
};
const forms = Object.entries(FORMS);

const secret = { projectId: 'p', name: 'db', value: bytes('canary-value') };
const permissions = { read: true, write: false, owner: false };

describe.each(forms)('P49: %s, with status 200', (_, body) => {
  test('a create is an error with the words of the service, after two lists, and is not sent again', async () => {
    const { client, when, sent, time } = await startSmallService();
    when('POST /secrets', () => ({ body }));
    const beganMs = time.now();

    const error = await failureOf(client.secrets.create(secret));

    expect(error.name).toBe('RefusedError');
    expect(error.message).toContain('quota exceeded');
    expect([sent('POST').length, sent('GET').length]).toEqual([1, 3]);
    expect(time.now() - beganMs).toBe(3_000);
  });

  test('a create that took effect all the same is named, and neither adopted nor sent again', async () => {
    const { client, when, sent, objects } = await startSmallService();
    when('POST /secrets', (perform) => {
      perform();
      return { body };
    });

    const error = await failureOf(client.secrets.create(secret));

    expect(error.name).toBe('LostError');
    expect(error.message).toMatch(/quota exceeded.*"obj-1"/s);
    expect(sent('POST')).toHaveLength(1);
    expect([...objects.keys()]).toEqual(['obj-1']);
  });

  test('an access key is neither returned nor deleted', async () => {
    const { client, when, sent } = await startSmallService();
    when('POST /s3/keys', (perform) => ({ body: { ...(perform() as object), ...body } }));

    const key = client.accessKeys.create({ projectId: 'p', bucketIds: ['b'], permissions });
    const made = await key.catch((error: Error) => error);

    // A record beside errors counts, one beside a denial does not.
    if ('ok' in body || 'success' in body || 'status' in body) {
      expect(String(made)).toMatch(/obj-1/);
      expect(String(made)).not.toContain('canary');
    } else expect(made).toMatchObject({ id: 'obj-1' });
    expect([sent('POST').length, sent('DELETE').length]).toEqual([1, 0]);
  });

  test('an update is in doubt', async () => {
    const { client, when } = await startSmallService();
    const { id } = await client.secrets.create(secret);
    when('PUT /secrets', () => ({ body }));

    const error = await failureOf(client.secrets.update({ id, name: 'db', value: bytes('canary-other') }));

    expect(error).toMatchObject({ name: 'RefusedError', isInDoubt: true });
    expect(error.message).toContain('quota exceeded');
  });

  test.each(['secrets', 'buckets', 'accessKeys'] as const)(
    'a deletion in %s is an error while it lives',
    async (kind) => {
      const { client, when, objects } = await startSmallService();
      const path = { secrets: '/secrets', buckets: '/s3/buckets', accessKeys: '/s3/keys' }[kind];
      objects.set('a', { id: 'a', name: 'n', in: path });
      when(`DELETE ${path}`, () => ({ body }));

      expect(await failureOf(client[kind].deleteIfExists('a'))).toMatchObject({
        name: 'RefusedError',
        message: expect.stringContaining('quota exceeded'),
      });
    },
  );

  test('a list is no list', async () => {
    const { client, when, sent } = await startSmallService();
    when('GET /secrets', () => ({ body }));

    expect((await failureOf(client.secrets.list())).message).toContain('quota exceeded');
    expect((await failureOf(client.secrets.find('a'))).message).toContain('quota exceeded');
    expect(await failureOf(client.secrets.create(secret))).toMatchObject({ name: 'RefusedError' });
    expect(sent('POST')).toEqual([]);
  });
});

test('P49: a refusal never shows a secret, nor a body without words', async () => {
  const { client, when } = await startSmallService();
  const data = { id: 'k', secret_access_key: 'canary-half' };
  when('POST /s3/keys', () => ({ body: { success: false, data } }));

  const error = await failureOf(client.accessKeys.create({ projectId: 'p', bucketIds: ['b'], permissions }));

  expect(error.message).toMatch(/^POST \/s3\/keys was refused with status 200 \(success is false\)\.$/);
});

test('P43, P49: a deletion is a success when lists agree that the object is gone, also after an interruption', async () => {
  const { client, when, objects } = await startSmallService();
  objects.set('a', { id: 'a', name: 'n', in: '/secrets' });
  const stop = new AbortController();
  when('DELETE /secrets', (perform) => {
    perform();
    stop.abort();
    return { body: FORMS['ok is false'] };
  });

  expect(await client.secrets.deleteIfExists('a', { signal: stop.signal })).toBe('deleted');
});
