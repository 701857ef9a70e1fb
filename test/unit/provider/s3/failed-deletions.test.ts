import { expect, it, test } from 'vitest';
import { FailedDeletions, isGone } from '../../../../provider/s3/failed-deletions';

const refused = (key: string, code = 'AccessDenied', words = '') => ({ key, code, words });

/** The refused deletions of each batch, condensed. */
function condensed(...batches: readonly ReturnType<typeof refused>[][]): FailedDeletions {
  const failed = new FailedDeletions();
  for (const batch of batches) failed.add(batch);
  return failed;
}

test('without a refused deletion there is none', () => {
  expect(condensed()).toMatchObject({ isNothing: true, areLasting: false });
  expect(condensed([], [])).toMatchObject({ isNothing: true, areLasting: false });
  expect(condensed([refused('a')])).toMatchObject({ isNothing: false });
});

test.each([
  ['InternalError', false],
  ['OperationAborted', false],
  ['RequestTimeout', false],
  ['ServiceUnavailable', false],
  ['SlowDown', false],
  ['AccessDenied', true],
  ['', true],
])('a refusal with %j lasts: %j', (code, lasts) => {
  expect(condensed([refused('a', code)]).areLasting).toBe(lasts);
});

it.each<[what: string, given: ReturnType<typeof refused>[][], sentence: string]>([
  ['code and words', [[refused('a', 'AccessDenied', 'No')]], 'S3 did not delete "a" (AccessDenied: No).'],
  ['a code alone', [[refused('a')]], 'S3 did not delete "a" (AccessDenied).'],
  ['words alone', [[refused('a', '', 'No')]], 'S3 did not delete "a" (No).'],
  ['neither', [[refused('a', '')]], 'S3 did not delete "a".'],
  [
    'the keys of several batches in order',
    [[refused('c', 'X'), refused('a', 'X')], [refused('b', 'X')]],
    'S3 did not delete "a" (X), "b" (X), "c" (X).',
  ],
  ['five keys', [[...'abcde'].map((key) => refused(key, ''))], 'S3 did not delete "a", "b", "c", "d", "e".'],
  [
    'one key more',
    [[...'abcdef'].map((key) => refused(key, ''))],
    'S3 did not delete "a", "b", "c", "d", "e" and 1 other.',
  ],
  [
    'the first five of more keys, and a count of the others',
    [[...'gfed'].map((key) => refused(key, '')), [...'cba'].map((key) => refused(key, ''))],
    'S3 did not delete "a", "b", "c", "d", "e" and 2 others.',
  ],
  [
    'only the lasting ones, wherever they come',
    [
      [refused('a', 'SlowDown')],
      [refused('b', 'SlowDown'), refused('c', 'X')],
      [refused('d', 'SlowDown'), refused('e', 'X')],
    ],
    'S3 did not delete "c" (X), "e" (X).',
  ],
])('a sentence names %s', (_what, given, sentence) => {
  expect(String(condensed(...given))).toBe(sentence);
});

test.each([
  ['NoSuchKey', true],
  ['NoSuchVersion', true],
  ['NoSuchBucket', false],
  [undefined, false],
])('%s means that somebody else has deleted the object: %j', (code, gone) => {
  expect(isGone(code)).toBe(gone);
});
