import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { S3Error } from '../../../../../emulator/s3/errors';
import { readForm } from '../../../../../emulator/s3/listener/form';
import { Pace } from '../../../../../emulator/s3/listener/guard';

/** A form as `readForm` gives it, its file read; or the error. */
interface Outcome {
  readonly fields?: unknown;
  readonly filename?: string;
  readonly contentType?: string;
  readonly file?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Sends a body to a server that reads it as a form. */
async function send(body: string, type = 'multipart/form-data; boundary=b'): Promise<Outcome> {
  const server = createServer(async (incoming, response) => {
    const outcome = await readForm(incoming, new Pace(60_000)).then(
      async ({ file, ...form }) => ({ ...form, file: await text(file) }),
      (error: unknown) => error instanceof S3Error && { code: error.code, message: error.message },
    );
    response.end(JSON.stringify(outcome));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false }, (incoming) => {
      text(incoming).then((received) => resolve(JSON.parse(received)), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const part = (disposition: string, content: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const field = (name: string, value: string) => part(`name="${name}"`, value);
const file = (more = '; filename="a.txt"', name = 'file') => part(`name="${name}"${more}`, 'hello');
const END = '--b--\r\n';

test('the fields before the file, in order and as they were sent, and what follows it is ignored', async () => {
  const type = 'Content-Type: text/plain\r\n';
  const body = `${field('Key', 'a ü')}${field('x', '')}${part('name="file"; filename="a.txt"', 'hello', type)}${field('y', 'z')}${END}`;

  expect(await send(body)).toEqual({
    fields: [
      ['Key', 'a ü'],
      ['x', ''],
    ],
    ...{ filename: 'a.txt', contentType: 'text/plain', file: 'hello' },
  });
});

test.each([
  ['; filename="a.txt"', 'a.txt'],
  ['; filename="/dir/a.txt"', 'a.txt'],
  ['; filename="C:\\\\dir\\\\a.txt"', 'a.txt'],
  ['', undefined],
])('the name of the file %j is %j, without folders', async (more, filename) => {
  const sent = (await send(file(more) + END)) as Record<string, unknown>;

  expect([sent.fields, sent.file, sent.filename]).toEqual([[], 'hello', filename]);
});

const TOO_MANY = {
  code: 'MaxPostPreDataLengthExceeded',
  message: 'Your POST request fields preceding the upload file were too large.',
};
const MALFORMED = {
  code: 'MalformedPOSTRequest',
  message: 'The body of your POST request is not well-formed multipart/form-data.',
};
const NO_FILE = { code: 'InvalidArgument', message: 'POST requires exactly one file upload per request.' };

test('names and values of 20 KiB together are enough, of fields before the file only', async () => {
  const most = 20 * 1024;
  const fields = (bytes: number) => field('abc', 'ü') + field('z', 'x'.repeat(bytes - 'abcüz'.length - 1));

  expect(await send(fields(most) + file() + field('y', 'x'.repeat(most)) + END)).toMatchObject({ file: 'hello' });
  expect(await send(fields(most + 1) + file() + END)).toEqual(TOO_MANY);
  expect(await send(field('a', 'x'.repeat(100_000)) + file() + END)).toEqual(TOO_MANY);
});

test('200 fields are enough', async () => {
  const fields = (count: number) => field('a', 'b').repeat(count) + file() + END;

  expect((await send(fields(200))).fields).toHaveLength(200);
  expect(await send(fields(201))).toEqual(TOO_MANY);
});

test.each<[string, string, object, string?]>([
  ['no file', field('key', 'k') + END, NO_FILE],
  ['a field without a name', part('a="b"', 'x') + file() + END, MALFORMED],
  ['no boundary', file() + END, MALFORMED, 'multipart/form-data'],
  ['an end within a field', '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nhal', MALFORMED],
  ['no part', 'hal', MALFORMED],
])('a form with %s is refused', async (_name, body, error, type) => {
  expect(await send(body, type)).toEqual(error);
});

test('a file whose client is gone before its end was read is an error, although all of it came', async () => {
  const body = part('name="file"', 'x'.repeat(180_000)) + END;
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const type = 'multipart/form-data; boundary=b';
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  const form = await readForm(incoming, new Pace(60_000));
  await expect.poll(() => incoming.complete).toBe(true);

  client.destroy();
  await new Promise((resolve) => incoming.once('close', resolve));

  await expect(text(form.file)).rejects.toMatchObject({ code: 'IncompleteBody' });
});
