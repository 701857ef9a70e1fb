import { expect, test } from 'vitest';
import { toCurl } from '../../../../emulator/journal/curl';
import type { JournalEntry } from '../../../../emulator/journal/entry';

const toText = (entry: Partial<JournalEntry>) =>
  toCurl({ api: 's3', method: 'PUT', path: '/b/k', query: {}, headers: {}, body: undefined, ...entry } as JournalEntry);

test.each([
  ...['accept', 'accept-encoding', 'content-length', 'expect', 'transfer-encoding', 'user-agent'],
  ...['x-amz-content-sha256', 'x-amz-date', 'x-amz-decoded-content-length', 'x-amz-sdk-checksum-algorithm'],
  ...['x-amz-trailer', 'amz-sdk-invocation-id', 'amz-sdk-request'],
])('E20: curl sets %s itself, or it belongs to one signature', (name) => {
  expect(toText({ headers: { [name]: 'left-out', 'x-amz-meta-a': "it's" } })).not.toContain('left-out');
});

test('E20: other headers are kept, chunks of a signed stream are not', () => {
  expect(toText({ headers: { 'x-amz-meta-a': "it's", 'content-encoding': 'gzip' } })).toContain(
    `  --header 'x-amz-meta-a: it'\\''s' \\\n  --header 'content-encoding: gzip' \\\n`,
  );
  expect(toText({ headers: { 'content-encoding': 'aws-chunked,gzip' } })).not.toContain('content-encoding');
});

test.each<[Partial<JournalEntry>, boolean]>([
  [{ headers: { 'content-length': '1' } }, true],
  [{ headers: { 'content-length': '0' } }, false],
  [{ headers: { 'content-length': '90', 'x-amz-decoded-content-length': '0' } }, false],
  [{ headers: { 'content-length': '0', 'x-amz-decoded-content-length': '1' } }, true],
  [{ headers: { 'content-length': '1' }, method: 'GET' }, false],
])('E20: the bytes of an object come from a file if there are any: %j', (entry, hasBody) => {
  expect(toText(entry)?.includes('--data-binary @body')).toBe(hasBody);
});

test('E20: a body of JSON has a type, its own if one was sent, and none of the fields that are hidden', () => {
  const rest = { api: 'rest', method: 'POST', path: '/secrets', body: { name: 'a', '[2 other fields]': 1 } } as const;

  expect(toText(rest)).toContain(`--header 'Content-Type: application/json' \\\n  --data '{"name":"a"}'`);
  const bucket_ids = ['a,', '[3 more]', 'b', '[2 more]'];
  expect(toText({ ...rest, body: { bucket_ids } })).toContain(`--data '{"bucket_ids":["a,","[3 more]","b"]}'`);
  expect(toText({ ...rest, headers: { 'content-type': 'text/plain' } })).not.toContain('application/json');
  expect(toText({ ...rest, body: undefined })).not.toMatch(/Content-Type|--data/);
  expect(toText({ ...rest, body: { bucket_ids: ['[redacted object]', 'a', '[redacted array]'] } })).toContain(
    `--data '{"bucket_ids":["a"]}'`,
  );
  expect(toText({ ...rest, body: { 'max-size': '[redacted number]' } })).toContain(
    `'{''"max-size":'"\\"$SECRET_MAX_SIZE\\""'}'`,
  );
  for (const body of [null, 'text', [1]]) expect(toText({ ...rest, body })).not.toContain('--data');
});

test.each([
  { method: '', path: '[redacted]' },
  { method: 'CONNECT', path: '*' },
])('E20: what has no method or no path is no command: %j', (entry) => {
  expect(toText(entry)).toBeUndefined();
});

test.each<Partial<JournalEntry>>([
  { body: { description: `${'x'.repeat(1024)}…` } },
  { body: { bucket_ids: ['a', '[2 more]'] } },
  { body: { name: 'a', '[1 other field]': '[redacted]' } },
  { headers: { 'if-match': `${'x'.repeat(1024)}…` } },
  { query: { prefix: `${'x'.repeat(1024)}…` } },
  { method: 'GET', query: { '[2 other parameters]': '[redacted]' } },
  { headers: { 'content-length': '5' }, body: '[redacted array]' },
  { headers: { 'transfer-encoding': 'chunked' } },
  { body: { bucket_ids: ['a', '[redacted object]'] } },
])('E20: a command of which the journal has not all says so: %j', (entry) => {
  const rest = { api: 'rest', method: 'POST', path: '/s3/buckets' } as const;

  expect(toText({ ...rest, ...entry })).toMatch(/^# .*\ncurl /);
  for (const whole of [{ body: { value: '[redacted]' } }, { method: 'DELETE', headers: { 'content-length': '0' } }])
    expect(toText({ ...rest, ...whole })).toMatch(/^curl /);
  expect(toText({ headers: { 'content-length': '99' } })).toMatch(/^curl /);
});
