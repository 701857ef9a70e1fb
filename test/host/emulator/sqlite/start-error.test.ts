import { expect, test } from 'vitest';
import { StartError } from '../../../../emulator';
import { toStartError } from '../../../../emulator/sqlite/start-error';

/** An error as SQLite or the system throws it. */
const failure = (members: object) => Object.assign(new Error('reason'), members);

const DAMAGED =
  'The data folder /d cannot be used: coffer.db in it is damaged, or not a database (reason). ' +
  'Restore the folder from a copy, or give another one; nothing in it was changed.';
const UNWRITABLE =
  'The data folder /d cannot be used: nothing can be written there (reason). ' +
  'Its disk may be full, or mounted read-only: free some space, mount it for writing, or give another folder.';

test.each([
  ['corrupt, in an index', { errcode: 11 | (3 << 8) }, DAMAGED],
  ['a full disk', { errcode: 13 }, UNWRITABLE],
  ['a read-only system', { code: 'EROFS' }, UNWRITABLE],
  ['anything else of SQLite', { errcode: 1 }, 'The data folder /d cannot be used: reason.'],
  ['anything else of the system', { code: 'ENOENT' }, 'The data folder /d cannot be used: reason.'],
])('a start over a folder that fails with %s is told in a sentence', (_what, members, says) => {
  const cause = failure(members);

  const told = toStartError(cause, '/d') as StartError;

  expect(told).toBeInstanceOf(StartError);
  expect([told.message, told.cause]).toEqual([says, cause]);
});

test.each([
  ['without a folder', failure({ errcode: 11 }), undefined],
  ['that is neither of SQLite nor of the system', failure({}), '/d'],
  ['that is told in a sentence already', Object.assign(new StartError('No.'), { code: 'ENOENT' }), '/d'],
])('an error %s is returned as it is', (_what, error, folder) => {
  expect(toStartError(error, folder)).toBe(error);
});
