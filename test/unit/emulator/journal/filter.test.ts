import { expect, test } from 'vitest';
import { DomainError } from '../../../../emulator/domain/errors';
import { type JournalFilter, readJournalFilter } from '../../../../emulator/journal/filter';

const HIDDEN = 'must be of what the journal keeps, which is nothing that is or may be secret';

test.each<[place: string, isShown: boolean]>([
  ['name', true],
  ['$.name', true],
  ['name.more', false],
  ['server.host', false],
  ['bucket_ids[0]', true],
  ['bucket_ids.first', false],
  ['bucket_ids.x0', false],
  ['bucket_ids[0].id', false],
  ['permissions.read', true],
  ['permissions.other', false],
  ['permissions.toString', false],
  ['value', false],
  ['password', false],
  ['toString', false],
])('a filter on the part %j of a body is taken only if the journal keeps it: %s', (place, isShown) => {
  const filter = { body: { name: 'db', [place]: 'x' } };

  if (isShown) expect(readJournalFilter(filter)).toEqual(filter);
  else expect(() => readJournalFilter(filter)).toThrow(HIDDEN);
});

test.each<[filter: object, says: string]>([
  [{ status: 99 }, '"status" must be at least 100.'],
  [{ status: 600 }, '"status" must be at most 599.'],
  [{ status: 'lost' }, 'must be a status or "cut"'],
  [{ headers: { authorization: 'x' } }, 'must be of those that the journal keeps: accept, accept-encoding, '],
  [{ headers: { range: 'x', 'x-other': 'y' } }, 'must be of those that the journal keeps: '],
  [{ headers: { 'a b': 'x' } }, 'must be the name of a header'],
  [{ body: { 'a[b]': 1 } }, '"body" must have places such as name, permissions.read or bucket_ids[0].'],
  [{ body: 5 }, 'must be an object of places and values, or (in process) a function'],
  [{ statsu: 5 }, 'statsu (did you mean status?)'],
  [{ operation: 'createBuckets' }, 'did you mean createBucket?'],
  [{ method: 'GET', path: undefined }, '"path" must'],
  [{ headers: undefined }, '"headers" must'],
  [{ body: undefined }, '"body" must'],
])('the filter %j is refused in a sentence', (filter, says) => {
  const refuse = () => readJournalFilter(filter as JournalFilter);

  expect(refuse).toThrow(DomainError);
  expect(refuse).toThrow(says);
});
