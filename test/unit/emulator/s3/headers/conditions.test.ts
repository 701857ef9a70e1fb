import { expect, test } from 'vitest';
import { checkCopyConditions, checkReadConditions, unquote } from '../../../../../emulator/s3/headers/conditions';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const object = { etag: 'abc', lastModified: AT };
const [before, same, after] = [-1_000, 0, 1_000].map((ms) => new Date(AT + ms).toUTCString()) as [
  string,
  string,
  string,
];

const now = Date.parse(after);
const future = new Date(now + 1_000).toUTCString();

type Outcome = 'ok' | 'unchanged' | 'If-Match' | 'If-Unmodified-Since';

test.each<[headers: Record<string, string>, outcome: Outcome]>([
  [{}, 'ok'],
  [{ 'if-match': '"abc"' }, 'ok'],
  [{ 'if-match': 'abc' }, 'ok'],
  [{ 'if-match': 'W/"abc"' }, 'ok'],
  [{ 'if-match': '"x", "abc"' }, 'ok'],
  [{ 'if-match': ' * ' }, 'ok'],
  [{ 'if-match': '"x"' }, 'If-Match'],
  [{ 'if-unmodified-since': same }, 'ok'],
  [{ 'if-unmodified-since': before }, 'If-Unmodified-Since'],
  [{ 'if-unmodified-since': 'some day' }, 'ok'],
  [{ 'if-match': 'abc', 'if-unmodified-since': before }, 'ok'],
  [{ 'if-none-match': '"x"' }, 'ok'],
  [{ 'if-none-match': '"abc"' }, 'unchanged'],
  [{ 'if-none-match': '*' }, 'unchanged'],
  [{ 'if-modified-since': before }, 'ok'],
  [{ 'if-modified-since': same }, 'unchanged'],
  [{ 'if-modified-since': after }, 'unchanged'],
  [{ 'if-modified-since': future }, 'ok'],
  [{ 'if-modified-since': 'some day' }, 'ok'],
  [{ 'if-none-match': 'x', 'if-modified-since': same }, 'ok'],
  [{ 'if-match': 'abc', 'if-none-match': 'abc' }, 'unchanged'],
  [{ 'if-match': 'x', 'if-none-match': 'abc' }, 'If-Match'],
])('a read with %j is %s, and so is a copy, which needs every condition', (headers, outcome) => {
  const outcomeOf = (check: () => unknown): string => {
    try {
      return check() === false ? 'unchanged' : 'ok';
    } catch (error) {
      const { code, details } = error as { code: string; details: { Condition: string } };
      expect(code).toBe('PreconditionFailed');
      return details.Condition;
    }
  };
  const copied = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`x-amz-copy-source-${name}`, value]),
  );

  expect(outcomeOf(() => checkReadConditions(headers, object, now))).toBe(outcome);
  const ofCopy = outcomeOf(() => checkCopyConditions(copied, object, now));
  if (outcome === 'ok') expect(ofCopy).toBe('ok');
  else if (outcome === 'unchanged') expect(ofCopy).toMatch(/^x-amz-copy-source-If-(?:None-Match|Modified-Since)$/);
  else expect(ofCopy).toBe(`x-amz-copy-source-${outcome}`);
  expect(outcomeOf(() => checkReadConditions(copied, object, now))).toBe('ok');
});

test.each([
  ['"a"', 'a'],
  ['W/"a"', 'a'],
  ['a', 'a'],
  ['"a', '"a'],
  ['""', ''],
])('the ETag %s is %s without quotes', (etag, bare) => {
  expect(unquote(etag)).toBe(bare);
});
