import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '../../../emulator/domain/errors';
import { copyBucket, findChanges } from '../../../emulator/move/copy-bucket';
import { Endpoint } from '../../../emulator/move/endpoint';
import { closedPort } from '../../../scripts/support/closed-port';

interface Seen {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An S3 endpoint that responds as the test says, and notes what it was sent. It reads no body of a method in `unread`. */
async function serve(respond: (line: string, response: ServerResponse) => void, unread?: string, stalledMs?: number) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    if (request.method === unread) return respond(line, response);
    seen.push({ line, headers: request.headers, body: await text(request).catch(() => 'cut off') });
    respond(line, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = { region: 'garage', accessKeyId: 'GK1', secretAccessKey: 'canary' };
  const endpoint = new Endpoint({ url, ...key, ...(stalledMs !== undefined && { stalledMs }) });
  return { seen, url, endpoint };
}

const page = (keys: readonly string[], next?: string) =>
  `<?xml version="1.0"?><ListBucketResult>${keys
    .map((key) => `<Contents><Key>${key}</Key><Size>3</Size><ETag>"e"</ETag><LastModified>m</LastModified></Contents>`)
    .join('')}<IsTruncated>${next !== undefined}</IsTruncated>${
    next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  }</ListBucketResult>`;

async function keysOf(endpoint: Endpoint) {
  const found = [];
  for await (const object of endpoint.list('b')) found.push(object);
  return found;
}

test('a list is asked for page by page, with encoded keys', async () => {
  const pages = [page(['a%2Fb', 'c+d'], 'next/1'), page(['%C3%A9'])];
  const { endpoint, seen } = await serve((_line, response) => response.end(pages.shift()));

  const found = await keysOf(endpoint);

  expect(found).toEqual(['a/b', 'c d', 'é'].map((key) => ({ key, size: 3, etag: 'e', modified: 'm' })));
  expect(seen.map(({ line }) => line)).toEqual(
    [
      'GET /b?encoding-type=url&list-type=2&max-keys=1000',
      'GET /b?continuation-token=next%2F1&encoding-type=url&list-type=2&max-keys=1000',
    ].map((line) => expect.toSatisfy((is: string) => sorted(is) === line)),
  );
  expect(seen[0]?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=GK1\/\d{8}\/garage\/s3\/aws4_request, ?SignedHeaders=\S+, ?Signature=[0-9a-f]{64}$/,
  );
});

/** The line with its parameters in order. */
function sorted(line: string): string {
  const [path, query = ''] = line.split('?');
  return `${path}?${query.split('&').sort().join('&')}`;
}

test('a page that is not truncated is the last one, whatever it names', async () => {
  const document = page(['a'], 't').replace('true', 'false');
  const { endpoint, seen } = await serve((_line, response) => response.end(document));

  expect(await keysOf(endpoint)).toHaveLength(1);
  expect(seen).toHaveLength(1);
});

test.each([
  ['a page that is truncated and names no next one', [page([]).replace('false', 'true')]],
  ['a page that names itself as the next one', [page(['a'], 't'), page(['b'], 't')]],
])('%s is refused: the objects behind it would count as gone', async (_which, pages) => {
  const { endpoint, url } = await serve((_line, response) => response.end(pages.shift()));

  await expect(keysOf(endpoint)).rejects.toThrow(
    new StartError(`b: ${url} says that the list goes on, and names no next page.`),
  );
});

test.each([page(['100%']), page(['']), page(['a']).replace('>3<', '>x<')])(
  'a list with an object that cannot be read is refused: %s',
  async (document) => {
    const { endpoint, url } = await serve((_line, response) => response.end(document));

    await expect(keysOf(endpoint)).rejects.toThrow(
      new StartError(`b: ${url} responds with something that is no ListBucketResult.`),
    );
  },
);

const CORS = '<CORSConfiguration/>';

test('each step is the request that S3 has for it', async () => {
  const { endpoint, seen } = await serve((line, response) =>
    response.writeHead(line.startsWith('DELETE') ? 204 : 200, { 'x-amz-meta-note': 'n' }).end(CORS),
  );

  expect(await text((await endpoint.get('b', 'k e/y')).body)).toBe(CORS);
  expect(await endpoint.head('b', 'k')).toMatchObject({ 'x-amz-meta-note': 'n' });
  await endpoint.put('b', 'k', { 'content-length': '4', 'x-amz-meta-note': 'n' }, Readable.from([Buffer.from('body')]));
  await endpoint.delete('b', 'k');
  expect(String(await endpoint.configuration('b', 'cors'))).toBe(CORS);
  await endpoint.setConfiguration('b', 'lifecycle', Buffer.from('<Rules/>'));
  await endpoint.deleteConfiguration('b', 'cors');

  expect(
    seen.map(({ line, body }) => [line.replace('?cors=', '?cors').replace('?lifecycle=', '?lifecycle'), body]),
  ).toEqual([
    ['GET /b/k%20e/y', ''],
    ['HEAD /b/k', ''],
    ['PUT /b/k', 'body'],
    ['DELETE /b/k', ''],
    ['GET /b?cors', ''],
    ['PUT /b?lifecycle', '<Rules/>'],
    ['DELETE /b?cors', ''],
  ]);
  expect(seen[0]?.headers).toMatchObject({ 'x-amz-checksum-mode': 'ENABLED' });
  expect(seen[2]?.headers).toMatchObject({ 'content-length': '4', 'x-amz-meta-note': 'n' });
  expect(seen[5]?.headers).toMatchObject({
    'content-length': '8',
    'content-md5': 'cGaVQUY81MPxhUoCxNt1UQ==',
    'content-type': 'application/xml',
  });
});

test('a configuration that is not there is none, and any other failure names bucket, endpoint and code', async () => {
  let [status, document] = [404, ''];
  const { endpoint, url } = await serve((_line, response) => response.writeHead(status).end(document));
  const codes = ['NoSuchCORSConfiguration', 'NoSuchLifecycleConfiguration'];
  for (document of ['', ...codes.map((code) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)])
    expect(await endpoint.configuration('b', 'cors')).toBeUndefined();
  [status, document] = [204, ''];
  expect(await endpoint.configuration('b', 'cors')).toBeUndefined();

  // Who takes it for none deletes the rules in the target.
  [status, document] = [404, '<Error><Code>NoSuchBucket</Code></Error>'];
  await expect(endpoint.configuration('b', 'lifecycle')).rejects.toThrow(
    new StartError(`b: ${url} responds 404 NoSuchBucket.`),
  );
  await expect(endpoint.delete('b', 'k')).rejects.toThrow(new StartError(`b/k: ${url} responds 404 NoSuchBucket.`));
  [status, document] = [403, '<Error><Code>AccessDenied</Code></Error>'];
  await expect(endpoint.configuration('b', 'cors')).rejects.toThrow(
    new StartError(`b: ${url} responds 403 AccessDenied.`),
  );
  await expect(endpoint.deleteConfiguration('b', 'cors')).rejects.toThrow(`b: ${url} responds 403 AccessDenied.`);
  await expect(endpoint.head('b', 'k')).rejects.toThrow(new StartError(`b/k: ${url} responds 403.`));
  // Neither is the success of what was asked.
  for (status of [201, 206, 301]) await expect(endpoint.head('b', 'k')).rejects.toThrow(`responds ${status}.`);
});

test('a configuration that is cut off, or is none, is an error that names the endpoint', async () => {
  let [length, document] = [30, '<CORSConfiguration>'];
  const { endpoint, url } = await serve((_line, response) => {
    response.writeHead(200, { 'content-length': length }).write(document, () => response.destroy());
  });
  await expect(endpoint.configuration('b', 'cors')).rejects.toThrow(
    new StartError(`b: ${url} cut its response off after 19 of 30 bytes.`),
  );

  for (document of ['<html/>', '<Error><Code>SlowDown</Code></Error>', '<LifecycleConfiguration/>', '<CORSConf']) {
    length = document.length;
    await expect(endpoint.configuration('b', 'cors')).rejects.toThrow(
      new StartError(`b: ${url} responds with something that is no CORSConfiguration.`),
    );
  }
  [document, length] = ['<LifecycleConfiguration/>', 25];
  expect(String(await endpoint.configuration('b', 'lifecycle'))).toBe(document);
  document = '<html></html><!-- no xml-->'.slice(0, length);
  await expect(keysOf(endpoint)).rejects.toThrow(
    new StartError(`b: ${url} responds with something that is no ListBucketResult.`),
  );
});

/** A bucket of these objects, without configuration. */
function list(keys: readonly string[], line: string, response: ServerResponse): void {
  if (line.includes('cors') || line.includes('lifecycle')) response.writeHead(404).end();
  else response.end(page(keys));
}

test('an object that its source cuts off is a problem of the source', async () => {
  const from = await serve((line, response) => {
    if (line !== 'GET /b/k') return list(['k'], line, response);
    response.writeHead(200, { 'content-length': 60_000 }).write(Buffer.alloc(1000), () => response.destroy());
  });
  const to = await serve((line, response) => list([], line, response));

  const { problems } = await copyBucket('b', from.endpoint, to.endpoint);

  expect(problems).toEqual([`b/k: ${from.url} cut its response off after 1000 of 60000 bytes.`]);
});

test('an object that its target cuts off is a problem of the target', async () => {
  const from = await serve((line, response) => {
    if (line !== 'GET /b/k') return list(['k'], line, response);
    response.writeHead(200, { 'content-length': 3 }).end('abc');
  });
  const to = await serve((line, response) => {
    if (line.startsWith('PUT')) response.destroy();
    else list([], line, response);
  });

  const { problems } = await copyBucket('b', from.endpoint, to.endpoint);

  expect(problems).toEqual([`b/k: ${to.url} cut the connection off.`]);
});

const SHORT_MS = 1000;

test('an object whose source falls silent is a problem of the source, and the others are copied', async () => {
  const from = await serve(
    (line, response) => {
      if (line === 'GET /b/k') response.writeHead(200, { 'content-length': 60 }).write('abcd');
      else if (line === 'GET /b/l') response.writeHead(200, { 'content-length': 3 }).end('abc');
      else list(['k', 'l'], line, response);
    },
    undefined,
    SHORT_MS,
  );
  // Its limit is shorter, and passes while it waits for the source.
  const to = await serve((line, response) => list([], line, response), undefined, SHORT_MS / 2);

  const { problems, objects } = await copyBucket('b', from.endpoint, to.endpoint);

  expect(problems).toEqual([`b/k: ${from.url} sent nothing for 1 s after 4 of 60 bytes.`]);
  expect(objects).toBe(1);
});

test.each([3, 64 * 1024 * 1024])(
  'a target that falls silent is the problem, not the source that waits for it: %i bytes',
  async (size) => {
    const from = await serve(
      (line, response) => {
        if (line === 'GET /b/k') response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size));
        else list(['k'], line, response);
      },
      undefined,
      SHORT_MS / 2,
    );
    const respond = (line: string, response: ServerResponse) => {
      if (!line.startsWith('PUT')) list([], line, response);
    };
    const to = await serve(respond, 'PUT', SHORT_MS);

    const { problems } = await copyBucket('b', from.endpoint, to.endpoint);

    expect(problems).toEqual([`b/k: ${to.url} took and sent nothing for 1 s.`]);
  },
);

test('a list whose source falls silent names the bucket and the source', async () => {
  const respond = (_line: string, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 30 }).write('<');
  };
  const { endpoint, url } = await serve(respond, undefined, SHORT_MS);

  await expect(keysOf(endpoint)).rejects.toThrow(new StartError(`b: ${url} sent nothing for 1 s after 1 of 30 bytes.`));
});

test('a target that refuses an object before it has read it tells its reason', async () => {
  const size = 8 * 1024 * 1024;
  const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
  const from = await serve((line, response) => {
    if (line.startsWith('GET /b/k')) response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size));
    else list(keys, line, response);
  });
  const full = '<Error><Code>InsufficientStorage</Code></Error>';
  const to = await serve((line, response) => {
    if (line.startsWith('PUT')) response.writeHead(507, { connection: 'close' }).end(full);
    else list([], line, response);
  }, 'PUT');

  const { problems } = await copyBucket('b', from.endpoint, to.endpoint);

  expect([...problems].sort()).toEqual(
    keys.map((key) => `b/${key}: ${to.url} responds 507 InsufficientStorage.`).sort(),
  );
});

test('a target that does not say whether it wants a large object gets it', async () => {
  let got = 0;
  const server = createServer().on('checkContinue', async (request, response) => {
    got = (await text(request)).length;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoint = new Endpoint({ url, region: 'r', accessKeyId: 'a', secretAccessKey: 's' });

  await endpoint.put('b', 'k', { 'content-length': '100000' }, Readable.from([Buffer.alloc(100_000)]));

  expect(got).toBe(100_000);
});

test('a list that is cut off while the bucket is waited for names the bucket', async () => {
  const { endpoint, url } = await serve((_line, response) => {
    response.writeHead(200, { 'content-length': 30 }).write('<', () => response.destroy());
  });

  await expect(endpoint.untilOpen('b')).rejects.toThrow(
    new StartError(`b: ${url} cut its response off after 1 of 30 bytes.`),
  );
});

test('a bucket is waited for until its key opens it, for half a minute', async () => {
  let [refusals, limit] = [0, 2];
  const { endpoint, seen, url } = await serve((_line, response) =>
    response.writeHead(refusals++ < limit ? 403 : 200).end(page([])),
  );
  await endpoint.untilOpen('b');
  expect(seen.map(({ line }) => line)).toEqual(Array(3).fill('GET /b?max-keys=1'));

  limit = Number.POSITIVE_INFINITY;
  seen.length = 0;
  const begun = Date.now();
  // The first poll ends as the time does, and the second one later.
  const now = vi.spyOn(Date, 'now').mockImplementation(() => begun + ([0, 30_000][seen.length] ?? 30_001));
  onTestFinished(() => void now.mockRestore());
  await expect(endpoint.untilOpen('b')).rejects.toThrow(
    new StartError(`The bucket b cannot be listed at ${url}: 403.`),
  );
  expect(seen).toHaveLength(2);
});

test('a list that does not end, and an endpoint where nothing listens, are errors that people can read', async () => {
  const long = await serve((_line, response) => {
    response.write(Buffer.alloc(16 * 1024 * 1024, ' '));
    response.end(' ');
  });
  await expect(keysOf(long.endpoint)).rejects.toThrow(new StartError(`b: a response of ${long.url} is too long.`));

  const url = `http://127.0.0.1:${await closedPort()}`;
  const nowhere = new Endpoint({ url, region: 'r', accessKeyId: 'a', secretAccessKey: 's' });
  await expect(nowhere.head('b', 'k')).rejects.toThrow(
    new StartError(`b/k: ${url} cannot be reached: connect ECONNREFUSED ${url.slice('http://'.length)}.`),
  );
});

test('of the headers of an object those come along that its client gave, and the checksum of the whole', async () => {
  const etag = '900150983cd24fb0d6963f7d28e17f72';
  const kept = {
    ...{ 'cache-control': 'c', 'content-disposition': 'd', 'content-encoding': 'e', 'content-language': 'l' },
    ...{ 'content-type': 't', expires: 'x', 'x-amz-website-redirect-location': '/w', 'x-amz-meta-note': 'n' },
    ...{ 'x-amz-checksum-crc32': 'a', 'x-amz-checksum-crc32c': 'b', 'x-amz-checksum-crc64nvme': 'c' },
    ...{ 'x-amz-checksum-sha1': 'd', 'x-amz-checksum-sha256': 'e', 'content-length': '3' },
  };
  const other = {
    'x-amz-request-id': 'r',
    etag: `"${etag}"`,
    'last-modified': 'm',
    'x-amz-checksum-type': 'FULL_OBJECT',
  };
  const listOf = (name: string) => page(['k']).replace('"e"', `"${name}"`);
  const from = await serve((line, response) => {
    if (line.includes('cors') || line.includes('lifecycle')) response.writeHead(404).end();
    else if (line.startsWith('GET /b?')) response.end(listOf(etag));
    else response.writeHead(200, { ...kept, ...other }).end('abc');
  });
  const to = await serve((line, response) => {
    if (line.includes('cors') || line.includes('lifecycle')) response.writeHead(404).end();
    else response.end(line.startsWith('GET /b?') ? page([]) : '');
  });

  const copied = await copyBucket('b', from.endpoint, to.endpoint);

  const [put] = to.seen.filter(({ line }) => line === 'PUT /b/k');
  expect(put?.body).toBe('abc');
  expect(put?.headers).toMatchObject({ ...kept, 'content-md5': 'kAFQmDzST7DWlj99KOF/cg==' });
  for (const name of Object.keys(other)) expect(put?.headers).not.toHaveProperty(name);
  expect(copied).toEqual({
    ...{ objects: 1, bytes: 3n, problems: [] },
    listed: new Map([['k', { key: 'k', size: 3, etag, modified: 'm' }]]),
  });
  expect(await findChanges('b', from.endpoint, copied.listed)).toEqual([]);
});

test('an object of several parts comes without the checksums of its parts', async () => {
  const listed = page(['k']).replace('"e"', '"900150983cd24fb0d6963f7d28e17f72-2"');
  const from = await serve((line, response) => {
    if (line.startsWith('GET /b?') && line.includes('keys')) response.end(listed);
    else if (line.startsWith('GET /b?')) response.writeHead(404).end();
    else response.writeHead(200, { 'x-amz-checksum-crc32': 'a-2', 'x-amz-checksum-sha1': 'b' }).end('abc');
  });
  const to = await serve((line, response) => {
    const isList = line.startsWith('GET /b?') && line.includes('keys');
    response.writeHead(!isList && line.startsWith('GET') ? 404 : 200).end(isList ? page([]) : '');
  });

  await copyBucket('b', from.endpoint, to.endpoint);

  const [put] = to.seen.filter(({ line }) => line === 'PUT /b/k');
  expect(put?.headers).toMatchObject({ 'x-amz-checksum-sha1': 'b' });
  expect(put?.headers).not.toHaveProperty('x-amz-checksum-crc32');
  expect(put?.headers).not.toHaveProperty('content-md5');
});
