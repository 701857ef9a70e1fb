import { expect, test } from 'vitest';
import { buckets, idempotency, scope } from '../../../../emulator/probe/buckets';
import { tokens } from '../../../../emulator/probe/tokens';
import { findingsOf, type Script, type Scripted } from './scripted';

const ERROR = { error: { code: 'c', message: 'm' } };
const PROBLEM = { 'content-type': 'application/problem+json; charset=utf-8' };

test.each<[first: Scripted, second: Scripted, created: Scripted, findings: object]>([
  [
    [401, ERROR],
    [401, ERROR],
    [403, ERROR],
    {
      badToken: '401: a request without a token',
      errorBody: 'json: a request without a token',
      foreignProject: '403: a bucket for a made-up project',
    },
  ],
  [
    [403, {}, PROBLEM],
    [403, {}, PROBLEM],
    [404, {}, PROBLEM],
    {
      badToken: '403: a request without a token',
      errorBody: 'problem: a request without a token',
      foreignProject: '404: a bucket for a made-up project',
    },
  ],
  [
    [401],
    [403],
    [201, { id: 'b' }],
    {
      badToken: '? a request without a token: 401, but a request with an unknown token: 403',
      errorBody: 'empty: a request without a token',
      foreignProject: '? a bucket for a made-up project was made',
    },
  ],
  [
    [200, []],
    [400, 'text'],
    [400, []],
    {
      badToken: '? a request without a token returned 200',
      errorBody: '? a request with an unknown token had a body of another kind (400 with a text)',
      foreignProject: '? a bucket for a made-up project returned 400',
    },
  ],
  [
    [399],
    [401, { error: { code: 'c' } }],
    [403, { error: { message: 'm' } }],
    {
      badToken: '? a request without a token returned 399',
      errorBody: '? a request with an unknown token had a body of another kind (401 with the members error)',
      foreignProject: '403: a bucket for a made-up project',
    },
  ],
  [
    [401, []],
    [401, {}],
    [403, { error: 'x' }],
    {
      badToken: '401: a request without a token',
      errorBody: '? a request without a token had a body of another kind (401 with an array)',
      foreignProject: '403: a bucket for a made-up project',
    },
  ],
])(
  'wrong tokens with the responses %j and %j, and a foreign project with %j',
  async (first, second, created, expected) => {
    const { findings, requests } = await findingsOf(tokens, {
      'GET /secrets': [first, second],
      'POST /s3/buckets': [created],
    });

    expect(findings).toEqual(expected);
    expect(requests).toEqual([
      'GET /secrets as nobody',
      'GET /secrets as Bearer x-nobody',
      'POST /s3/buckets {"project_id":"x-nowhere","max_size":1,"description":"x-nowhere"}',
    ]);
  },
);

const HIDDEN: Scripted = [200, [{ id: 'other', alias: 'x' }]];
const listed = (...more: object[]): Scripted[] => more.map((each) => [200, [{ id: 'b', created_at: 1, ...each }]]);
const THERE = { alias: 'a' };

test.each<
  [says: string, status: number, lists: readonly Scripted[], settledAfter: number | undefined, findings: object]
>([
  [
    'there at once',
    200,
    listed(THERE),
    0,
    { createStatus: '200: creating a bucket', unsettled: '? alias and endpoint were there at once' },
  ],
  [
    'absent first',
    201,
    listed({}, THERE),
    1,
    { createStatus: '201: creating a bucket', unsettled: 'absent: a list right after creating a bucket' },
  ],
  [
    'null first',
    201,
    listed({ alias: null }, { alias: null }, THERE),
    2,
    { unsettled: 'null: a list right after creating a bucket' },
  ],
  ['never there', 201, listed({ alias: '' }), undefined, { unsettled: 'empty: a list right after creating a bucket' }],
  ['hidden first', 201, [HIDDEN, ...listed(THERE)], 1, { unsettled: 'hidden: a list right after creating a bucket' }],
  [
    'hidden, then absent',
    201,
    [HIDDEN, ...listed({}, THERE)],
    2,
    { unsettled: 'absent: a list right after creating a bucket' },
  ],
  [
    'absent, then hidden',
    201,
    [...listed({}), HIDDEN, ...listed(THERE)],
    2,
    { unsettled: 'absent: a list right after creating a bucket' },
  ],
  [
    ...(['never listed', 202, [HIDDEN], undefined] as const),
    {
      createStatus: '? creating a bucket returned 202 with the members id',
      unsettled: '? no list showed the bucket that was made',
      noDescription: '? no list showed the bucket that was made',
      timestamps: '? no list showed the bucket that was made',
    },
  ],
])('a bucket whose alias is %s', async (_, status, lists, settledAfter, expected) => {
  const { findings, session } = await findingsOf(buckets, {
    'POST /s3/buckets': [[status, { id: 'b' }]],
    'GET /s3/buckets': lists,
  });

  expect(findings).toMatchObject(expected);
  expect(session.settledAfter).toBe(settledAfter);
  expect(session.seesItsOwn).toBe(status !== 202);
});

test.each<[bucket: object, findings: object]>([
  [
    { created_at: 1e11 - 1 },
    {
      noDescription: 'absent: a listed bucket without a description',
      timestamps: 'seconds: created_at of a listed bucket',
    },
  ],
  [
    { created_at: 1e11, description: null },
    {
      noDescription: 'null: a listed bucket without a description',
      timestamps: 'milliseconds: created_at of a listed bucket',
    },
  ],
  [
    { created_at: '1', description: '' },
    {
      noDescription: 'empty: a listed bucket without a description',
      timestamps: '? a listed bucket has no number in created_at',
    },
  ],
  [{ description: 'x' }, { noDescription: '? a bucket without a description is listed with one' }],
])('a bucket listed as %j', async (bucket, expected) => {
  const { findings, requests } = await findingsOf(buckets, {
    'POST /s3/buckets': [[201, { data: { id: 'b' } }]],
    'GET /s3/buckets': [[200, { data: [{ id: 'b', alias: 'a', ...bucket }], more: 1 }]],
  });

  expect(findings).toMatchObject(expected);
  expect(requests).toEqual(['POST /s3/buckets {"project_id":"one","max_size":1}', 'GET /s3/buckets']);
});

test.each<[first: Scripted, second: Scripted, says: string]>([
  [[201, { id: 'a' }], [201, { id: 'a' }], 'replayed: a second bucket with the Idempotency-Key of the first'],
  [[201, { id: 'a' }], [200, { id: 'b' }], 'ignored: a second bucket with the Idempotency-Key of the first'],
  [
    [201, { id: 'a' }],
    [409, ERROR],
    '? a second bucket with the Idempotency-Key of the first returned 409 with the members error',
  ],
  [
    [500],
    [201, { id: 'b' }],
    '? a second bucket with the Idempotency-Key of the first returned 201 with the members id',
  ],
])('two creates with one key, with the responses %j and %j', async (first, second, says) => {
  const { findings, requests } = await findingsOf(idempotency, { 'POST /s3/buckets': [first, second] });

  const sent = 'POST /s3/buckets {"project_id":"one","max_size":1,"description":"x-idempotency"} with a key';
  expect(findings).toEqual({ idempotencyKeys: says });
  expect(requests).toEqual([sent, sent]);
});

const CREATED = 'POST /s3/buckets {"project_id":"two","max_size":1,"description":"x-elsewhere"}';

test.each<[script: Script, others: string[], says: string, requests: string[]]>([
  [{}, [], '? it takes a second --project that the token may use', []],
  [{}, ['two'], '? no bucket could be made in the second project', [CREATED]],
  [
    { 'GET /s3/buckets': [[200, []], ...listed({})] },
    ['two', 'three'],
    'token: lists after creating a bucket in a second project',
    [CREATED, 'GET /s3/buckets', 'pause', 'GET /s3/buckets'],
  ],
  [
    { 'GET /s3/buckets': [HIDDEN] },
    ['two'],
    'project: lists after creating a bucket in a second project',
    [CREATED, 'GET /s3/buckets', 'pause', 'GET /s3/buckets', 'pause', 'GET /s3/buckets'],
  ],
])('lists by %j with the other projects %j', async (script, others, says, sent) => {
  const create: Scripted = 'GET /s3/buckets' in script ? [201, { id: 'b' }] : [403];

  const { findings, requests } = await findingsOf(scope, { 'POST /s3/buckets': [create], ...script }, {}, others);

  expect(findings).toEqual({ listScope: says });
  expect(requests).toEqual(sent);
});
