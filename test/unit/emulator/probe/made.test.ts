import { expect, test } from 'vitest';
import { Made } from '../../../../emulator/probe/made';
import { type Script, type Scripted, serve } from './scripted';

/** Makes one object of each kind, from these responses, and cleans up in two rounds. */
async function cleanUp(created: Scripted, script: Script) {
  const { server, requests } = await serve({
    ...{ 'POST /secrets': [created], 'POST /s3/buckets': [created], 'POST /secrets/pull': [created] },
    ...script,
  });
  const made = new Made(server, 'x-');
  await made.create('secret', 'x-s', {});
  await made.create('bucket', 'x-b', {});
  await made.create('pull secret', 'x-p', {});
  const left = await made.cleanUp(2, async () => requests.push('pause'));
  return { left: left.map(({ kind, label, id }) => `${kind} ${label} ${id}`), requests: requests.slice(3) };
}

const ID = { id: 'i/d' };
const DELETES = ['DELETE /secrets/i%2Fd', 'DELETE /s3/buckets/i%2Fd', 'DELETE /secrets/pull/i%2Fd'];
const all = (response: Scripted): Script => Object.fromEntries(DELETES.map((each) => [each, [response]]));
const [SECRET = '', BUCKET = '', PULL = ''] = DELETES;

test.each<[says: string, script: Script, left: string[], requests: string[]]>([
  ['every delete succeeds', all([204]), [], DELETES],
  ['nothing is there', all([404]), ['pull secret x-p i/d'], DELETES],
  [
    'nothing can be deleted',
    all([500]),
    ['secret x-s i/d', 'bucket x-b i/d', 'pull secret x-p i/d'],
    [...DELETES, 'pause', ...DELETES],
  ],
  [
    'a bucket can be deleted later',
    { [SECRET]: [[204]], [BUCKET]: [[409], [204]], [PULL]: [[405]] },
    ['pull secret x-p i/d'],
    [...DELETES, 'pause', BUCKET, PULL],
  ],
])('objects with ids where %s', async (_, script, left, requests) => {
  expect(await cleanUp([201, ID], script)).toEqual({ left, requests });
});

test.each<[status: number, left: number]>([
  [200, 3],
  [299, 3],
  [400, 0],
  [499, 0],
  [500, 3],
  [501, 0],
  [502, 3],
])('a create that returned %i may have made an object: of three %i are left', async (status, left) => {
  expect((await cleanUp([status], {})).left).toHaveLength(left);
});

const LISTS = ['GET /secrets', 'GET /s3/buckets'];

test('objects without ids are found by the prefix of all that the probe made, others are left alone', async () => {
  const { left, requests } = await cleanUp([500], {
    'GET /secrets': [
      [
        200,
        [
          { name: 'x-', id: 'n' },
          { name: 'mine', id: 'm' },
          { name: 'x-s' },
          { name: 1, id: 'o' },
          { name: 'x-s', id: 's' },
        ],
      ],
    ],
    'GET /s3/buckets': [
      [
        200,
        [
          { description: 'x-b', id: 'b' },
          { name: 'x-b', id: 'n' },
        ],
      ],
    ],
    'DELETE /secrets/n': [[204]],
    'DELETE /secrets/s': [[204]],
    'DELETE /s3/buckets/b': [[500], [404]],
  });

  expect(left).toEqual(['pull secret x-p undefined']);
  expect(requests).toEqual([
    ...['GET /secrets', 'DELETE /secrets/n', 'DELETE /secrets/s', 'GET /s3/buckets', 'DELETE /s3/buckets/b', 'pause'],
    ...['GET /s3/buckets', 'DELETE /s3/buckets/b'],
  ]);
});

test('a list that cannot be read finds nothing, in each round', async () => {
  const { left, requests } = await cleanUp([500], { 'GET /secrets': [[500]], 'GET /s3/buckets': [[200, 'text']] });

  expect(left).toEqual(['secret x-s undefined', 'bucket x-b undefined', 'pull secret x-p undefined']);
  expect(requests).toEqual([...LISTS, 'pause', ...LISTS]);
});
