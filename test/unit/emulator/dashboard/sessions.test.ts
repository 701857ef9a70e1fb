import { expect, test } from 'vitest';
import { OneTimeLinks, Sessions } from '../../../../emulator/dashboard/sessions';
import { Epochs } from '../../../../emulator/domain/epoch';

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

test('a session in place of another ends that one, a token that is not valid none', () => {
  const sessions = new Sessions(new Epochs());
  const [first, other] = [opened(sessions), opened(sessions)];

  const none = sessions.open(() => undefined, false, first);
  const kept = sessions.find(first);
  const next = sessions.open(() => caller, true, first) ?? '';

  expect(none).toBeUndefined();
  expect(kept).toMatchObject({ isAdmin: false });
  expect(sessions.find(first)).toBeUndefined();
  expect(sessions.find(next)).toMatchObject({ isAdmin: true });
  expect(sessions.find(other)).toMatchObject({ isAdmin: false });
  expect(kept && sessions.isOpen(kept)).toBe(false);
});

test('1,000 sessions are open at once', () => {
  const sessions = new Sessions(new Epochs());
  const ids = Array.from({ length: 1_000 }, () => opened(sessions));

  expect(ids.every((id) => sessions.find(id))).toBe(true);
});

test('a session follows its token, and ends with it', () => {
  const sessions = new Sessions(new Epochs());
  let held: { projectIds: string[] } | undefined = { projectIds: ['a'] };
  const id = sessions.open(() => held) ?? '';

  held = { projectIds: ['a', 'b'] };
  const found = sessions.find(id);
  held = undefined;
  const ended = sessions.find(id);
  held = { projectIds: ['a'] };

  expect(found?.caller.projectIds).toEqual(['a', 'b']);
  expect([ended, sessions.find(id)]).toEqual([undefined, undefined]);
});

test('a new epoch ends messages and proofs of the one before, and not the session', () => {
  const epochs = new Epochs();
  const sessions = new Sessions(epochs);
  const id = opened(sessions);
  const session = sessions.find(id);
  const before = session?.proof;
  Object.assign(session ?? {}, { flash: 'said' });
  session?.sent.add('once');
  const same = sessions.find(id)?.flash;

  epochs.next({ by: 'reset', at: 0 });
  const after = sessions.find(id);

  expect(same).toBe('said');
  expect(after).toMatchObject({ flash: undefined, sent: new Set(), csrf: session?.csrf });
  expect([before, after?.proof]).toEqual([`${session?.csrf}.1`, `${session?.csrf}.2`]);
});

test('a link is used once, and 100 are open at once', () => {
  const links = new OneTimeLinks();
  const holder = () => caller;
  const [first = '', second = '', ...others] = Array.from({ length: 100 }, (_, n) =>
    links.make({ holder, to: `/${n}` }),
  );

  const used = links.use(second);
  const again = links.use(second);
  links.make({ holder, to: '/a' });
  const oldest = links.make({ holder, to: '/b' }) && links.use(first);

  expect([used, again]).toEqual([{ holder, to: '/1' }, undefined]);
  expect(oldest).toBeUndefined();
  expect(links.use(others[0] ?? '')?.to).toBe('/2');
  expect(links.use('')).toBeUndefined();
});

test('100 links are open at once: the oldest one, too', () => {
  const links = new OneTimeLinks();
  const codes = Array.from({ length: 100 }, () => links.make({ holder: () => caller, to: '/' }));

  expect(links.use(codes[0] ?? '')?.to).toBe('/');
  expect(new Set(codes.map((code) => /^[\w-]{43}$/.test(code) && code)).size).toBe(100);
});
