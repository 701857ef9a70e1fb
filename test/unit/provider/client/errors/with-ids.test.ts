import { expect, test } from 'vitest';
import { quoted, withIds } from '../../../../../provider/client/errors/with-ids';

test.each<[ids: Iterable<string>, text: string]>([
  [[], ''],
  [['a'], '"a"'],
  [['a', 'b"c'], '"a", "b\\"c"'],
  [new Set(['a', 'b', 'c']), '"a", "b", "c"'],
])('ids of a message stand apart: %j', (ids, text) => {
  expect(quoted(ids)).toBe(text);
  expect(withIds('Left behind', ids)).toBe(`Left behind: ${text}`);
});
