import { expect, test } from 'vitest';
import { DomainError } from '../../../emulator/domain/errors';
import { GarageError, type GarageErrorKind } from '../../../emulator/garage/admin-api';
import { Readiness } from '../../../emulator/garage/readiness';

const REFUSED = 'The storage cluster refuses the admin token.';
const SILENT = { reason: 'no_response', message: 'The storage cluster does not respond, or has no quorum.' };
const failure = (kind: GarageErrorKind, status?: number) => new GarageError(kind, 'GetKeyInfo', 'canary', status);
const withStatus = (reason: string, status: number) => ({
  reason,
  message: `The storage cluster responds with status ${status}: its log, or that of a proxy in front of it, says why.`,
});

test('nothing can be changed until the mark was signed', () => {
  const readiness = new Readiness();
  expect(readiness.obstacles()).toEqual([
    { reason: 'starting', message: 'The storage cluster has not responded yet.' },
  ]);

  readiness.signed(undefined);

  expect(readiness.obstacles()).toEqual([]);
});

test.each([
  [new DomainError('unavailable', 'Another one.'), { reason: 'displaced', message: 'Another one.' }],
  [failure('denied', 403), { reason: 'token_refused', message: REFUSED }],
  [failure('not_ready', 500), { reason: 'no_layout', message: 'The storage cluster has no layout yet.' }],
  [failure('unknown'), SILENT],
  [failure('unknown', 200), SILENT],
  [failure('unknown', 503), SILENT],
  [failure('unknown', 500), withStatus('failed', 500)],
  [failure('unknown', 429), withStatus('refused', 429)],
  [failure('refused', 400), withStatus('refused', 400)],
  [failure('conflict', 409), withStatus('refused', 409)],
  [new Error('canary'), SILENT],
])('a mark that was not signed is told by its reason: %s', (error, obstacle) => {
  const readiness = new Readiness();

  readiness.signed(error);

  expect(readiness.obstacles()).toEqual([obstacle]);
});

test('a hold is told until it ends, beside what else there is', () => {
  const readiness = new Readiness();
  readiness.signed(failure('unknown'));

  readiness.held('Decide.');

  expect(readiness.obstacles()).toEqual([SILENT, { reason: 'held', message: 'Decide.' }]);
  readiness.held(undefined);
  expect(readiness.obstacles()).toEqual([SILENT]);
});

test('operations that the token is not good for are named in order, once, until they succeed', () => {
  const readiness = new Readiness();
  readiness.signed(failure('denied'));
  readiness.held('Decide.');
  for (const operation of ['UpdateKey', 'CreateBucket', 'UpdateKey', 'GetClusterHealth'])
    readiness.called(operation, 'denied');
  const refused = (operations: string) => ({
    reason: 'token_refused',
    message: `The storage cluster refuses the admin token: it is wrong or expired, or its scope is too small (${operations}).`,
  });

  expect(readiness.obstacles()).toEqual([{ reason: 'held', message: 'Decide.' }, refused('CreateBucket, UpdateKey')]);

  readiness.signed(undefined);
  readiness.held(undefined);
  readiness.called('CreateBucket', 'unknown');
  readiness.called('UpdateKey', 'ok');
  expect(readiness.obstacles()).toEqual([refused('CreateBucket')]);
  readiness.called('CreateBucket', 'ok');
  expect(readiness.obstacles()).toEqual([]);
});
