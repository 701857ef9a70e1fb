const ALGORITHMS = 'crc32 crc32c crc64nvme md5 sha1 sha256 sha512 xxhash128 xxhash3 xxhash64'.split(' ');

/** Request headers that the endpoint reads: the effect of each, and the error response if it is wrong. */
export const REQUEST_HEADERS: readonly (readonly [headers: readonly string[], does: string, otherwise: string])[] = [
  [
    ['Authorization', 'x-amz-date', 'Date'],
    'Signature Version 4, at most 15 minutes old by real time',
    '403 `AccessDenied`, `InvalidAccessKeyId`, `SignatureDoesNotMatch` or `RequestTimeTooSkewed`; 400 `AuthorizationHeaderMalformed`',
  ],
  [
    ['x-amz-content-sha256'],
    'SHA-256 of the body, `UNSIGNED-PAYLOAD`, or how its chunks are signed',
    '400 `XAmzContentSHA256Mismatch`, `MissingSecurityHeader`',
  ],
  [
    ['x-amz-decoded-content-length', 'x-amz-trailer', 'x-amz-trailer-signature'],
    'bodies in signed chunks (`aws-chunked`)',
    '400 `IncompleteBody`, `MalformedTrailerError`; 403 `SignatureDoesNotMatch`',
  ],
  [['x-amz-security-token'], 'temporary credentials: the service has none', '400 `InvalidToken`'],
  [
    ['Content-Length'],
    'how long the body is',
    '411 `MissingContentLength`, 400 `EntityTooLarge` or `IncompleteBody`; of a longer body `BadRequest`, and nothing is stored',
  ],
  [['Expect'], '`100-continue`: what is refused is refused before the body', ''],
  [['Content-MD5'], 'MD5 of the body; needed, or a checksum, for DeleteObjects', '400 `BadDigest`, `InvalidDigest`'],
  [
    ALGORITHMS.map((name) => `x-amz-checksum-${name}`),
    'checksum of the body, one at most; kept with the object',
    '400 `BadDigest`, `InvalidRequest`',
  ],
  [
    ['x-amz-sdk-checksum-algorithm', 'x-amz-checksum-algorithm', 'x-amz-checksum-type'],
    'which checksum is meant, or to be made',
    '400 `InvalidRequest`',
  ],
  [['x-amz-checksum-mode'], '`ENABLED`: GET and HEAD say the checksum', ''],
  [
    ['Content-Type', 'Cache-Control', 'Content-Disposition', 'Content-Encoding', 'Content-Language', 'Expires'],
    'kept with the object, said by GET and HEAD',
    '400 `InvalidArgument`',
  ],
  [['x-amz-meta-…'], 'kept with the object, 2 KiB together', '400 `MetadataTooLarge`'],
  [['x-amz-website-redirect-location'], 'kept and said; nothing redirects', '400 `InvalidRedirectLocation`'],
  [['Range', 'If-Range'], 'part of an object', '416 `InvalidRange`'],
  [
    ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
    'conditions; for writes `If-Match`, and `If-None-Match: *`',
    '412 `PreconditionFailed`, 304, 404 `NoSuchKey`, 501 `NotImplemented`',
  ],
  [
    ['x-amz-copy-source', 'x-amz-copy-source-range'],
    'what to copy from: the key has to be allowed to read it',
    '400 `InvalidArgument`, 403 `AccessDenied`, 404 `NoSuchKey`',
  ],
  [
    ['match', 'none-match', 'modified-since', 'unmodified-since'].map((name) => `x-amz-copy-source-if-${name}`),
    'conditions on the source',
    '412 `PreconditionFailed`',
  ],
  [['x-amz-metadata-directive'], '`COPY` or `REPLACE`', '400 `InvalidArgument`'],
  [
    ['x-amz-object-attributes', 'x-amz-max-parts', 'x-amz-part-number-marker'],
    'what GetObjectAttributes tells',
    '400 `InvalidArgument`',
  ],
  [['x-amz-mp-object-size'], 'size of the object that an upload in parts makes', '400 `InvalidRequest`'],
  [
    ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner'],
    'project of the bucket',
    '403 `AccessDenied`',
  ],
  [
    ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers'],
    'CORS; OPTIONS is not signed',
    '403 `AccessForbidden`, 400 `BadRequest`',
  ],
];
