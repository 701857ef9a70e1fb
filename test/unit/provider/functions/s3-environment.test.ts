import { expect, it } from 'vitest';
import { s3Environment } from '../../../../provider/functions/s3-environment';
import { refusalOf } from './support';

it.each([
  ['https://s3.example.com', 'eu-1', 'https://s3.example.com', 'eu-1'],
  ['http://127.0.0.1:3900', null, 'http://127.0.0.1:3900', 'us-east-1'],
  ['s3.example.com:8443', null, 'https://s3.example.com:8443', 'us-east-1'],
  ['https://gw.example.com/tenant%40corp', null, 'https://gw.example.com/tenant%40corp', 'us-east-1'],
])('for %s and the region %s', (endpoint, region, url, used) => {
  expect(s3Environment.call(endpoint, region, 'uploads', 'GK1', 'canary')).toEqual({
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: used,
    AWS_ACCESS_KEY_ID: 'GK1',
    AWS_SECRET_ACCESS_KEY: 'canary',
    S3_BUCKET: 'uploads',
  });
});

it.each([
  [['', null, 'b', 'k', 'canary'], 0],
  [['e', '', 'b', 'k', 'canary'], 1],
  [['e', null, '', 'k', 'canary'], 2],
  [['e', null, 'b', '', 'canary'], 3],
  [['e', null, 'b', 'k', ''], 4],
])('an empty argument is refused at its place: %j', (args, argument) => {
  expect(refusalOf(s3Environment, ...args)).toEqual({ text: 'it must not be empty', argument });
});

it.each(['https://robot:hunter2', 'robot:hunter2', 'https://robot%3Ahunter2'])(
  '%s is no endpoint, and not shown, because it may hold a password',
  (endpoint) => {
    expect(refusalOf(s3Environment, endpoint, null, 'b', 'k', 'canary')).toEqual({
      text: '"(hidden)" is not the address of an S3 endpoint',
      argument: 0,
    });
  },
);

it.each([
  'https://user:canary@s3.example.com',
  'canary@s3.example.com',
  'https://@s3.example.com',
  'u:p/canary@s3.example.com',
  'https://user:canary%40s3.example.com',
])('an endpoint with a user name is refused, and not shown: %s', (endpoint) => {
  expect(refusalOf(s3Environment, endpoint, null, 'b', 'k', 'canary')).toEqual({
    text: 'it must not contain a user name or password: remove the part before "@"',
    argument: 0,
  });
});
