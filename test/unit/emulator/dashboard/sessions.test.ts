import { expect, test } from 'vitest';
import { Sessions } from '../../../../emulator/dashboard/sessions';
import { Epochs } from '../../../../emulator/domain/epoch';

const IDLE_MS = 8 * 60 * 60 * 1000;

test.each([
  ['a request of a person prolongs a session by 8 hours', true, [true, true, false]],
  ['requests of the script do not prolong a session', false, [true, false, false]],
])('%s', (_, isAlive, found) => {
  let now = 0;
  const sessions = new Sessions(new Epochs(), () => now);
  const id = sessions.open(() => ({ projectIds: [] })) ?? '';

  const isFound = [IDLE_MS, IDLE_MS, IDLE_MS + 1].map((later) => {
    now += later;
    return sessions.find(id, { isAlive }) !== undefined;
  });

  expect(isFound).toEqual(found);
});

test('1,000 sessions are open at once, and one more closes the oldest', () => {
  const sessions = new Sessions(new Epochs());
  const open = () => sessions.open(() => ({ projectIds: [] })) ?? '';
  const ids = Array.from({ length: 1_000 }, open);
  const isOpen = (id: string) => sessions.find(id) !== undefined;

  const before = ids.filter(isOpen);
  open();

  expect(before).toEqual(ids);
  expect(ids.filter(isOpen)).toEqual(ids.slice(1));
});
