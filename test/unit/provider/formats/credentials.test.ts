import { expect, it } from 'vitest';
import { toEnv, toJson } from '../../../../provider/formats/credentials';

const CREDENTIALS = {
  accessKeyId: 'GK1',
  secretAccessKey: 'half',
  endpoint: 's3.example',
  region: 'us-east-1',
  buckets: ['logs', 'Archive', 'images'],
};

it('also names a single bucket on its own', () => {
  expect(toEnv({ ...CREDENTIALS, buckets: ['logs'] })).toMatch(/\nS3_BUCKET=logs\nS3_BUCKETS=logs\n$/);
});

it.each(['http://127.0.0.1:3900', 'https://s3.example/'])('P31: leaves the scheme of %s', (endpoint) => {
  expect(JSON.parse(toJson({ ...CREDENTIALS, endpoint }))).toMatchObject({ endpoint });
});
