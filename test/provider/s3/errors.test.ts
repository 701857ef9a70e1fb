import { expect, test } from 'vitest';
import { NotEmptiedError, S3ApiError, S3ResponseError } from '../../../provider/s3/errors';

const error = (status: number, more: { code?: string; serverWords?: string; requestId?: string } = {}) =>
  new S3ApiError(
    { method: 'PUT', path: 'bucket' },
    {
      ...{
        status,
        code: more.code,
        serverWords: more.serverWords ?? '',
        requestId: more.requestId,
        serverTime: undefined,
      },
    },
  );

test.each([
  [301, false],
  [403, false],
  [499, false],
  [500, true],
  [408, true],
  [501, false],
  [505, false],
  [502, true],
  [599, true],
])('a request with the response %i may have taken effect: %j', (status, may) => {
  expect(error(status).mayHaveTakenEffect).toBe(may);
});

test.each([
  [400, 'Check that it is the service’s S3 endpoint.'],
  [403, 'The key that the provider made for this may not do it; check s3_region and the clock of this machine.'],
  [404, 'The endpoint does not know the bucket; check that it is the service’s S3 endpoint.'],
  [408, 'The service has failed; try again later.'],
  [428, 'Check that it is the service’s S3 endpoint.'],
  [429, 'The service has failed; try again later.'],
  [499, 'Check that it is the service’s S3 endpoint.'],
  [500, 'The service has failed; try again later.'],
])('%i says what to do', (status, advice) => {
  expect(error(status).message).toBe(`PUT bucket returned ${status}. ${advice}`);
});

test('code, words and request id of the server are told, as far as there are any', () => {
  const told = { code: 'AuthorizationHeaderMalformed', serverWords: 'Another region.', requestId: 'r-1' };

  expect(error(400, told).message).toBe(
    'PUT bucket returned 400 AuthorizationHeaderMalformed: Another region (request id r-1). Set s3_region to the region that the endpoint expects.',
  );
  expect(error(500, { serverWords: 'Busy' }).message).toContain('returned 500 Busy. ');
});

test('what is no response of S3, and what stays in a bucket, are errors of their own', () => {
  expect(new S3ResponseError({ method: 'GET', path: 'bucket' }, 'no ListBucketResult').message).toContain(
    'no ListBucketResult',
  );
  expect(new NotEmptiedError('bucket', 'two objects stay').message).toContain('two objects stay');
});
