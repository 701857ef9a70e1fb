import { expect, test } from 'vitest';
import { parseCommand } from '../../../../emulator/cli/flags';
import type { JournalEntry } from '../../../../emulator/journal/entry';
import { toLogLine } from '../../../../emulator/journal/log-line';

const REQUEST: JournalEntry = {
  ...{ requestId: 'req-7', api: 's3', method: 'PUT', path: '/b/k', query: {}, headers: {}, operation: 'PutObject' },
  ...{ at: Date.UTC(2026, 0, 2, 10, 2, 11, 123), status: 403, durationMs: 1.6, projectId: 'p', objectId: 'o' },
  ...{ key: 'k', accessKeyId: 'GK1', assumptions: ['ownerPermission'], fault: undefined, body: undefined },
  error: { code: 'AccessDenied', field: 'permissions.write', message: 'No.' },
  response: undefined,
};

test('a line has time, request, status, operation, path, reason, objects and knobs', () => {
  expect(toLogLine(REQUEST)).toBe(
    '10:02:11.123 req-7 403 PutObject PUT /b/k 2 ms: AccessDenied permissions.write: No. [p, bucket o, key GK1, knobs ownerPermission]',
  );
  expect(toLogLine({ ...REQUEST, api: 'rest', operation: 'deleteSecret' })).toContain('[p, object o, ');
  // An id that was sent empty.
  expect(toLogLine({ ...REQUEST, api: 'rest', objectId: '' })).toContain('[p, object , key GK1, ');
});

test('nothing in it ends the line, or moves the cursor of a terminal', () => {
  const line = toLogLine({ ...REQUEST, path: '/\u009b2J\u001b[1m', objectId: 'a\nb\u2028\u202e', error: undefined });

  expect(line).toContain('/\\u{9b}2J\\u{1b}[1m');
  expect(line).toContain('bucket a\\u{a}b\\u{2028}\\u{202e}');
});

test.each([
  [['--log'], {}, 'text'],
  [['--log', 'json', '--quiet'], {}, 'json'],
  [[], { COFFER_EMULATOR_LOG: '1' }, 'text'],
  [[], { COFFER_EMULATOR_LOG: 'json' }, 'json'],
])('the flags %j and the environment %j log as %s', (flags, environment, format) => {
  expect(parseCommand(flags, environment)).toMatchObject({ kind: 'start', options: { logRequests: format } });
});
