import { expect, test } from 'vitest';
import { UnconfirmedError } from '../../../../provider/client/creates/lost-create';
import { NameTakenError } from '../../../../provider/client/errors/conflict-errors';
import { ApiError, CancelledError, type ClientError } from '../../../../provider/client/errors/errors';
import { describeError, isCancellation } from '../../../../provider/service/describe-error';

const post = { method: 'POST', path: '/secrets' };
const refused = (method: string) => new ApiError({ ...post, method }, { status: 409, serverWords: 'taken' });
const taken = (method: string, ...holders: string[]) => new NameTakenError('db', holders, refused(method));
const unconfirmed = (operation: UnconfirmedError['operation']) =>
  new UnconfirmedError(post, operation, 'it', 'x-1', 'Look.', undefined);
const block = (typeName: string, id: string) =>
  `import {\n  to = ${typeName}.ADDRESS # of this resource, as it stands after "with" above\n  id = "${id}"\n}`;

test.each<[what: string, error: ClientError, imported: string]>([
  ['a name that one secret has', taken('POST', 's-1'), `\n\n${block('coffer_secret', 's-1')}`],
  ['a name that two secrets have', taken('POST', 's-1', 's-2'), ''],
  ['a name that is taken when a secret in state is renamed', taken('PUT', 's-1'), ''],
  ['a lost secret', unconfirmed('createSecret'), `\n\n${block('coffer_secret', 'x-1')}`],
  ['a lost bucket', unconfirmed('createBucket'), `\n\n${block('coffer_bucket', 'x-1')}`],
  ['a lost pull secret', unconfirmed('createPullSecret'), `\n\n${block('coffer_pull_secret', 'x-1')}`],
  ['another failure', refused('DELETE'), ''],
])('%s is told with the import that is possible', (_what, error, imported) => {
  expect(describeError(error, 'create it')).toEqual({
    ...{ severity: 'error', summary: 'Cannot create it', detail: error.message + imported },
  });
});

test('of a foreign error only the class is shown', () => {
  expect(describeError(new RangeError('canary'), 'read it')).toEqual({
    severity: 'error',
    summary: 'Cannot read it',
    detail: 'The provider has a bug (RangeError). Report it, with the log of TF_LOG_PROVIDER=DEBUG.',
  });
});

test.each([
  ['GET', false, true],
  ['GET', true, true],
  ['POST', false, true],
  ['POST', true, false],
])('a cancelled %s, sent: %j, had no effect: %j', (method, sent, isOne) => {
  expect(isCancellation(new CancelledError({ method, path: '/secrets' }, sent))).toBe(isOne);
  expect(isCancellation(refused(method))).toBe(false);
});
