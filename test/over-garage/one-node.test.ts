import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, inject, test } from 'vitest';
import { AdminApi } from '../../emulator/garage/admin-api';
import { Nodes } from '../../emulator/garage/nodes';
import { clientFor } from '../host/emulator/s3/support';
import { start } from '../host/emulator/support';

const { adminUrl, adminToken, s3Url } = inject('oneNode');

/** An emulator with a bucket, and S3 clients with keys for it. */
async function open(maxSize = 1_000_000) {
  const { emulator, send, project } = await start();
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: maxSize })).json;
  // A create that a busy cluster has not finished in time gives an id alone.
  const aliasOf = async () => (await send('GET', '/s3/buckets')).json[0]?.alias;
  await expect.poll(aliasOf).toBeTruthy();
  const Bucket: string = await aliasOf();
  const newKey = async (permissions: object) => {
    const all = { read: false, write: false, owner: false, ...permissions };
    const { json } = await send('POST', '/s3/keys', { project_id: project, bucket_ids: [id], permissions: all });
    const credentials = { accessKeyId: json.access_key_id, secretAccessKey: json.secret_access_key };
    return { id: json.id as string, s3: clientFor({ s3Endpoint: s3Url }, credentials) };
  };
  return { emulator, send, project, id, Bucket, newKey };
}

test('objects are put, read, listed, copied, uploaded in parts, signed for and deleted', async () => {
  const { Bucket, newKey } = await open(20_000_000);
  const { s3 } = await newKey({ read: true, write: true });

  await s3.putObject({ Bucket, Key: 'a/one', Body: 'one' });
  await s3.copyObject({ Bucket, Key: 'a/two', CopySource: `${Bucket}/a/one` });
  const { UploadId } = await s3.createMultipartUpload({ Bucket, Key: 'parts' });
  const Parts = [];
  for (const [index, Body] of [Buffer.alloc(5 * 1024 * 1024, 1), Buffer.from('end')].entries()) {
    const part = { Bucket, Key: 'parts', UploadId, PartNumber: index + 1, Body };
    Parts.push({ PartNumber: index + 1, ETag: (await s3.uploadPart(part)).ETag });
  }
  await s3.completeMultipartUpload({ Bucket, Key: 'parts', UploadId, MultipartUpload: { Parts } });

  const { Contents = [] } = await s3.listObjectsV2({ Bucket });
  expect(Contents.map(({ Key, Size }) => [Key, Size])).toEqual([
    ['a/one', 3],
    ['a/two', 3],
    ['parts', 5 * 1024 * 1024 + 3],
  ]);
  const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'a/two' }), { expiresIn: 60 });
  expect(await (await fetch(url)).text()).toBe('one');
  for (const { Key } of Contents) await s3.deleteObject({ Bucket, Key });
  expect((await s3.listObjectsV2({ Bucket })).KeyCount).toBe(0);
});

test('each permission allows what it says, and a revoked key is refused at once', async () => {
  const { send, Bucket, newKey } = await open();
  const [reader, writer] = [await newKey({ read: true }), await newKey({ write: true })];

  await writer.s3.putObject({ Bucket, Key: 'k', Body: 'x' });
  await expect(writer.s3.getObject({ Bucket, Key: 'k' })).rejects.toThrow();
  await expect(reader.s3.putObject({ Bucket, Key: 'k', Body: 'y' })).rejects.toThrow();
  await reader.s3.headBucket({ Bucket });

  expect((await send('DELETE', `/s3/keys/${reader.id}`)).status).toBe(204);
  await expect(reader.s3.headBucket({ Bucket })).rejects.toThrow();
});

test('a quota is enforced, raised, and a bucket with objects is not deleted', async () => {
  const { send, id, Bucket, newKey } = await open(10);
  const { s3 } = await newKey({ read: true, write: true });
  const put = () => s3.putObject({ Bucket, Key: 'k', Body: 'x'.repeat(20) });

  await expect(put()).rejects.toThrow(/quota/);
  expect((await send('PUT', '/s3/buckets', { id, max_size: 9_007_199_254_740_991 })).status).toBe(200);
  await put();
  expect((await send('DELETE', `/s3/buckets/${id}`)).status).toBe(409);
  await s3.deleteObject({ Bucket, Key: 'k' });
  expect((await send('DELETE', `/s3/buckets/${id}`)).status).toBe(204);
  await expect(put()).rejects.toThrow();
});

test('the calls that the control plane counts on are as the fake cluster has them', async () => {
  const nodes = new Nodes([adminUrl]);
  nodes.prove(nodes.current);
  const api = new AdminApi({ nodes, token: adminToken });
  const alias = `an-alias-${Date.now()}`;
  const id = `GK${Date.now().toString(16).padStart(24, '0')}`;
  const secret = '0'.repeat(64);

  expect(await api.importKey(id, secret, 'name')).toBe('imported');
  expect(await api.importKey(id, secret, 'name')).toBe('taken');
  const bucket = await api.createBucket(alias);
  expect(await api.createBucket(alias)).toBe('taken');
  const bucketId = bucket === 'taken' ? '' : bucket.id;
  expect((await api.setQuota(bucketId, 2n ** 63n - 1n))?.quotas.maxSize).toBe(2n ** 63n - 1n);
  const rights = { read: true, write: false, owner: true };
  await api.allow(bucketId, id, rights);
  expect((await api.allow(bucketId, id, rights))?.keys).toEqual([{ accessKeyId: id, permissions: rights }]);
  expect((await api.findKey(id))?.buckets).toEqual([{ id: bucketId, permissions: rights }]);
  await api.deny(bucketId, id, { read: true, write: true, owner: false });
  const listed = (await api.listBuckets()).find((each) => each.id === bucketId);
  expect(listed?.keys).toEqual([{ accessKeyId: id, permissions: { read: false, write: false, owner: true } }]);
  await expect(api.addAlias(bucketId, alias)).resolves.toBeUndefined();
  await api.expireKey(id);
  expect((await api.listKeys()).find((each) => each.id === id)).toEqual({ id, name: 'name', expired: true });
  expect([await api.deleteKey(id), await api.deleteKey(id)]).toEqual(['deleted', 'absent']);
  expect(await api.importKey(id, secret, 'name')).toBe('taken');
  expect(await api.findKey(id)).toBeUndefined();
  expect([await api.deleteBucket(bucketId), await api.deleteBucket(bucketId)]).toEqual(['deleted', 'absent']);
  await api.cleanUpUploads(bucketId);
  expect(await api.findBucket({ globalAlias: alias })).toBeUndefined();
});
