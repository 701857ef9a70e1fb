/**
 * The floor of what an S3 server on `node:http` costs: it checks the signature in the headers, and the SHA-256 that it covers, computes the MD5 and
 * the CRC64NVME that S3 responds with, and keeps the bytes in memory. No errors, no permissions, no journal, no metadata. A listing is written from names that are kept in order by being written so.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCRC64 } from 'hash-wasm';
import { told } from '../../support/program-message';

const AUTHORIZATION = /Credential=[^/]+\/(\d+)\/([^/]+)\/[^,]+, ?SignedHeaders=([^,]+), ?Signature=(\w+)/;

interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modified: Date;
}

const { secretAccessKey } = told<{ readonly secretAccessKey: string }>();
const crc64nvme = createCRC64('9a6c9329ac4bc9b5');
const objects = new Map<string, Stored>();
let signingKey: { readonly scope: string; readonly key: Buffer } | undefined;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

function keyFor(date: string, region: string): Buffer {
  const scope = `${date}/${region}/s3/aws4_request`;
  if (signingKey?.scope !== scope) {
    const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, date), region));
    signingKey = { scope, key };
  }
  return signingKey.key;
}

function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, date = '', region = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const [path, query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = `${method}\n${path}\n${query}\n${lines.join('')}\n${names}\n${headers['x-amz-content-sha256']}`;
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${sha256(canonical)}`;
  return hmac(keyFor(date, region), text).toString('hex') === signature;
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query] = (request.url ?? '').split('?');
  if (!isSigned(request)) response.writeHead(403).end();
  else if (request.method === 'PUT') put(request, response, path);
  else if (query !== undefined) list(response, path);
  else get(response, path);
}

function put(request: IncomingMessage, response: ServerResponse, path: string): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', async () => {
    const checksum = (await crc64nvme).init();
    const bytes = Buffer.concat(pieces);
    const isWhole = sha256(bytes) === request.headers['x-amz-content-sha256'];
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const crc64 = Buffer.from(checksum.update(bytes).digest('hex'), 'hex').toString('base64');
    if (isWhole) objects.set(path, { bytes, etag, modified: new Date() });
    const headers = { etag, 'x-amz-checksum-crc64nvme': crc64, 'content-length': 0 };
    response.writeHead(isWhole ? 200 : 400, headers).end();
  });
}

function get(response: ServerResponse, path: string): void {
  const { bytes, etag, modified } = objects.get(path) as Stored;
  const headers = { 'last-modified': modified.toUTCString(), etag, 'content-length': bytes.length };
  response.writeHead(200, headers).end(bytes);
}

function list(response: ServerResponse, bucket: string): void {
  const prefix = `${bucket}/`;
  let [count, contents] = [0, ''];
  for (const [path, { bytes, etag, modified }] of objects) {
    if (!path.startsWith(prefix)) continue;
    contents +=
      `<Contents><Key>${path.slice(prefix.length)}</Key><LastModified>${modified.toISOString()}</LastModified>` +
      `<ETag>${etag}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
    count += 1;
    if (count === 1000) break;
  }
  const body = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><KeyCount>${count}</KeyCount>${contents}</ListBucketResult>`,
  );
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}

const server = createServer(handle).listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
