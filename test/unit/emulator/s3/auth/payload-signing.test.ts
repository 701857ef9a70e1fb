import { expect, it } from 'vitest';
import { authenticate } from '../../../../../emulator/s3/auth/authenticate';
import { context, draft, refusalOf, signHeaders } from './support';

const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it.each([
  [SHA256, { kind: 'signed', sha256: SHA256 }],
  ['UNSIGNED-PAYLOAD', { kind: 'unsigned' }],
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', { kind: 'chunks-unsigned' }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', { kind: 'chunks-signed', trailer: false, scope: expect.any(String) }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', { kind: 'chunks-signed', trailer: true, date: '20260524T120000Z' }],
])('%s says how the body is signed', async (word, payload) => {
  const request = await signHeaders(draft({ headers: { host: 'localhost', 'x-amz-content-sha256': word } }));

  expect(authenticate(request, context()).payload).toMatchObject(payload);
});

it.each(['', 'abc', `${SHA256}0`, 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD', 'unsigned-payload'])(
  'refuses "%s"',
  async (word) => {
    const request = await signHeaders(draft({ headers: { host: 'localhost', 'x-amz-content-sha256': word } }));

    expect(refusalOf(() => authenticate(request, context()))).toMatchObject({
      code: 'InvalidArgument',
      status: 400,
      details: { ArgumentName: 'x-amz-content-sha256' },
    });
  },
);
