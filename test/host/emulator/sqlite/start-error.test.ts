import { expect, test } from 'vitest';
import { StartError } from '../../../../emulator';
import { toStartError } from '../../../../emulator/sqlite/start-error';

/** An error as SQLite or the system throws it. */
const failure = (members: object) => Object.assign(new Error('reason'), members);

test.each([
  ['corrupt, in an index', { errcode: 11 | (3 << 8) }, 'is damaged'],
  ['a full disk', { errcode: 13 }, 'free some space'],
  ['a read-only system', { code: 'EROFS' }, 'mount it for writing'],
  ['anything else of SQLite', { errcode: 1 }, 'cannot be used: reason.'],
  ['anything else of the system', { code: 'ENOENT' }, 'cannot be used: reason.'],
])('a start over a folder that fails with %s is told in a sentence', (_what, members, says) => {
  const cause = failure(members);

  const told = toStartError(cause, '/d') as StartError;

  expect(told).toBeInstanceOf(StartError);
  expect([told.message, told.cause]).toEqual([expect.stringMatching(`^The data folder /d .*${says}`), cause]);
});
