import { describe, expect, test } from 'vitest';
import { postForm } from './post-form';
import { type RawRequest, send } from './raw';
import { shareS3, startS3 } from './support';

/** What Garage takes without a word, by the knob that decides it. */
const IGNORED = [
  ['cannedAcl', 'x-amz-acl', 'public-read'],
  ['serverSideEncryption', 'x-amz-server-side-encryption', 'AES256'],
] as const;

const CHECKSUM = { 'x-amz-checksum-crc32': 'jNwWgw==' };

describe.each(IGNORED)('the knob %s', (knob, name, value) => {
  const open = shareS3();
  const put = (Bucket: string): RawRequest => ({
    ...{ method: 'PUT', path: `/${Bucket}/k`, body: 'x' },
    // No checksum is added to one with a checksum.
    headers: { [name]: value, ...CHECKSUM },
  });

  test('E3: says that the header was ignored, which is what happens by default', async () => {
    const { emulator, Bucket, credentials, ask } = await open();

    const response = await ask(put(Bucket));
    const form = await postForm(emulator, Bucket, credentials, { key: 'form', [name]: value, ...CHECKSUM }, 'x');

    expect([response.status, response.headers['x-coffer-assumption']]).toEqual([200, knob]);
    expect([form.status, form.headers.get('x-coffer-assumption')]).toEqual([204, knob]);
    expect(emulator.journal.requests({ operation: 'PutObject' }).at(-1)?.assumptions).toEqual([knob]);
    // Nothing claims that it had an effect.
    expect(response.headers[name]).toBeUndefined();
  });

  test.each([
    ['refuse', { knobs: { [knob]: 'refuse' } }],
    ['ignore, under --interface-only', { interfaceOnly: true }],
  ] as const)('%s: 501, and nothing is stored', async (_name, change) => {
    const { emulator, Bucket, credentials, ask } = await startS3();
    emulator.settings.change(change);

    const response = await ask(put(Bucket));
    const form = await postForm(emulator, Bucket, credentials, { key: 'k', [name]: value }, 'x');
    const got = await ask({ method: 'GET', path: `/${Bucket}/k` });

    expect([response.status, response.code]).toEqual([501, 'NotImplemented']);
    expect(form.status).toBe(501);
    expect(got.status).toBe(404);
  });
});

describe('who may not', () => {
  const open = shareS3();

  test('anonymous requests are denied, whatever they ask for', async () => {
    const { emulator, Bucket } = await open();
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', `/${Bucket}`],
      ['GET', `/${Bucket}/k`],
      ['PUT', `/${Bucket}/k`],
      ['DELETE', '/none/k'],
      ['PATCH', '/x'],
    ] as const) {
      const response = await send(emulator.s3Endpoint, { method, path });

      expect([method, path, response.status, response.code]).toEqual([method, path, 403, 'AccessDenied']);
    }
  });

  test('errors say where they happened, and HEAD has no body', async () => {
    const { emulator, Bucket, credentials, ask } = await open();

    const wrong = { ...credentials, secretAccessKey: 'wrong' };
    const get = await send(emulator.s3Endpoint, { method: 'GET', path: `/${Bucket}/a'b&c` }, wrong);
    const head = await ask({ method: 'HEAD', path: `/${Bucket}/k` });
    const failed = await ask({ method: 'PUT', path: `/${Bucket}/k`, headers: { 'if-match': '"0"' }, body: 'x' });

    expect(get.text).toContain(`<Resource>/${Bucket}/a'b&amp;c</Resource>`);
    expect(get.text).toContain(`<RequestId>${get.headers['x-amz-request-id']}</RequestId>`);
    expect(get.text).toContain(`<HostId>${get.headers['x-amz-id-2']}</HostId>`);
    expect(get.headers['content-type']).toBe('application/xml');
    expect([head.status, head.text]).toEqual([404, '']);
    expect(head.headers['x-amz-request-id']).toMatch(/^req-\d+$/);
    expect([failed.status, failed.text.includes('<RequestId>')]).toEqual([404, true]);
  });
});
