import { expect, test } from 'vitest';
import { ApiError } from '../../../../provider/client/errors/errors';
import { KeyLeftError, NotEmptiedError, S3ApiError, S3ResponseError } from '../../../../provider/s3/errors';

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
  [400, 'Check that the endpoint is the service’s S3 endpoint.'],
  [
    403,
    'The key that the provider created for this has no permission for it; check s3_region and the clock of this machine.',
  ],
  [404, 'The endpoint does not have the bucket; check that it is the service’s S3 endpoint.'],
  [408, 'The service has failed; try again later.'],
  [428, 'Check that the endpoint is the service’s S3 endpoint.'],
  [429, 'The service has failed; try again later.'],
  [499, 'Check that the endpoint is the service’s S3 endpoint.'],
  [500, 'The service has failed; try again later.'],
])('%i says what to do', (status, advice) => {
  expect(error(status).message).toBe(`PUT bucket returned ${status}. ${advice}`);
});

test('code, words and request id of the server are told, as far as there are any', () => {
  const told = { code: 'AuthorizationHeaderMalformed', serverWords: 'Another region.', requestId: 'r-1' };

  expect(error(400, told).message).toBe(
    'PUT bucket returned 400 AuthorizationHeaderMalformed: Another region (request id r-1). Set s3_region to the region that the endpoint expects.',
  );
  expect(error(500, { serverWords: 'Busy' }).message).toBe(
    'PUT bucket returned 500 Busy. The service has failed; try again later.',
  );
  expect(error(400, { code: 'InvalidRequest' }).message).toBe(
    'PUT bucket returned 400 InvalidRequest. Check that the endpoint is the service’s S3 endpoint.',
  );
});

test('what is no response of S3, and what stays in a bucket, are errors of their own', () => {
  const strange = new S3ResponseError({ method: 'GET', path: 'bucket' }, 'no ListBucketResult');
  const left = new NotEmptiedError('bucket', 'two objects stay');

  expect(strange).toMatchObject({
    name: 'S3ResponseError',
    message: 'GET bucket returned an unexpected response: no ListBucketResult.',
    mayHaveTakenEffect: true,
  });
  expect(left).toMatchObject({
    name: 'NotEmptiedError',
    message: 'POST bucket did not empty the bucket: two objects stay',
    mayHaveTakenEffect: true,
  });
});

const DELETION = { method: 'DELETE', path: '/s3/keys/k-1' };
const refused = (status: number) => new ApiError(DELETION, { status, serverWords: '' });
const LEFT = 'access key "k-1", made to work on the bucket b-1,';

test.each<[what: string, failure: unknown, cause: unknown, message: string]>([
  [
    'was refused',
    undefined,
    refused(403),
    `DELETE /s3/keys/k-1 failed. The ${LEFT} still exists: delete it at the service. DELETE /s3/keys/k-1 returned 403. Check that the token may do this in this project.`,
  ],
  [
    'is in doubt',
    undefined,
    refused(500),
    `DELETE /s3/keys/k-1 failed. The ${LEFT} may still exist: delete it at the service. DELETE /s3/keys/k-1 returned 500. The service has failed; try again later.`,
  ],
  [
    'failed beside the work that used it',
    error(404),
    new Error('canary'),
    `DELETE /s3/keys/k-1 failed. ${error(404).message} Besides, the ${LEFT} may still exist: delete it at the service. ` +
      'The provider has a bug.',
  ],
])('a key whose deletion %s is named', (_what, failure, cause, message) => {
  expect(new KeyLeftError('k-1', 'b-1', failure, cause)).toMatchObject({
    ...{ name: 'KeyLeftError', keyId: 'k-1', message, cause, mayHaveTakenEffect: true },
  });
});
