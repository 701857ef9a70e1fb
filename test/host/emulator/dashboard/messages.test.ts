import { expect, test } from 'vitest';
import { FILE_HEADERS, PAGE_HEADERS } from '../../../../emulator/dashboard/reply';
import { start } from '../support';
import { outlineOf, seedOf } from './outline';
import { hiddenField, Visitor, visit } from './visitor';

type Step = readonly [
  path: string,
  fields: Readonly<Record<string, string | readonly string[]>>,
  to: string,
  says: string,
];

const STEPS: readonly Step[] = [
  ['/secrets', { project_id: 'one', name: 'a', value: 'x' }, '/secrets', 'The secret a was created.'],
  ['/secrets/secret-1', { name: 'db', value: 'y' }, '/secrets', 'The secret db has its new value.'],
  [
    ...(['/secrets/secret-1', { name: 'b', value: 'y' }, '/secrets'] as const),
    'The secret db is now named b, and has the value that was entered.',
  ],
  ['/secrets/secret-1/delete', {}, '/secrets', 'The secret b was deleted.'],
  [
    '/pull-secrets/pull-1',
    { server: 'quay.io', username: 'u', password: 'p' },
    '/pull-secrets',
    'The pull secret for quay.io was saved.',
  ],
  ['/pull-secrets/pull-1/delete', {}, '/pull-secrets', 'The pull secret for quay.io was deleted.'],
  ['/keys/key-3/delete', {}, '/keys', 'The access key GK0003 was deleted.'],
  ['/buckets/bucket-0', { max_size: '1', unit: 'GiB', description: '' }, '/buckets', 'The bucket lantern was saved.'],
  ['/buckets/bucket-3/delete', {}, '/buckets', 'The bucket still was deleted.'],
  ['/settings/dialect', { dialect: 'extended' }, '/settings', 'All knobs have the values of the dialect.'],
  ['/settings/knobs', { 'knobs.pageSize': '7' }, '/settings', 'The knobs were saved.'],
  ['/settings/lag', { settle: 'immediate' }, '/settings', 'Lag and settling were saved.'],
  ['/control/clock/freeze', {}, '/control', 'The clock is frozen: 2030-01-31T12:00:00.000Z.'],
  [
    '/control/clock/advance',
    { ms: '1.5', unit: 'minutes' },
    '/control',
    'The clock is frozen: 2030-01-31T12:01:30.000Z.',
  ],
  ['/faults', { operation: '*', status: '500' }, '/faults', 'A fault on all operations is in force.'],
  ['/faults', { operation: 'listBuckets', pause: 'yes' }, '/faults', 'A fault on listBuckets is in force.'],
  ['/faults/fault-1/release', {}, '/faults', 'The fault holds no requests any more.'],
  ['/faults/fault-1/remove', {}, '/faults', 'The fault was removed.'],
  ['/faults/fault-1/remove', {}, '/faults', 'That fault was gone already.'],
  ['/faults/clear', {}, '/faults', 'All faults were removed.'],
];

test('what was done is said on the page that follows', async () => {
  const { emulator, visitor } = await visit({ dialect: 'extended', projects: ['one'] });
  emulator.seedFrom(seedOf('one'));
  emulator.clock.freeze();
  emulator.clock.set(Date.UTC(2030, 0, 31, 12));

  const told = [];
  for (const [path, fields] of STEPS) {
    const { status, headers } = await visitor.post(path, { ...fields });
    const to = headers.get('location')?.replace('/dashboard', '') ?? `${status}`;
    told.push([path, fields, to, outlineOf((await visitor.get(to)).text).split('\n')[1]]);
  }

  expect(told).toEqual(STEPS);
});

test('a key that could not be made can be made by the same form, and a form without its mark makes none', async () => {
  const { emulator, visitor } = await visit({ projects: ['one'] });
  emulator.seedFrom(seedOf('one'));
  const once = hiddenField((await visitor.get('/keys')).text, 'once');
  const form = { project_id: 'one', bucket_ids: ['gone'], permissions: ['read'], anyway: 'yes' };

  const refused = await visitor.post('/keys', { ...form, once });
  const made = await visitor.post('/keys', { ...form, once, bucket_ids: ['bucket-0'] });
  const again = await visitor.submit('/keys', { ...form, once, bucket_ids: ['bucket-0'] });
  const unmarked = await visitor.submit('/keys', { ...form, once: '', bucket_ids: ['bucket-0'] });

  expect(refused.status).toBe(422);
  const key = emulator.inspect.accessKeys().at(-1);
  const secret = emulator.inspect.secretAccessKey(key?.id ?? '');
  expect(outlineOf(made.text)).toBe(`# Access key created
Copy the secret access key now. This is the only time that it is shown.
Access key id: ${key?.accessKeyId} (Copy ${key?.accessKeyId})
Secret access key: ${secret} (Copy the secret access key)
Endpoint: ${emulator.s3Endpoint} (Copy ${emulator.s3Endpoint})
## For a shell
export AWS_ACCESS_KEY_ID=${key?.accessKeyId}
export AWS_SECRET_ACCESS_KEY=${secret}
export AWS_ENDPOINT_URL_S3=${emulator.s3Endpoint}
export AWS_REGION=us-east-1
(Copy what is for a shell)
## For PowerShell
$Env:AWS_ACCESS_KEY_ID = '${key?.accessKeyId}'
$Env:AWS_SECRET_ACCESS_KEY = '${secret}'
$Env:AWS_ENDPOINT_URL_S3 = '${emulator.s3Endpoint}'
$Env:AWS_REGION = 'us-east-1'
(Copy what is for PowerShell)
[I have copied it: back to all access keys](/keys)`);
  expect([again, unmarked].map(({ text }) => outlineOf(text).split('\n')[1])).toEqual([
    'That access key was made before. Its secret half was shown then and is not shown again.',
    'No access key was made: the form was not whole. Fill it in again.',
  ]);
});

test('pages, redirects and assets, which need no session, have the headers that keep others out', async () => {
  const { emulator } = await start();
  const visitor = await new Visitor(emulator).signIn();
  const page = await visitor.get('/secrets');
  const [, script = ''] = /<script src="\/dashboard([^"]*)"/.exec(page.text) ?? [];
  const [, style = ''] = /rel="stylesheet" href="\/dashboard([^"]*)"/.exec(page.text) ?? [];

  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  const common = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  const headersOf = ({ headers }: { headers: Headers }) => Object.fromEntries(headers);
  expect(PAGE_HEADERS).toEqual(common);
  expect(headersOf(page)).toMatchObject({
    ...{ ...common, 'content-security-policy': `${policy}; script-src 'self'; connect-src 'self'` },
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headersOf(await visitor.get('/'))).toMatchObject({ ...common, location: '/dashboard/secrets' });
  expect(FILE_HEADERS).toEqual({
    ...common,
    'content-type': 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  });
  for (const [path, type, seconds] of [
    [script, 'text/javascript', '31536000, immutable'],
    [style, 'text/css', '31536000, immutable'],
    ['/icon.svg', 'image/svg+xml', '86400'],
  ] as const) {
    const { status, headers, text } = await new Visitor(emulator).get(path);
    expect([status, text !== '']).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${seconds}` },
      'x-content-type-options': 'nosniff',
    });
  }
});
