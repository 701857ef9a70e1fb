import { expect, test } from 'vitest';
import { S3Connection } from '../../../provider/s3/s3-connection';
import { settingsFor, TestTime } from '../client/story-parts';

test.each(['xn--a', 'Capital', 'under_score', '-a', 'a.'])(
  'refuses a bucket that cannot stand before a host: %s',
  (bucket) => {
    const target = {
      ...{ endpoint: new URL('https://s3.example.com'), bucket, region: 'us-east-1', addressing: 'virtual' as const },
      credentials: { accessKeyId: 'GK1', secretAccessKey: 'canary' },
    };

    const connect = () => new S3Connection(target, settingsFor('https://s3.example.com', 'token', new TestTime()));

    expect(connect).toThrow(/Set s3_addressing = "path"/);
  },
);
