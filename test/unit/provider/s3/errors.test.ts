import { expect, test } from 'vitest';
import { S3ApiError } from '../../../../provider/s3/errors';

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
  [400, /check that the endpoint is/i],
  [403, /s3_region and the clock/],
  [404, /does not have the bucket/],
  [408, /try again later/],
  [428, /check that the endpoint is/i],
  [429, /try again later/],
  [500, /try again later/],
])('%i says what to do', (status, advice) => {
  expect(error(status).message).toMatch(advice);
});

test('code, words and request id of the server are told, and another region names s3_region', () => {
  const told = { code: 'AuthorizationHeaderMalformed', serverWords: 'Another region.', requestId: 'r-1' };

  expect(error(400, told).message).toMatch(
    /AuthorizationHeaderMalformed: Another region \(request id r-1\)\. .*s3_region/,
  );
});
