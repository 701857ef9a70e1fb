import { expect, test } from 'vitest';
import { realEnvironment } from '../../../../../provider/client/environment';
import { Posting } from '../../../../../provider/client/http/posting';

test('a create without a list to compare with has none that grows too old: it is sent in its turn', () => {
  const posting = new Posting({ ...realEnvironment, sleep: async () => {} });

  expect(posting.isStale()).toBe(false);
});
