import { describe, expect, it } from 'vitest';
import { accessKeyRecord, bucketRecord, type Route, routes, secretRecord } from '../../../contract';
import { interfaceOperations, toOpenApi } from '../../../contract/openapi';

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

  it('has a body for creates and updates only', () => {
    for (const [name, { method, request }] of all)
      expect([name, request !== undefined]).toEqual([name, method === 'POST' || method === 'PUT']);
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

  it('takes the largest quota without losing a digit', () => {
    expect(routes.createBucket.request.parse({ project_id: 'p', max_size: 2n ** 63n - 1n }).max_size).toBe(
      2n ** 63n - 1n,
    );
  });
});

describe('records', () => {
  it('need nothing but an id and, for a secret, its name', () => {
    expect(bucketRecord.parse({ id: 'b' })).toEqual({ id: 'b' });
    expect(accessKeyRecord.parse({ id: 'k', endpoint: null })).toEqual({ id: 'k' });
    expect(secretRecord.parse({ id: 's', name: 'a', later: 1 })).toEqual({ id: 's', name: 'a' });
  });
});

describe('the OpenAPI document', () => {
  const document = toOpenApi({ title: 'Secrets and S3 storage service', version: '1' });

  it('documents exactly the interface', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/s3/buckets',
      '/s3/buckets/{id}',
      '/s3/keys',
      '/s3/keys/{id}',
      '/secrets',
      '/secrets/pull',
      '/secrets/{id}',
    ]);
  });

  it('has the type integer for integers on the wire', () => {
    const text = JSON.stringify(document.paths['/s3/buckets']);

    expect(text).toContain(
      '"max_size":{"minimum":1,"description":"Quota in bytes.","type":"integer","format":"int64"}',
    );
    expect(text).not.toContain('"wire"');
  });
});
