import { Readable } from 'node:stream';
import type { S3Request } from '../../../../../emulator/s3/request';
import { context } from './support';

/** The access key of Amazon's documentation. It opens nothing. */
const ACCESS_KEY_ID = 'AKIAIOSFODNN7EXAMPLE';
const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const MOMENT = Date.UTC(2013, 4, 24);

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Everything in those examples happens at one moment. */
export const publishedContext = context({
  findSecret: (id) => (id === ACCESS_KEY_ID ? SECRET : undefined),
  now: () => MOMENT,
  realNow: () => MOMENT,
  region: 'us-east-1',
});

/** An example of "Authenticating Requests: Using the Authorization Header", with the signature that stands there. */
function publishedRequest(
  method: string,
  rawPath: string,
  query: S3Request['query'],
  signature: string,
  headers: Record<string, string>,
  body: Uint8Array[] = [],
): S3Request {
  const all: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': EMPTY_SHA256,
    'x-amz-date': '20130524T000000Z',
    ...headers,
  };
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${ACCESS_KEY_ID}/20130524/us-east-1/s3/aws4_request,` +
    `SignedHeaders=${Object.keys(all).sort().join(';')},Signature=${signature}`;
  return {
    method,
    rawPath,
    query,
    headers: { ...all, authorization },
    body: Readable.from(body, { objectMode: false }),
  };
}

/** 65 KiB in two signed chunks: "Transferring Payload in Multiple Chunks". */
export function publishedChunks(): S3Request {
  return publishedRequest(
    'PUT',
    '/examplebucket/chunkObject.txt',
    [],
    '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    {
      host: 's3.amazonaws.com',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': '66560',
      'content-length': '66824',
    },
    [
      Buffer.from('10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n'),
      Buffer.alloc(65536, 'a'),
      Buffer.from('\r\n400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n'),
      Buffer.alloc(1024, 'a'),
      Buffer.from('\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n'),
    ],
  );
}

/** The same with a signed trailer: "Transferring Payload in Multiple Chunks (with trailers)". */
export function publishedTrailer(lineEnd = '\r\n'): S3Request {
  return publishedRequest(
    'PUT',
    '/examplebucket/chunkObject.txt',
    [],
    '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    {
      host: 's3.amazonaws.com',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': '66560',
      'x-amz-trailer': 'x-amz-checksum-crc32c',
    },
    [
      Buffer.from('10000;chunk-signature=b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n'),
      Buffer.alloc(65536, 'a'),
      Buffer.from('\r\n400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n'),
      Buffer.alloc(1024, 'a'),
      Buffer.from('\r\n0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\n'),
      Buffer.from(`x-amz-checksum-crc32c:sOO8/Q==${lineEnd}`),
      Buffer.from('x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n'),
    ],
  );
}
