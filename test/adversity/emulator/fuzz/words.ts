/** What fuzzed requests are made of: what is right, what is nearly right, and what is neither. */

export const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PROPFIND'] as const;

export const KEYS = [
  ...['a', 'b/c', 'b/', 'odd%20key', '%E2%82%AC', 'a%2Fb', '+', '%2B', '..', '../..', './a', '/', '//', 'a//b', '%00'],
  ...['%', '%zz', '%E2%82', '%FF', 'a;b', "'()*!", '%0A', `long-${'k'.repeat(1018)}`, 'k'.repeat(1200), '\u00e9', '~'],
] as const;

export const PARAMETERS = [
  ...['acl', 'cors', 'delete', 'lifecycle', 'location', 'policy', 'tagging', 'uploads', 'versioning', 'versions'],
  ...['website', 'attributes', 'partNumber', 'uploadId', 'versionId', 'list-type', 'prefix', 'delimiter', 'marker'],
  ...['max-keys', 'max-parts', 'max-uploads', 'key-marker', 'upload-id-marker', 'part-number-marker', 'start-after'],
  ...['continuation-token', 'encoding-type', 'fetch-owner', 'response-content-type', 'response-expires', 'x-id'],
  ...['X-Amz-Algorithm', 'X-Amz-Date', 'X-Amz-Expires', 'x-amz-acl', 'select', 'restore', '__proto__', 'toString'],
] as const;

export const VALUES = [
  ...['', '0', '1', '2', '-1', '1000', '10000', '10001', '1e3', '0x10', '99999999999999999999', 'NaN', 'null', 'true'],
  ...'url a b/ / % \u20ac \u0000 \ud83d\ude00 AAAA == " <&> * text/plain'.split(' '),
  'x'.repeat(2000),
] as const;

export const HEADERS = [
  ...['range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'content-md5'],
  ...['content-type', 'content-encoding', 'cache-control', 'expires', 'origin', 'access-control-request-method'],
  ...['access-control-request-headers', 'x-amz-copy-source', 'x-amz-copy-source-range', 'x-amz-copy-source-if-match'],
  ...['x-amz-metadata-directive', 'x-amz-meta-a', 'x-amz-meta-__proto__', 'x-amz-acl', 'x-amz-storage-class'],
  ...['x-amz-checksum-crc32', 'x-amz-checksum-sha256', 'x-amz-checksum-algorithm', 'x-amz-sdk-checksum-algorithm'],
  ...['x-amz-checksum-mode', 'x-amz-checksum-type', 'x-amz-object-attributes', 'x-amz-max-parts', 'x-amz-trailer'],
  ...['x-amz-part-number-marker', 'x-amz-decoded-content-length', 'x-amz-expected-bucket-owner', 'x-amz-tagging'],
  ...['x-amz-server-side-encryption', 'x-amz-website-redirect-location', 'x-amz-mp-object-size'],
  ...['x-amz-security-token', 'x-amz-date', 'date', 'transfer-encoding', 'te', 'upgrade', 'cookie'],
] as const;

export const HEADER_VALUES = [
  ...['', '0', '-1', 'bytes=0-', 'bytes=-1', 'bytes=5-2', 'bytes=0-99999999999999999999', 'bytes=0-1,2-3', 'bytes=a-b'],
  ...['*', '"', '"x"', 'W/"x"', 'Sat, 21 Nov 2026 00:00:00 GMT', 'Thu, 99 Foo 9999 99:99:99 GMT', '20261121T000000Z'],
  ...['/bucket/a', 'a', '/', '%', '/%/%', 'bucket/a?versionId=x', 'COPY', 'REPLACE', 'CRC32', 'SHA256', 'ENABLED'],
  ...[
    'AAAA',
    'AAAAAA==',
    'aws-chunked',
    'aws-chunked,gzip',
    'chunked',
    'gzip',
    'text/html; charset=x',
    'ETag,ObjectParts',
  ],
  ...['FULL_OBJECT', 'COMPOSITE', 'x-amz-checksum-crc32', 'http://example.com', 'null', 'PUT', '\u00e9\u00ff'],
  'x'.repeat(3000),
] as const;

const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader><MaxAgeSeconds>5</MaxAgeSeconds></CORSRule></CORSConfiguration>';
const LIFECYCLE =
  '<LifecycleConfiguration><Rule><ID>r</ID><Status>Enabled</Status><Filter><Prefix>a</Prefix></Filter><Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>';
const WEBSITE =
  '<WebsiteConfiguration><IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>e</Key></ErrorDocument></WebsiteConfiguration>';
const DELETE = '<Delete><Object><Key>a</Key></Object><Object><Key>b/c</Key></Object><Quiet>true</Quiet></Delete>';
const COMPLETE =
  '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"x"</ETag></Part></CompleteMultipartUpload>';

/** Requests that S3 knows, as method, query and body: where fuzzing begins. */
export const KNOWN: readonly (readonly [method: string, query: string, body: string])[] = [
  ['GET', '', ''],
  ['HEAD', '', ''],
  ['PUT', '', 'hello'],
  ['DELETE', '', ''],
  ['POST', 'delete', DELETE],
  ['POST', 'uploads', ''],
  ['PUT', 'partNumber=1&uploadId={upload}', 'a part'],
  ['POST', 'uploadId={upload}', COMPLETE],
  ['GET', 'uploadId={upload}', ''],
  ['DELETE', 'uploadId={upload}', ''],
  ['GET', 'uploads', ''],
  ['GET', 'attributes', ''],
  ['GET', 'list-type=2', ''],
  ['PUT', 'cors', CORS],
  ['GET', 'cors', ''],
  ['PUT', 'lifecycle', LIFECYCLE],
  ['GET', 'lifecycle', ''],
  ['PUT', 'website', WEBSITE],
  ['GET', 'website', ''],
  ['DELETE', 'website', ''],
];

/** What XML is broken with. */
export const XML_SCRAPS = [
  ...[
    '<?xml version="9"?>',
    '<!DOCTYPE a [<!ENTITY lol "lol">]>',
    '<a>'.repeat(2000),
    ' xmlns="x"',
    '\u0000',
    '\ufeff',
  ],
  ...'< > & &amp; &#0; &#x110000; &lol; ]]> <![CDATA[ <!-- </Part> <Key/> <Part> -1 999999999999'.split(' '),
] as const;
