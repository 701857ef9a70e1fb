import { expect, test } from 'vitest';
import type { RawRequest } from '../raw';
import { shareS3 } from '../support';
import { told, written } from './told';

/**
 * Requests, with headers and body, and the whole error of each: status, code, what it is about, message. The bucket has the object `k`, `hello`, and an
 * upload without a part. Source: Amazon S3 API Reference, "Error responses".
 */
const REFUSALS = `
GET /BUCKET/%FF
  400 InvalidURI Couldn't parse the specified URI.
GET /BUCKET/{k*1025}
  400 KeyTooLongError {"Size":"1025","MaxSizeAllowed":"1024"} Your key is too long
GET /BUCKET/{k*1024}
  404 NoSuchKey {"Key":"{k*1024}"} The specified key does not exist.
GET /none
  404 NoSuchBucket {"BucketName":"none"} The specified bucket does not exist
PATCH /BUCKET
  405 MethodNotAllowed {"Method":"PATCH","ResourceType":"BUCKET"} The specified method is not allowed against this resource.
GET /BUCKET?policy=
  501 NotImplemented {"Operation":"GetBucketPolicy"} The service does not have this operation.
GET /BUCKET?max-keys=-1
  400 InvalidArgument {"ArgumentName":"max-keys","ArgumentValue":"-1"} Argument max-keys must be an integer between 0 and 2147483647
GET /BUCKET?max-keys=2147483648
  400 InvalidArgument {"ArgumentName":"max-keys","ArgumentValue":"2147483648"} Provided max-keys not an integer or within integer range
GET /BUCKET?uploads=&max-uploads=1x
  400 InvalidArgument {"ArgumentName":"max-uploads","ArgumentValue":"1x"} Provided max-uploads not an integer or within integer range
GET /BUCKET?encoding-type=base64
  400 InvalidArgument {"ArgumentName":"encoding-type","ArgumentValue":"base64"} Invalid Encoding Method specified in Request
GET /BUCKET?list-type=2&continuation-token=MQ==
  400 InvalidArgument {"ArgumentName":"continuation-token"} The continuation token provided is incorrect
GET /BUCKET?list-type=2&continuation-token=Mms
  400 InvalidArgument {"ArgumentName":"continuation-token"} The continuation token provided is incorrect
GET /?continuation-token=Xw
  400 InvalidArgument {"ArgumentName":"continuation-token"} The continuation token provided is incorrect
GET /?max-buckets=0
  400 InvalidArgument {"ArgumentName":"max-buckets","ArgumentValue":"0"} Argument max-buckets must be an integer between 1 and 10000
GET /?max-buckets=10001
  400 InvalidArgument {"ArgumentName":"max-buckets","ArgumentValue":"10001"} Argument max-buckets must be an integer between 1 and 10000
GET /?max-buckets=x
  400 InvalidArgument {"ArgumentName":"max-buckets","ArgumentValue":"x"} Argument max-buckets must be an integer between 1 and 10000
PUT /BUCKET/new | if-match: *
  404 NoSuchKey {"Key":"new"} The specified key does not exist.
POST /BUCKET?delete= | x-amz-checksum-mode: ENABLED | =<Delete/>
  400 InvalidRequest Missing required header for this request: Content-MD5
POST /BUCKET?delete= | content-md5: R2cEG0GhQVRNiyXR3QnSyw== | =<Delete></Delete>
  400 MalformedXML The XML you provided was not well-formed or did not validate against our published schema
PUT /other
  403 AccessDenied Buckets are created with the service's own API: POST /s3/buckets.
PUT /BUCKET
  409 BucketAlreadyOwnedByYou {"BucketName":"BUCKET"} Your previous request to create the named bucket succeeded and you already own it.
DELETE /BUCKET
  403 AccessDenied Buckets are deleted with the service's own API: DELETE /s3/buckets/{id}.
GET /BUCKET?cors=
  404 NoSuchCORSConfiguration {"BucketName":"BUCKET"} The CORS configuration does not exist
GET /BUCKET?lifecycle=
  404 NoSuchLifecycleConfiguration {"BucketName":"BUCKET"} The lifecycle configuration does not exist
GET /BUCKET/k?partNumber=0
  400 InvalidArgument {"ArgumentName":"partNumber","ArgumentValue":"0"} Part number must be an integer between 1 and 10000, inclusive
GET /BUCKET/k?partNumber=10001
  400 InvalidArgument {"ArgumentName":"partNumber","ArgumentValue":"10001"} Part number must be an integer between 1 and 10000, inclusive
GET /BUCKET/k?partNumber=
  400 InvalidArgument {"ArgumentName":"partNumber","ArgumentValue":""} Part number must be an integer between 1 and 10000, inclusive
PUT /BUCKET/k?uploadId=x
  400 InvalidArgument {"ArgumentName":"partNumber","ArgumentValue":""} Part number must be an integer between 1 and 10000, inclusive
GET /BUCKET/k?partNumber=10000
  400 InvalidPart {"PartNumberRequested":"10000","ActualPartCount":"1"} The requested part does not exist.
GET /BUCKET/k?partNumber=1 | range: bytes=0-0
  400 InvalidRequest Cannot specify both Range header and partNumber query parameter
GET /BUCKET/k?uploadId=
  404 NoSuchUpload {"UploadId":""} The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.
GET /BUCKET/k?uploadId=x
  404 NoSuchUpload {"UploadId":"x"} The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.
GET /BUCKET/k?uploadId=x&part-number-marker=-1
  400 InvalidArgument {"ArgumentName":"part-number-marker","ArgumentValue":"-1"} Argument part-number-marker must be an integer between 0 and 2147483647
GET /BUCKET/k?versionId=1
  400 InvalidArgument {"ArgumentName":"versionId","ArgumentValue":"1"} Invalid version id specified
DELETE /BUCKET/k?versionId=
  400 InvalidArgument {"ArgumentName":"versionId","ArgumentValue":""} Version id cannot be the empty string
GET /BUCKET/k?attributes=
  400 InvalidArgument {"ArgumentName":"x-amz-object-attributes"} Invalid attribute name specified.
GET /BUCKET/k?attributes= | x-amz-object-attributes: ETag,Size
  400 InvalidArgument {"ArgumentName":"x-amz-object-attributes"} Invalid attribute name specified.
GET /BUCKET/k | range: bytes=5-
  416 InvalidRange {"RangeRequested":"bytes=5-","ActualObjectSize":"5"} The requested range is not satisfiable
GET /BUCKET/k | if-match: "0"
  412 PreconditionFailed {"Condition":"If-Match"} At least one of the pre-conditions you specified did not hold
GET /BUCKET/k | if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT
  412 PreconditionFailed {"Condition":"If-Unmodified-Since"} At least one of the pre-conditions you specified did not hold
PUT /BUCKET/copy | x-amz-copy-source: BUCKET/k | x-amz-copy-source-if-match: "0"
  412 PreconditionFailed {"Condition":"x-amz-copy-source-If-Match"} At least one of the pre-conditions you specified did not hold
PUT /BUCKET/k | if-none-match: "0"
  501 NotImplemented {"Header":"If-None-Match","additionalMessage":"We don't accept the provided value of If-None-Match header for this API"} A header you provided implies functionality that is not implemented
PUT /BUCKET/copy | x-amz-copy-source: k
  400 InvalidArgument {"ArgumentName":"x-amz-copy-source","ArgumentValue":"x-amz-copy-source"} Invalid copy source object key
PUT /BUCKET/copy | x-amz-copy-source: BUCKET/k | x-amz-metadata-directive: MOVE
  400 InvalidArgument {"ArgumentName":"x-amz-metadata-directive","ArgumentValue":"MOVE"} Unknown metadata directive.
PUT /BUCKET/k | x-amz-copy-source: BUCKET/k
  400 InvalidRequest This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.
PUT /BUCKET/copy | x-amz-copy-source: BUCKET/k | x-amz-checksum-algorithm: MD4
  400 InvalidRequest Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, CRC32C, CRC64NVME, MD5, SHA1, SHA256, SHA512, XXHASH128, XXHASH3, XXHASH64]
PUT /BUCKET/k?uploadId=UPLOAD&partNumber=9 | x-amz-copy-source: BUCKET/k | x-amz-copy-source-range: bytes=0-
  400 InvalidArgument {"ArgumentName":"x-amz-copy-source-range","ArgumentValue":"bytes=0-"} The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy
PUT /BUCKET/k?uploadId=UPLOAD&partNumber=9 | x-amz-copy-source: BUCKET/k | x-amz-copy-source-range: bytes=3-2
  400 InvalidArgument {"ArgumentName":"x-amz-copy-source-range","ArgumentValue":"bytes=3-2"} The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy
PUT /BUCKET/k?uploadId=UPLOAD&partNumber=9 | x-amz-copy-source: BUCKET/k | x-amz-copy-source-range: bytes=0-5
  400 InvalidArgument {"ArgumentName":"x-amz-copy-source-range","ArgumentValue":"bytes=0-5"} Range specified is not valid for source object of size: 5
PUT /BUCKET/k | content-md5: x
  400 InvalidDigest {"Content-MD5":"x"} The Content-MD5 you specified was invalid.
PUT /BUCKET/k | content-md5: AAAAAAAAAAAAAAAAAAAAAA== | =hello
  400 BadDigest {"ExpectedDigest":"AAAAAAAAAAAAAAAAAAAAAA==","CalculatedDigest":"XUFAKrxLKna5cZ2REBfFkg=="} The Content-MD5 you specified did not match what we received.
PUT /BUCKET/k | x-amz-decoded-content-length: -1 | x-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER
  400 InvalidArgument {"ArgumentName":"x-amz-decoded-content-length","ArgumentValue":"-1"} The length of the body must be a whole number of bytes, not less than 0.
PUT /BUCKET/k | x-amz-meta-a: {x*2048}
  400 MetadataTooLarge {"Size":"2049","MaxSizeAllowed":"2048"} Your metadata headers exceed the maximum allowed metadata size
PUT /BUCKET/k | x-amz-website-redirect-location: x
  400 InvalidRedirectLocation The website redirect location must have a prefix of 'http://' or 'https://' or '/'.
POST /BUCKET/k?uploads= | x-amz-checksum-type: COMPOSITE
  400 InvalidRequest The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.
POST /BUCKET/k?uploads= | x-amz-checksum-type: WHOLE
  400 InvalidRequest Value for x-amz-checksum-type header is invalid.
POST /BUCKET/k?uploads= | x-amz-checksum-type: full_object | x-amz-checksum-algorithm: sha1
  400 InvalidRequest The FULL_OBJECT checksum type cannot be used with the sha1 checksum algorithm.
`;

const share = shareS3();

/** `{k*3}` is `kkk`. */
const spelled = (text: string) =>
  text.replace(/\{(\w)\*(\d+)\}/g, (_, letter: string, times) => letter.repeat(Number(times)));

const ROWS = [...REFUSALS.matchAll(/^(\w.*)\n {2}(\d+) (\w+) (\{".*?"\} )?(.*)$/gm)].map(
  ([, request = '', status, code = '', details, message = '']) =>
    [request, [Number(status), code, message, JSON.parse(spelled(details ?? '{}')) as Record<string, string>]] as const,
);

function toRequest(line: string): RawRequest {
  const [first = '', ...rest] = spelled(line).split(' | ');
  const [method = '', url = ''] = first.split(' ');
  const [path = '', query = ''] = url.split('?');
  const headers = rest.filter((each) => !each.startsWith('=')).map((each) => each.split(': ') as [string, string]);
  const pairs = query.split('&').filter(Boolean);
  return {
    ...{
      method,
      path,
      headers: Object.fromEntries(headers),
      body: rest.find((each) => each.startsWith('='))?.slice(1) ?? '',
    },
    query: Object.fromEntries(pairs.map((each) => [each.replace(/=.*/, ''), each.replace(/^.*?=/, '')])),
  };
}

test('the table is read whole', () => {
  expect(ROWS).toHaveLength(REFUSALS.trim().split('\n').length / 2);
});

test.each(ROWS)('%s', async (line, expected) => {
  const bench = await share();
  const path = `/${bench.Bucket}/k`;
  await bench.ask({ method: 'PUT', path, body: 'hello' });
  const { text } = await bench.ask({ method: 'POST', path, query: { uploads: '' } });
  const upload = /<UploadId>(.*)<\/UploadId>/.exec(text)?.[1] ?? '';

  const request = toRequest(line.replaceAll('BUCKET', bench.Bucket).replace('UPLOAD', upload));
  const { received, headers } = await told(bench, request);

  expect(received).toEqual(written(expected));
  expect(headers['content-range']).toBe(expected[0] === 416 ? 'bytes */5' : undefined);
});
