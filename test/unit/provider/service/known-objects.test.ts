import { expect, test } from 'vitest';
import { KnownObjects } from '../../../../provider/service/known-objects';

const KINDS = ['secret', 'pull secret', 'bucket', 'access key'] as const;

test('P8: a provider block begins without any object', () => {
  expect(new KnownObjects()).toMatchObject({ allMissing: 0, anySeen: false, foreignTold: false });
});

test.each(KINDS)('P8: one %s that was seen is enough', (kind) => {
  const known = new KnownObjects();
  known.seen[kind].add('a');

  expect(known).toMatchObject({ allMissing: 0, anySeen: true });
});

test('P8: missing objects of all kinds are counted, each once', () => {
  const known = new KnownObjects();
  for (const kind of KINDS) for (const id of ['a', 'b', 'a']) known.missing[kind].add(id);

  expect(known).toMatchObject({ allMissing: 8, anySeen: false });
});
