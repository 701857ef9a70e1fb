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
