import { describe, expect, it } from 'vitest';
import { accessKeyRecord, bucketRecord, type Route, routes, secretRecord } from '../../../contract';
import { interfaceOperations } from '../../../contract/openapi';

const all = Object.entries<Route>(routes);

describe('the route table', () => {
  it('holds the twelve operations of the interface and three of ours', () => {
    const shown = interfaceOperations().map((name) => `${routes[name].method} ${routes[name].path}`);

    expect(shown.sort()).toEqual([
      'DELETE /s3/buckets/{id}',
      'DELETE /s3/keys/{id}',
      'DELETE /secrets/{id}',
      'GET /s3/buckets',
      'GET /s3/keys',
      'GET /secrets',
      'POST /s3/buckets',
      'POST /s3/keys',
      'POST /secrets',
      'POST /secrets/pull',
      'PUT /s3/buckets',
      'PUT /secrets',
    ]);
    expect(all.filter(([, route]) => route.ours).map(([name]) => name)).toEqual([
      'listPullSecrets',
      'updatePullSecret',
      'deletePullSecret',
    ]);
  });
});

describe('requests', () => {
  it.each([
    ['createSecret', { project_id: 'p', name: 'Not-lower', value: 'aGk=' }, 'name'],
    ['createSecret', { project_id: 'p', name: 'a', value: 'no base64!' }, 'value'],
    ['createSecret', { project_id: 'p', name: 'a', value: 'aGk' }, 'value'],
    ['createSecret', { name: 'a', value: 'aGk=' }, 'project_id'],
    ['updateSecret', { name: 'a', value: 'aGk=' }, 'id'],
    ['createPullSecret', { project_id: 'p', server: 's', username: 'u' }, 'password'],
    ['createBucket', { project_id: 'p', max_size: 0 }, 'max_size'],
    ['createBucket', { project_id: 'p', max_size: 1.5 }, 'max_size'],
    ['createBucket', { project_id: 'p', max_size: 2n ** 63n }, 'max_size'],
    [
      'createAccessKey',
      { project_id: 'p', bucket_ids: [''], permissions: { read: true, write: false, owner: false } },
      'bucket_ids',
    ],
    ['createAccessKey', { project_id: 'p', bucket_ids: [], permissions: { read: true, write: false } }, 'permissions'],
  ] as const)('%s refuses %o at %s', (operation, body, field) => {
    const { error } = routes[operation].request.safeParse(body);

    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe('records', () => {
  it('need nothing but an id and, for a secret, its name', () => {
    expect(bucketRecord.parse({ id: 'b' })).toEqual({ id: 'b' });
    expect(accessKeyRecord.parse({ id: 'k', endpoint: null })).toEqual({ id: 'k' });
    expect(secretRecord.parse({ id: 's', name: 'a', later: 1 })).toEqual({ id: 's', name: 'a' });
  });
});
