import { expect, test } from 'vitest';
import { deletes, descriptions } from '../../../../emulator/probe/buckets';
import { findingsOf, type Script, type Scripted } from './scripted';

const ERROR = { error: { code: 'c', message: 'm' } };

test.each<[first: Scripted, second: Scripted, findings: object]>([
  [
    [204],
    [404],
    {
      deleteResponse: 'no_content: deleting a bucket',
      deleteUnknown: '404: deleting a bucket that is gone',
      errorBody: 'empty: deleting a bucket that is gone',
    },
  ],
  [[200], [204], { deleteResponse: 'empty: deleting a bucket', deleteUnknown: '204: deleting a bucket that is gone' }],
  [
    [200, { data: null }],
    [410, ERROR],
    {
      deleteResponse: 'enveloped: deleting a bucket',
      deleteUnknown: '? deleting a bucket that is gone returned 410 with the members error',
      errorBody: 'json: deleting a bucket that is gone',
    },
  ],
  [
    [200, { x: 1, y: 2 }],
    [204],
    {
      deleteResponse: '? deleting a bucket returned 200 with the members x, y',
      deleteUnknown: '204: deleting a bucket that is gone',
    },
  ],
  [
    [202, {}],
    [204],
    {
      deleteResponse: '? deleting a bucket returned 202 with the members none',
      deleteUnknown: '204: deleting a bucket that is gone',
    },
  ],
  [
    [409, ERROR],
    [204],
    { deleteResponse: '? deleting a bucket returned 409', deleteUnknown: '? deleting a bucket returned 409' },
  ],
])('deletes with the responses %j and %j', async (first, second, expected) => {
  const { findings, requests, session } = await findingsOf(deletes, {
    'POST /s3/buckets': [[201, { id: 'a/b' }]],
    'DELETE /s3/buckets/a%2Fb': [first, second],
  });

  const isRefused = first[0] === 409;
  const sent = [
    'POST /s3/buckets {"project_id":"one","max_size":1,"description":"x-deleted"}',
    'DELETE /s3/buckets/a%2Fb',
  ];
  expect(findings).toEqual(expected);
  expect(requests).toEqual(isRefused ? sent : [...sent, 'DELETE /s3/buckets/a%2Fb']);
  expect(await session.made.cleanUp(0, async () => undefined)).toEqual(
    isRefused ? [{ kind: 'bucket', label: 'x-deleted', id: 'a/b' }] : [],
  );
});

test('without a bucket nothing is known of deletes and descriptions', async () => {
  const script: Script = { 'POST /s3/buckets': [[201, {}]] };

  expect((await findingsOf(deletes, script)).findings).toEqual({
    deleteResponse: '? no bucket to delete could be made',
    deleteUnknown: '? no bucket to delete could be made',
  });
  expect((await findingsOf(descriptions, script)).findings).toEqual({
    omittedDescription: '? no bucket with a description could be made',
    clearsDescription: '? no bucket with a description could be made',
  });
});

const D = 'x-described';
const put = (size: number, more = '') => `PUT /s3/buckets {"id":"b","max_size":${size}${more}}`;
const SET = `,"description":"${D}"`;

test.each<[says: string, puts: readonly Scripted[], lists: readonly Scripted[], findings: object]>([
  [
    'all clear',
    [[200, { id: 'b' }]],
    [3, 5, 7].map((max_size) => [200, [{ id: 'b', max_size, description: null }]] as const),
    {
      omittedDescription: 'clear: an update without description',
      clearsDescription: 'both: updates with "" and with null',
      writeResponse: 'record: updating a bucket',
    },
  ],
  [
    'null alone clears',
    [[200, { data: {} }]],
    [
      [200, [{ id: 'b', max_size: 3, description: D }]],
      [200, [{ id: 'b', max_size: 5, description: D }]],
      [200, [{ id: 'b', max_size: 7 }]],
    ],
    {
      omittedDescription: 'keep: an update without description',
      clearsDescription: 'null: updates with "" and with null',
      writeResponse: 'enveloped: updating a bucket',
    },
  ],
  [
    'an empty text alone clears',
    [[204]],
    [
      [200, [{ id: 'b', max_size: 3, description: D }]],
      [200, [{ id: 'b', max_size: 5, description: '' }]],
      [200, [{ id: 'b', max_size: 7, description: D }]],
    ],
    {
      omittedDescription: 'keep: an update without description',
      clearsDescription: 'empty: updates with "" and with null',
      writeResponse: 'empty: updating a bucket',
    },
  ],
  [
    'none clears',
    [[200, { x: 1 }]],
    [3, 5, 7].map((max_size) => [200, [{ id: 'b', max_size, description: D }]] as const),
    {
      omittedDescription: 'keep: an update without description',
      clearsDescription: 'neither: updates with "" and with null',
      writeResponse: '? updating a bucket returned 200 with the members x',
    },
  ],
  [
    'updates to clear are refused',
    [[204], [204], [204], [400], [204], [400]],
    [[200, [{ id: 'b', max_size: 3, description: D }]]],
    {
      omittedDescription: 'keep: an update without description',
      clearsDescription: 'neither: updates with "" and with null',
      writeResponse: 'empty: updating a bucket',
    },
  ],
  [
    'an update without is refused',
    [[204], [400], [204], [204], [204], [204]],
    [[200, []]],
    {
      omittedDescription: '? an update without description was refused',
      clearsDescription: '? no list showed an update with the description ""',
      writeResponse: 'empty: updating a bucket',
    },
  ],
  [
    'none is seen',
    [[204]],
    [[200, []]],
    {
      omittedDescription: '? no list showed an update without description',
      clearsDescription: '? no list showed an update with the description ""',
      writeResponse: 'empty: updating a bucket',
    },
  ],
  [
    'all are refused',
    [[400]],
    [[200, []]],
    {
      omittedDescription: '? setting a description was refused',
      clearsDescription: '? setting a description was refused',
    },
  ],
])('updates of a description where %s', async (_, puts, lists, expected) => {
  const { findings } = await findingsOf(descriptions, {
    'POST /s3/buckets': [[201, { id: 'b' }]],
    'PUT /s3/buckets': puts,
    'GET /s3/buckets': lists,
  });

  expect(findings).toEqual(expected);
});

test('each update of a description has a size of its own, by which a list shows it', async () => {
  const lists = [3, 5, 7].map((max_size) => [200, [{ id: 'b', max_size }]] as const);
  const { requests } = await findingsOf(descriptions, {
    'POST /s3/buckets': [[201, { id: 'b' }]],
    'PUT /s3/buckets': [[204]],
    'GET /s3/buckets': lists,
  });

  expect(requests).toEqual([
    `POST /s3/buckets {"project_id":"one","max_size":1,"description":"${D}"}`,
    ...[put(2, SET), put(3), 'GET /s3/buckets'],
    ...[put(4, SET), put(5, ',"description":""'), 'GET /s3/buckets'],
    ...[put(6, SET), put(7, ',"description":null'), 'GET /s3/buckets'],
  ]);
});
