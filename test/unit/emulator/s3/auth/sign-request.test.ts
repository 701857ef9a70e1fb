import { expect, test } from 'vitest';
import { presignGet } from '../../../../../emulator/s3/auth/sign-request';

// The example of the reference, in path style: "Authenticating requests: using query parameters".
const EXAMPLE = {
  endpoint: 'https://s3.amazonaws.com',
  region: 'us-east-1',
  bucket: 'examplebucket',
  key: 'test.txt',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  signedAt: Date.UTC(2013, 4, 24),
  expiresS: 86_400,
};

test('a link has every parameter that a signature covers, and not the secret', () => {
  const link = presignGet(EXAMPLE) ?? '';

  expect(link).toMatch(
    /^https:\/\/s3\.amazonaws\.com\/examplebucket\/test\.txt\?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=[0-9a-f]{64}$/,
  );
  expect(link).not.toContain(encodeURIComponent(EXAMPLE.secretAccessKey));
});

test.each(['.', 'a/../b', '..', 'a/./b'])('the name %j has no link', (key) => {
  expect(presignGet({ ...EXAMPLE, key })).toBeUndefined();
});
