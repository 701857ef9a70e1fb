import { expect, it } from 'vitest';
import { authenticate } from '../../../../emulator/s3/auth/authenticate';
import { context, draft, KEY, presign, signHeaders } from './support';

it('accepts what the official signer puts into the Authorization header', async () => {
  const request = await signHeaders(draft());

  expect(authenticate(request, context())).toEqual({ accessKeyId: KEY.accessKeyId, payload: { kind: 'unsigned' } });
});

it('accepts what the official signer puts into the query', async () => {
  const request = await presign(draft());

  expect(authenticate(request, context())).toEqual({ accessKeyId: KEY.accessKeyId, payload: { kind: 'unsigned' } });
});
