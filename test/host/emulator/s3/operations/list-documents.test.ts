import { expect, test } from 'vitest';
import { ANNOUNCED, AT, document, HELLO, openStill } from './still';

/** Documents as the Amazon S3 API Reference has them, whole: clients other than the SDK read elements that it leaves out. */

const object = (key: string, owner = '', [name, version] = ['Contents', '']) =>
  `<${name}><Key>${key}</Key>${version}<LastModified>${AT}</LastModified><ETag>&quot;${HELLO}&quot;</ETag>${ANNOUNCED}<Size>5</Size>${owner}<StorageClass>STANDARD</StorageClass></${name}>`;
const DIR = '<CommonPrefixes><Prefix>dir/</Prefix></CommonPrefixes>';

test('ListBuckets', async () => {
  const { textOf, plain, owner } = await withBuckets();
  const [first, second] = plain;
  const bucket = (name: string) =>
    `<Bucket><Name>${name}</Name><CreationDate>${AT}</CreationDate><BucketRegion>us-east-1</BucketRegion><BucketArn>arn:aws:s3:::${name}</BucketArn></Bucket>`;
  const token = Buffer.from(first).toString('base64url');
  const list = (query: Record<string, string>) => textOf({ path: '/', query });
  const result = (buckets: string, rest = '') =>
    document('ListAllMyBucketsResult', `${owner}<Buckets>${buckets}</Buckets>${rest}`);

  expect(await list({})).toBe(result(bucket(first) + bucket(second)));
  expect(await list({ 'max-buckets': '1' })).toBe(
    result(bucket(first), `<ContinuationToken>${token}</ContinuationToken>`),
  );
  expect(await list({ 'max-buckets': '1', 'continuation-token': token })).toBe(result(bucket(second)));
  expect(await list({ 'max-buckets': '2', prefix: '', 'bucket-region': 'us-east-1' })).toBe(
    result(bucket(first) + bucket(second), '<Prefix></Prefix>'),
  );
  expect(await list({ 'bucket-region': 'eu-west-1' })).toBe(result(''));
});

/** Two buckets, and nothing else, by name. */
async function withBuckets() {
  const bench = await openStill();
  const { alias } = await bench.bucket();
  const { id: first } = bench.bucketRecord;
  const second = bench.emulator.inspect.buckets().find((each) => each.alias === alias);
  Object.assign(bench.credentials, await bench.key([{ id: first, alias: '' }, second ?? { id: '', alias }], {}));
  const plain = [bench.Bucket, alias].sort() as [string, string];
  return { ...bench, plain };
}

test('ListObjects', async () => {
  const { Bucket, textOf, owner } = await openStill();
  const list = (query: Record<string, string>) => textOf({ query });
  const result = (content: string) => document('ListBucketResult', `<Name>${Bucket}</Name>${content}`);

  expect(await list({})).toBe(
    result(
      `<Prefix></Prefix><Marker></Marker><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${object('a b', owner)}${object('dir/c', owner)}`,
    ),
  );
  expect(await list({ 'max-keys': '1', delimiter: '/', 'encoding-type': 'url' })).toBe(
    result(
      `<Prefix></Prefix><Marker></Marker><NextMarker>a%20b</NextMarker><MaxKeys>1</MaxKeys><Delimiter>/</Delimiter><EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>${object('a%20b', owner)}`,
    ),
  );
  expect(await list({ marker: 'a b', delimiter: '/', prefix: 'd' })).toBe(
    result(
      `<Prefix>d</Prefix><Marker>a b</Marker><MaxKeys>1000</MaxKeys><Delimiter>/</Delimiter><IsTruncated>false</IsTruncated>${DIR}`,
    ),
  );
});

test('ListObjectsV2', async () => {
  const { Bucket, textOf, owner } = await openStill();
  const list = (query: Record<string, string>) => textOf({ query: { 'list-type': '2', ...query } });
  const result = (content: string) => document('ListBucketResult', `<Name>${Bucket}</Name>${content}`);
  const token = Buffer.from('1a b').toString('base64url');

  expect(await list({ 'max-keys': '1', delimiter: '/', 'fetch-owner': 'true' })).toBe(
    result(
      `<Prefix></Prefix><NextContinuationToken>${token}</NextContinuationToken><KeyCount>1</KeyCount><MaxKeys>1</MaxKeys><Delimiter>/</Delimiter><IsTruncated>true</IsTruncated>${object('a b', owner)}`,
    ),
  );
  expect(await list({ 'continuation-token': token, 'start-after': 'z', delimiter: '/', 'fetch-owner': 'false' })).toBe(
    result(
      `<Prefix></Prefix><ContinuationToken>${token}</ContinuationToken><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys><Delimiter>/</Delimiter><IsTruncated>false</IsTruncated>${DIR}`,
    ),
  );
  expect(await list({ 'start-after': 'a b', delimiter: '', 'max-keys': '' })).toBe(
    result(
      `<Prefix></Prefix><StartAfter>a b</StartAfter><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${object('dir/c')}`,
    ),
  );
});

test('ListObjectVersions', async () => {
  const { Bucket, textOf, owner } = await openStill({ s3Buckets: true });
  const version = (key: string) =>
    object(key, owner, ['Version', '<VersionId>null</VersionId><IsLatest>true</IsLatest>']);
  const list = (query: Record<string, string>) => textOf({ query: { versions: '', ...query } });
  const result = (content: string) =>
    document('ListVersionsResult', `<Name>${Bucket}</Name><Prefix></Prefix>${content}`);

  expect(await list({ 'max-keys': '1' })).toBe(
    result(
      `<KeyMarker></KeyMarker><VersionIdMarker></VersionIdMarker><NextKeyMarker>a b</NextKeyMarker><NextVersionIdMarker>null</NextVersionIdMarker><MaxKeys>1</MaxKeys><IsTruncated>true</IsTruncated>${version('a b')}`,
    ),
  );
  expect(await list({ 'key-marker': 'a b', 'version-id-marker': 'null' })).toBe(
    result(
      `<KeyMarker>a b</KeyMarker><VersionIdMarker>null</VersionIdMarker><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${version('dir/c')}`,
    ),
  );
});

test('ListMultipartUploads', async () => {
  const { Bucket, textOf, begin, owner, initiator } = await openStill();
  const plain = await begin('a%20b');
  const summed = await begin('a%20b', { 'x-amz-checksum-algorithm': 'CRC32' });
  await begin('dir/c');
  const upload = (key: string, id: string, checksum = '') =>
    `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${initiator}${owner}<StorageClass>STANDARD</StorageClass><Initiated>${AT}</Initiated>${checksum}</Upload>`;
  const composite = '<ChecksumAlgorithm>CRC32</ChecksumAlgorithm><ChecksumType>COMPOSITE</ChecksumType>';
  const list = (query: Record<string, string>) => textOf({ query: { uploads: '', ...query } });
  const result = (content: string) => document('ListMultipartUploadsResult', `<Bucket>${Bucket}</Bucket>${content}`);

  expect(await list({ 'max-uploads': '2', delimiter: '/', 'encoding-type': 'url' })).toBe(
    result(
      `<KeyMarker></KeyMarker><UploadIdMarker></UploadIdMarker><NextKeyMarker>a%20b</NextKeyMarker><NextUploadIdMarker>${summed.id}</NextUploadIdMarker><Delimiter>/</Delimiter><EncodingType>url</EncodingType><MaxUploads>2</MaxUploads><IsTruncated>true</IsTruncated>${upload('a%20b', plain.id)}${upload('a%20b', summed.id, composite)}`,
    ),
  );
  expect(await list({ 'key-marker': 'a b', 'upload-id-marker': plain.id, delimiter: '/' })).toBe(
    result(
      `<KeyMarker>a b</KeyMarker><UploadIdMarker>${plain.id}</UploadIdMarker><NextKeyMarker>dir/</NextKeyMarker><NextUploadIdMarker></NextUploadIdMarker><Delimiter>/</Delimiter><MaxUploads>1000</MaxUploads><IsTruncated>false</IsTruncated>${upload('a b', summed.id, composite)}${DIR}`,
    ),
  );
  // An upload id marker counts only beside a key marker.
  expect(await list({ 'upload-id-marker': plain.id, prefix: 'a' })).toBe(
    result(
      `<KeyMarker></KeyMarker><UploadIdMarker></UploadIdMarker><NextKeyMarker>a b</NextKeyMarker><NextUploadIdMarker>${summed.id}</NextUploadIdMarker><Prefix>a</Prefix><MaxUploads>1000</MaxUploads><IsTruncated>false</IsTruncated>${upload('a b', plain.id)}${upload('a b', summed.id, composite)}`,
    ),
  );
  await begin('e');
  expect(await list({ 'max-uploads': '1', 'key-marker': 'a b', delimiter: '/' })).toBe(
    result(
      `<KeyMarker>a b</KeyMarker><UploadIdMarker></UploadIdMarker><NextKeyMarker>dir/</NextKeyMarker><NextUploadIdMarker></NextUploadIdMarker><Delimiter>/</Delimiter><MaxUploads>1</MaxUploads><IsTruncated>true</IsTruncated>${DIR}`,
    ),
  );
});
