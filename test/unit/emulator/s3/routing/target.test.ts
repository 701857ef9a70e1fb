import { expect, test } from 'vitest';
import { Targets } from '../../../../../emulator/s3/routing/target';

const targets = new Targets(['localhost', 's3.localhost', '127.0.0.1', 's3.coffer.example']);

test.each<[string, string | undefined, string, string, boolean]>([
  ['/', 'localhost:4281', '', '', false],
  ['/b', 'localhost:4281', 'b', '', false],
  ['/b/', 'localhost', 'b', '', false],
  ['/b/k/e%20y', 'localhost', 'b', 'k/e y', false],
  ['/b//k', 'localhost', 'b', '/k', false],
  ['/b/a+b', 'localhost', 'b', 'a+b', false],
  ['/b/k?x=/y?z', 'localhost', 'b', 'k', false],
  ['/b/k', undefined, 'b', 'k', false],
  ['/b/k', 'elsewhere.example', 'b', 'k', false],
  ['/k', 'b.localhost:4281', 'b', 'k', true],
  ['/', 'b.s3.localhost', 'b', '', true],
  ['/k', 'b.127.0.0.1:4281', 'b', 'k', true],
  ['//k', 'B.S3.Coffer.Example', 'b', '/k', true],
  ['/b/k', '[::1]:4281', 'b', 'k', false],
  ['http://localhost/b/k?q', 'localhost', 'b', 'k', false],
  ['http://localhost', 'localhost', '', '', false],
])('%s at %s', (url, host, bucket, key, isVirtualHost) => {
  expect(targets.find(url, host)).toMatchObject({ bucket, key, isVirtualHost });
});

test.each([[['localhost', 's3.localhost']], [['s3.localhost', 'localhost']]])(
  'the longest of %j leaves the bucket, whatever their order',
  (hosts) => {
    expect(new Targets(hosts).find('/k', 'b.s3.localhost')).toMatchObject({ bucket: 'b', key: 'k' });
    expect(new Targets(hosts).find('/k', 's3.localhost')).toMatchObject({ bucket: 'k', key: '' });
  },
);
