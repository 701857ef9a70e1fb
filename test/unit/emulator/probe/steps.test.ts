import { expect, test } from 'vitest';
import { buckets, deletes, descriptions, idempotency, scope } from '../../../../emulator/probe/buckets';
import { pages, pullSecretApi, pullSecrets, secrets } from '../../../../emulator/probe/secrets';
import type { Step } from '../../../../emulator/probe/session';
import { tokens } from '../../../../emulator/probe/tokens';
import { findingsOf, type Script, type Scripted } from './scripted';

/* What the probe makes of responses that no emulator gives. Those that one gives: probe.test.ts in test/host/emulator/probe/. */

const ERROR = { error: { code: 'c', message: 'm' } };
const PROBLEM = { 'content-type': 'application/problem+json; charset=utf-8' };
const MADE: Scripted = [201, { id: 's' }];
const ONE: Scripted = [200, [{ id: 's', name: 'x-one' }]];
const HIDDEN: Scripted = [200, [{ id: 'other', alias: 'x' }]];
const LINK = { link: '</secrets?page=2>; rel="next"' };
const listed = (...more: object[]): Scripted[] => more.map((each) => [200, [{ id: 's', created_at: 1, ...each }]]);
const items = (...names: string[]) => names.map((name) => ({ name }));

const ofTokens = (first: Scripted, second: Scripted, created: Scripted): Script => ({
  'GET /secrets': [first, second],
  'POST /s3/buckets': [created],
});
const ofBucket = (...lists: Scripted[]): Script => ({ 'POST /s3/buckets': [MADE], 'GET /s3/buckets': lists });
const ofDeletes = (...deletions: Scripted[]): Script => ({ ...ofBucket(), 'DELETE /s3/buckets/s': deletions });
const ofUpdates = (puts: readonly Scripted[], ...lists: Scripted[]): Script => ({
  ...ofBucket(...lists),
  'PUT /s3/buckets': puts,
});
const described = (...all: (string | null | undefined)[]): Scripted[] =>
  all.map((description, n) => [200, [{ id: 's', max_size: 3 + 2 * n, description }]]);
const D = 'x-described';

/** The rows: what the service does, its responses, and what the step finds of each of its knobs, in order; "-": it does not say. */
const finds = (step: Step, knobs: string, rows: Readonly<Record<string, readonly [Script, string]>>) =>
  test.each(Object.entries(rows))('%s', async (_says, [script, expected]) => {
    const found: Readonly<Record<string, unknown>> = (await findingsOf(step, script)).findings;

    const wanted = expected.split(' ');
    expect(knobs.split(' ').map((name, at) => (wanted[at] === '-' ? '-' : String(found[name])))).toEqual(wanted);
  });

finds(tokens, 'badToken errorBody foreignProject', {
  'tokens that are refused alike': [
    ofTokens([403, {}, PROBLEM], [403, {}, PROBLEM], [404, {}, PROBLEM]),
    '403 problem 404',
  ],
  'tokens that are refused differently, and a bucket in a project that is none': [
    ofTokens([401], [403], MADE),
    '? empty ?',
  ],
  'tokens that are not refused, and errors of no form': [ofTokens([200, []], [400, 'text'], [400, []]), '? ? ?'],
  'errors without a message': [ofTokens([401, { error: { code: 'c' } }], [401, ERROR], [403, ERROR]), '401 ? 403'],
});

finds(buckets, 'unsettled timestamps noDescription', {
  'a bucket whose alias is absent first': [ofBucket(...listed({}, { alias: 'a' })), 'absent seconds -'],
  'null first': [ofBucket(...listed({ alias: null }, { alias: 'a' })), 'null - absent'],
  'never there': [ofBucket(...listed({ alias: '' })), 'empty - -'],
  'hidden first': [ofBucket(HIDDEN, ...listed({ alias: 'a' })), 'hidden - -'],
  'hidden, then absent': [ofBucket(HIDDEN, ...listed({}, { alias: 'a' })), 'absent - -'],
  'absent, then hidden': [ofBucket(...listed({}), HIDDEN, ...listed({ alias: 'a' })), 'absent - -'],
  'never listed': [ofBucket(HIDDEN), '? ? ?'],
  'a time of 12 digits': [
    ofBucket(...listed({ alias: 'a', created_at: 1e11, description: null })),
    '- milliseconds null',
  ],
  'a time that is a text': [ofBucket(...listed({ alias: 'a', created_at: '1', description: 'x' })), '- ? ?'],
});

finds(idempotency, 'idempotencyKeys', {
  'two creates with one key that make one': [ofBucket(), 'replayed'],
  two: [{ 'POST /s3/buckets': [MADE, [200, { id: 'b' }]] }, 'ignored'],
  'that are refused': [{ 'POST /s3/buckets': [MADE, [409, ERROR]] }, '?'],
});

finds(scope, 'listScope', {
  'a second project that is listed': [ofBucket([200, []], ...listed({})), 'token'],
  'that is not listed': [ofBucket(HIDDEN), 'project'],
  'where no bucket can be made': [{ 'POST /s3/buckets': [[403]] }, '?'],
});

finds(deletes, 'deleteResponse deleteUnknown errorBody', {
  'deletes without a body': [ofDeletes([200], [204]), 'empty 204 -'],
  'with data': [ofDeletes([200, { data: null }], [410, ERROR]), 'enveloped ? json'],
  'of another form': [ofDeletes([200, { x: 1 }], [404]), '? 404 empty'],
  'that are refused': [ofDeletes([409, ERROR]), '? ? -'],
  'of no bucket': [{ 'POST /s3/buckets': [[201, {}]] }, '? ? -'],
});

finds(descriptions, 'omittedDescription clearsDescription writeResponse', {
  'descriptions that all clear': [ofUpdates([[200, { id: 's' }]], ...described(null, null, null)), 'clear both record'],
  'null alone': [ofUpdates([[200, { data: {} }]], ...described(D, D, undefined)), 'keep null enveloped'],
  'an empty text alone': [ofUpdates([[204]], ...described(D, '', D)), 'keep empty empty'],
  none: [ofUpdates([[200, { x: 1 }]], ...described(D, D, D)), 'keep neither ?'],
  'refused to clear': [ofUpdates([[204], [204], [204], [400], [204], [400]], ...described(D)), 'keep neither empty'],
  'refused without': [ofUpdates([[204], [400], [204], [204], [204], [204]], [200, []]), '? ? empty'],
  'all refused': [ofUpdates([[400]], [200, []]), '? ? -'],
});

finds(secrets, 'createStatus writeResponse secretFields takenName unknownFields errorBody', {
  'a second secret of one name that is refused, and an unknown field that is refused': [
    {
      'POST /secrets': [MADE, [409, ERROR]],
      'GET /secrets': [[200, []], ONE],
      'PUT /secrets': [[200, { id: 's' }], [422]],
    },
    '201 record id_name conflict refuse ?',
  ],
  'a server that takes all': [
    {
      'POST /secrets': [[200]],
      'GET /secrets': [[200, [{ id: 's', name: 'x-one', project_id: 'one' }]]],
      'PUT /secrets': [[204]],
    },
    '200 empty with_project accept ignore -',
  ],
  'a server of other statuses, where an update has no such method': [
    {
      'POST /secrets': [
        [202, { data: { id: 's' } }],
        [400, ERROR],
      ],
      'GET /secrets': [ONE],
      'PUT /secrets': [[405, ERROR]],
    },
    '? enveloped id_name ? ? json',
  ],
  'a secret that no list shows': [
    { 'POST /secrets': [MADE], 'GET /secrets': [[200, [{ id: 's', name: 'other' }]]] },
    '201 record ? ? ? -',
  ],
});

finds(pages, 'pageSize listShape', {
  'a list of two pages': [
    { 'GET /secrets': [[200, items('a', 'b'), LINK]], 'GET /secrets?page=2': [[200, []]] },
    '2 array_link',
  ],
  'a second page by cursor after two secrets': [
    {
      ...{
        'POST /secrets': [MADE],
        'GET /secrets': [
          [200, []],
          [200, { data: items('a'), next_cursor: 'c d' }],
        ],
      },
      'GET /secrets?cursor=c%20d': [[200, { data: items('b'), next_cursor: null }]],
    },
    '1 envelope_cursor',
  ],
  'one page at the limit': [{ 'POST /secrets': [MADE], 'GET /secrets': [[200, { data: items('a') }]] }, '? envelope'],
  'one page of another form': [{ 'POST /secrets': [MADE], 'GET /secrets': [[200, { things: items('a') }]] }, '? ?'],
  'a secret that is refused': [{ 'POST /secrets': [[507]], 'GET /secrets': [[200, []]] }, '? array'],
});

finds(pullSecretApi, 'pullSecretApi', {
  'pull secrets that cannot be listed': [{ 'GET /secrets/pull': [[405]] }, 'create_only'],
  'whose list is refused': [{ 'GET /secrets/pull': [[403, ERROR]] }, '?'],
});

test('lists of one project say nothing of a second one, and of a new bucket the lists without its alias are counted', async () => {
  const { findings } = await findingsOf(scope, {}, {}, []);
  const { session } = await findingsOf(buckets, ofBucket(...listed({}, {}, { alias: 'a' })));

  expect(findings).toEqual({ listScope: '?' });
  expect([session.settledAfter, session.seesItsOwn]).toEqual([2, true]);
});

test.each<[body: unknown, value: string, id: string | undefined]>([
  ['"p"', 'bare_id', 'p'],
  [{ pull_secret_id: 'p' }, 'pull_secret_id', 'p'],
  [{ data: { id: 'p' } }, 'enveloped', 'p'],
  [{ id: 'p' }, 'id', 'p'],
  [{ id: 'p', server: 's' }, 'record', 'p'],
  [{ id: 1 }, '?', undefined],
  [[], '?', undefined],
  ['', '?', undefined],
])('E2: a new pull secret from the response %j is %s, and is named as left', async (body, value, id) => {
  const { findings, session } = await findingsOf(pullSecrets, { 'POST /secrets/pull': [[201, body]] });

  expect(findings).toEqual({ pullSecretResponse: value });
  expect(await session.made.cleanUp(0, async () => undefined)).toEqual([
    { kind: 'pull secret', label: 'x-registry.invalid', id },
  ]);
});
