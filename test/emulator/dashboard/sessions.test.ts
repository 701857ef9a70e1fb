import { expect, test } from 'vitest';
import { Sessions } from '../../../emulator/dashboard/sessions';
import { Epochs } from '../../../emulator/domain/epoch';

const HOUR_MS = 60 * 60 * 1000;
const caller = { projectIds: ['project-1'] };

const opened = (sessions: Sessions) => sessions.open(() => caller) ?? '';

test('a session ends after 8 hours without a request', () => {
  let now = 0;
  const sessions = new Sessions(new Epochs(), () => now);
  const id = opened(sessions);

  now += 8 * HOUR_MS;
  const used = sessions.find(id);
  now += 8 * HOUR_MS + 1;
  const unused = sessions.find(id);

  expect(used?.caller).toBe(caller);
  expect(unused).toBeUndefined();
});

test('requests of the script do not prolong a session', () => {
  let now = 0;
  const sessions = new Sessions(new Epochs(), () => now);
  const id = opened(sessions);

  now += 8 * HOUR_MS;
  const during = sessions.find(id, { isAlive: false });
  now += 1;

  expect(during?.caller).toBe(caller);
  expect(sessions.find(id)).toBeUndefined();
});

test('an unknown id finds no session', () => {
  const sessions = new Sessions(new Epochs());
  const id = opened(sessions);

  expect(sessions.find('')).toBeUndefined();
  expect(sessions.find(`${id}x`)).toBeUndefined();
});

test('the oldest of more than 1,000 sessions is closed', () => {
  const sessions = new Sessions(new Epochs());
  const [first = '', second = ''] = Array.from({ length: 1_001 }, () => opened(sessions));

  expect(sessions.find(first)).toBeUndefined();
  expect(sessions.find(second)).toMatchObject({ caller });
});

test('a session that is ended is no longer found, others are', () => {
  const sessions = new Sessions(new Epochs());
  const [one, other] = [opened(sessions), opened(sessions)];
  const session = sessions.find(one);

  if (session) sessions.end(session);

  expect(sessions.find(one)).toBeUndefined();
  expect(sessions.find(other)).toMatchObject({ caller });
});
