import { expect, test } from 'vitest';
import { Received } from '../../../../../provider/client/errors/received';

test.each<[string, string, boolean]>([
  ['nothing', '', false],
  ['the whole id', '{"id":"k-1","secret', true],
  ['the whole access key id', '{"access_key_id" : "AK1", "secret', true],
  ['an id that is cut', '{"id":"k-1', false],
  ['a longer id', '{"id":"k-12"}', false],
  ['an id of another member', '{"bucket_ids":["k-1"],"owner_id":"k-1"}', false],
  ['another access key id beside the id', '{"id":"k-1","access_key_id":"AK2"', false],
  ['the name by which apps refer to it', '{"pull_secret_id":"k-1","pro', true],
  ['the id in an envelope', '{"data":{"id":"k-1","pro', true],
])('knows a record by what arrived: %s', (_name, text, expected) => {
  expect(new Received(text).names({ id: 'k-1', access_key_id: 'AK1' })).toBe(expected);
});

test.each([
  ['{"id":"k-1"', true],
  ['{"access_key_id":"AK1"', true],
  ['{"name":"a"', false],
  ['', false],
])('holds an id that a list may show: %s', (text, expected) => {
  expect(new Received(text).hasIds).toBe(expected);
});

test('keeps no text', () => {
  const received = new Received('{"id":"k-1","secret_access_key":"canary"}');

  expect(JSON.stringify(received)).toBe('{}');
  expect(String(Object.values(received))).not.toContain('canary');
});
