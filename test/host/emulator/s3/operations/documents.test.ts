import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { postForm } from '../post-form';
import { ANNOUNCED, AT, account, CRC32, document, HELLO, openStill } from './still';

/** Documents as the Amazon S3 API Reference has them, whole: clients other than the SDK read elements that it leaves out. */

test('an upload in parts, from its beginning to the attributes of its object', async () => {
  const { Bucket, path, textOf, begin, owner, initiator, emulator } = await openStill();
  const { text, id: uploadId } = await begin('a%20b', {
    ...{ 'x-amz-checksum-algorithm': 'CRC32', 'x-amz-checksum-type': 'FULL_OBJECT' },
  });
  const at = { path: `${path}/a%20b` };
  const part = (number: string) => ({ ...at, method: 'PUT', query: { uploadId, partNumber: number } });
  await textOf({ ...part('3'), body: 'hello', headers: { 'x-amz-checksum-crc32': CRC32 } });
  const copied = await textOf({ ...part('5'), headers: { 'x-amz-copy-source': `${path}/dir/c` } });
  const listed = (number: number) =>
    `<Part><PartNumber>${number}</PartNumber><LastModified>${AT}</LastModified><ETag>&quot;${HELLO}&quot;</ETag><Size>5</Size><ChecksumCRC32>${CRC32}</ChecksumCRC32></Part>`;
  const list = (query: Record<string, string>) => textOf({ ...at, query: { uploadId, ...query } });
  const parts = (key: string, content: string) =>
    document(
      'ListPartsResult',
      `<Bucket>${Bucket}</Bucket><Key>${key}<UploadId>${uploadId}</UploadId>${initiator}${owner}<StorageClass>STANDARD</StorageClass>${ANNOUNCED}${content}`,
    );

  expect(text).toBe(
    document(
      'InitiateMultipartUploadResult',
      `<Bucket>${Bucket}</Bucket><Key>a b</Key><UploadId>${uploadId}</UploadId>`,
    ),
  );
  expect(copied).toBe(
    document(
      'CopyPartResult',
      `<LastModified>${AT}</LastModified><ETag>&quot;${HELLO}&quot;</ETag><ChecksumCRC32>${CRC32}</ChecksumCRC32>`,
    ),
  );
  expect(await list({ 'max-parts': '1', 'encoding-type': 'URL' })).toBe(
    parts(
      'a%20b</Key><EncodingType>url</EncodingType>',
      `<PartNumberMarker>0</PartNumberMarker><NextPartNumberMarker>3</NextPartNumberMarker><MaxParts>1</MaxParts><IsTruncated>true</IsTruncated>${listed(3)}`,
    ),
  );
  expect(await list({ 'part-number-marker': '3' })).toBe(
    parts(
      'a b</Key>',
      `<PartNumberMarker>3</PartNumberMarker><NextPartNumberMarker>5</NextPartNumberMarker><MaxParts>1000</MaxParts><IsTruncated>false</IsTruncated>${listed(5)}`,
    ),
  );
  expect(await list({ 'part-number-marker': '5' })).toBe(
    parts(
      'a b</Key>',
      '<PartNumberMarker>5</PartNumberMarker><NextPartNumberMarker>0</NextPartNumberMarker><MaxParts>1000</MaxParts><IsTruncated>false</IsTruncated>',
    ),
  );

  const done = await textOf({
    ...{ ...at, method: 'POST', query: { uploadId } },
    body: `<CompleteMultipartUpload><Part><PartNumber>3</PartNumber><ETag>${HELLO}</ETag></Part></CompleteMultipartUpload>`,
  });
  const etag = `${createHash('md5').update(Buffer.from(HELLO, 'hex')).digest('hex')}-1`;

  expect(done).toBe(
    document(
      'CompleteMultipartUploadResult',
      `<Location>${emulator.s3Endpoint}/${Bucket}/a%20b</Location><Bucket>${Bucket}</Bucket><Key>a b</Key><ETag>&quot;${etag}&quot;</ETag><ChecksumCRC32>${CRC32}</ChecksumCRC32><ChecksumType>FULL_OBJECT</ChecksumType>`,
    ),
  );
  const attributes = (headers: Record<string, string>) => textOf({ ...at, query: { attributes: '' }, headers });
  const all = { 'x-amz-object-attributes': 'ETag,Checksum,ObjectParts, StorageClass,,ObjectSize' };
  const objectParts = '<ObjectParts><PartsCount>1</PartsCount></ObjectParts>';
  const checksum = `<Checksum><ChecksumCRC32>${CRC32}</ChecksumCRC32><ChecksumType>FULL_OBJECT</ChecksumType></Checksum>`;
  const result = (content: string) => document('GetObjectAttributesResponse', content);
  const only = { 'x-amz-object-attributes': 'ObjectParts' };

  expect(await attributes(all)).toBe(
    result(
      `<ETag>${etag}</ETag>${checksum}${objectParts}<StorageClass>STANDARD</StorageClass><ObjectSize>5</ObjectSize>`,
    ),
  );
  expect(await attributes(only)).toBe(result(objectParts));
  expect(await attributes({ 'x-amz-object-attributes': 'StorageClass' })).toBe(
    result('<StorageClass>STANDARD</StorageClass>'),
  );
});

test('CopyObject, and what is deleted', async () => {
  const { path, textOf } = await openStill();
  const copied = await textOf({ method: 'PUT', path: `${path}/d`, headers: { 'x-amz-copy-source': `${path}/a%20b` } });
  const remove = (entries: string, quiet = '') => {
    const body = `<Delete>${entries}${quiet}</Delete>`;
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
    return textOf({ method: 'POST', query: { delete: '' }, headers, body });
  };
  const entry = (key: string, more = '') => `<Object><Key>${key}</Key>${more}</Object>`;
  const deleted = (key: string) => `<Deleted><Key>${key}</Key></Deleted>`;
  const error = (key: string, code: string, message: string) =>
    `<Error><Key>${key}</Key><Code>${code}</Code><Message>${message}</Message></Error>`;
  const OTHER = '<ETag>"0"</ETag>';
  const result = (content: string) => document('DeleteResult', content);
  const failed = error('dir/c', 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  const version = error('d', 'NoSuchVersion', 'The specified version does not exist.');
  const missing = error('none', 'NoSuchKey', 'The specified key does not exist.');

  expect(copied).toBe(
    document(
      'CopyObjectResult',
      `<LastModified>${AT}</LastModified><ETag>&quot;${HELLO}&quot;</ETag><ChecksumCRC32>${CRC32}</ChecksumCRC32><ChecksumType>FULL_OBJECT</ChecksumType>`,
    ),
  );
  expect(await remove(entry('a b', '<VersionId></VersionId>') + entry('dir/c', OTHER) + entry('none', OTHER))).toBe(
    result(deleted('a b') + failed + missing),
  );
  expect(await remove(entry('d', '<VersionId>1</VersionId>') + entry('x'), '<Quiet> TRUE </Quiet>')).toBe(
    result(version),
  );
  expect(await remove(entry('d') + entry('dir/c'), '<Quiet>false</Quiet>')).toBe(
    result(deleted('d') + deleted('dir/c')),
  );
  expect(await remove(entry('d'), '<Quiet>true</Quiet>')).toBe(result(''));
});

test('the descriptions of a bucket', async () => {
  const { Bucket, bucketRecord, key, textOf, owner, emulator, credentials } = await openStill();
  const describe = (parameter: string) => textOf({ query: { [parameter]: '' } });
  const grant = (permission: string) =>
    `<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser">${account(emulator.projectId)}</Grantee><Permission>${permission}</Permission></Grant>`;
  const acl = (...permissions: string[]) =>
    document(
      'AccessControlPolicy',
      `${owner}<AccessControlList>${permissions.map(grant).join('')}</AccessControlList>`,
    );

  expect(await describe('location')).toBe(document('LocationConstraint', ''));
  expect(await describe('versioning')).toBe(document('VersioningConfiguration', ''));
  expect(await describe('acl')).toBe(acl('FULL_CONTROL'));
  for (const [bits, permissions] of [
    [{ read: true, write: true }, ['READ', 'WRITE']],
    [{ read: true }, ['READ']],
  ] as const) {
    Object.assign(credentials, await key([{ ...bucketRecord, alias: Bucket }], bits));
    expect(await describe('acl')).toBe(acl(...permissions));
  }
});

test('a configuration, as it was sent, until it is deleted', async () => {
  const { textOf } = await openStill();
  const cors =
    '<CORSRule><ID>one</ID><AllowedOrigin>*</AllowedOrigin><AllowedOrigin>http://a</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>x-*</AllowedHeader><MaxAgeSeconds>0</MaxAgeSeconds><ExposeHeader>ETag</ExposeHeader></CORSRule>';
  const rule = (content: string) => `<Rule>${content}</Rule>`;
  const lifecycle =
    rule(
      '<ID>a</ID><Filter><And><Prefix>p</Prefix><ObjectSizeGreaterThan>1</ObjectSizeGreaterThan><ObjectSizeLessThan>9</ObjectSizeLessThan></And></Filter><Status>Enabled</Status><Expiration><Days>3</Days></Expiration><AbortIncompleteMultipartUpload><DaysAfterInitiation>2</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
    ) +
    rule(
      '<Filter><ObjectSizeLessThan>9</ObjectSizeLessThan></Filter><Status>Disabled</Status><Expiration><Date>2031-01-02T00:00:00.000Z</Date></Expiration>',
    ) +
    rule(
      '<Filter></Filter><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
    );

  for (const [parameter, root, content] of [
    ['cors', 'CORSConfiguration', cors],
    ['lifecycle', 'LifecycleConfiguration', lifecycle],
  ] as const) {
    const query = { [parameter]: '' };
    expect(await textOf({ method: 'PUT', query, body: document(root, content) })).toBe('');
    expect(await textOf({ query })).toBe(document(root, content));
    expect(await textOf({ method: 'DELETE', query })).toBe('');
    expect(await textOf({ query })).toContain('<Code>NoSuch');
  }
});

test('a form that asks for a document', async () => {
  const { emulator, Bucket, credentials } = await openStill();

  const expiration = new Date(Date.parse(AT) + 1000);
  const fields = { key: 'a&b', success_action_status: '201' };

  const response = await postForm(emulator, Bucket, credentials, fields, 'hello', { expiration });

  const location = `${emulator.s3Endpoint}/${Bucket}/a%26b`;
  expect(response.headers.get('location')).toBe(location);
  expect(await response.text()).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse><Location>${location}</Location><Bucket>${Bucket}</Bucket><Key>a&amp;b</Key><ETag>&quot;${HELLO}&quot;</ETag></PostResponse>`,
  );
});
