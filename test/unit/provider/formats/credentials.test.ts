import { expect, it } from 'vitest';
import { toEnv, toJson } from '../../../../provider/formats/credentials';

const CREDENTIALS = {
  accessKeyId: 'GK1',
  secretAccessKey: 'half',
  endpoint: 's3.example',
  region: 'us-east-1',
  buckets: ['logs', 'Archive', 'images'],
};

it('P25: writes JSON with documented names and sorted aliases', () => {
  expect(toJson(CREDENTIALS)).toBe(
    '{"access_key_id":"GK1","secret_access_key":"half","endpoint":"https://s3.example","region":"us-east-1","buckets":["Archive","images","logs"]}',
  );
});

it('P25: writes the variables of S3 clients with sorted aliases', () => {
  expect(toEnv(CREDENTIALS)).toBe(
    'AWS_ACCESS_KEY_ID=GK1\nAWS_ENDPOINT_URL_S3=https://s3.example\nAWS_REGION=us-east-1\n' +
      'AWS_SECRET_ACCESS_KEY=half\nS3_BUCKETS=Archive,images,logs\n',
  );
});

it('also names a single bucket on its own', () => {
  expect(toEnv({ ...CREDENTIALS, buckets: ['logs'] })).toMatch(/\nS3_BUCKET=logs\nS3_BUCKETS=logs\n$/);
});

it.each(['http://127.0.0.1:3900', 'https://s3.example/'])('P31: leaves the scheme of %s', (endpoint) => {
  expect(JSON.parse(toJson({ ...CREDENTIALS, endpoint }))).toMatchObject({ endpoint });
});
