import { once } from 'node:events';
import http2, { type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { frame } from '../../../../../framework/protocol/grpc/framing';
import { type Method, serverStream } from '../../../../../framework/protocol/grpc/method';
import { Status } from '../../../../../framework/protocol/grpc/status';
import { callFrame, frameOf, RawConnection } from '../support/frames';
import { serveMethods } from '../support/grpc';

const MIB = 1024 * 1024;

/** The gRPC prefix of a message of that many bytes. */
function prefix(bytes: number): Buffer {
  const before = Buffer.alloc(5);
  before.writeUInt32BE(bytes, 1);
  return before;
}

/** Requests that no proper client sends, by plain HTTP/2. The server has to respond to each, and to keep serving. */
describe('a malformed call', () => {
  const echo: Method = { kind: 'unary', handle: (request) => request };
  const collect: Method = {
    kind: 'stream',
    async *handle(requests) {
      for await (const request of requests) yield request;
    },
  };
  const message = frame(Buffer.from('hello'));

  const [NONE, MORE] = ['none', 'more'].map((got) => `the method takes one message, and got ${got}`);
  const HALF = 'the request ended in the middle of a message';
  const tooLong = (bytes: number) => `received message larger than max (${bytes} vs. ${256 * MIB} bytes)`;

  it.each([
    ['no message', Buffer.alloc(0), Status.UNIMPLEMENTED, NONE],
    ['two messages', Buffer.concat([message, message]), Status.UNIMPLEMENTED, MORE],
    ['two empty messages', Buffer.alloc(10), Status.UNIMPLEMENTED, MORE],
    [
      'a compressed message',
      Buffer.from([1, 0, 0, 0, 1, 0]),
      Status.UNIMPLEMENTED,
      'compressed messages are not supported',
    ],
    ['unknown flags', Buffer.from([255, 0, 0, 0, 1, 0]), Status.INTERNAL, 'a message starts with unknown flags'],
    ['half a prefix', message.subarray(0, 3), Status.INTERNAL, HALF],
    ['half a message', message.subarray(0, 7), Status.INTERNAL, HALF],
    ['a length of 256 MiB and nothing of it', prefix(256 * MIB), Status.INTERNAL, HALF],
    ['a length of 256 MiB and a byte', prefix(256 * MIB + 1), Status.RESOURCE_EXHAUSTED, tooLong(256 * MIB + 1)],
    ['a length of 4 GiB', Buffer.from([0, 255, 255, 255, 255]), Status.RESOURCE_EXHAUSTED, tooLong(2 ** 32 - 1)],
  ])('with %s gets its status', async (_what, body, status, text) => {
    const session = await connect({ '/t.T/Echo': echo });

    const response = await send(session, {}, body);

    expect([response['grpc-status'], response['grpc-message']]).toEqual([String(status), text]);
    expect(response).toMatchObject({
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-accept-encoding': 'identity',
    });
    expect((await send(session, {}, message))['grpc-status']).toBe('0');
  });

  it.each([
    ['no message', Buffer.alloc(0), NONE],
    ['two messages', Buffer.concat([message, message]), MORE],
    ['two empty messages', Buffer.alloc(10), MORE],
  ])('of a server stream with %s gets its status', async (_what, body, text) => {
    let calls = 0;
    const once: Method = serverStream(async function* (request) {
      calls += 1;
      yield request;
    });
    const session = await connect({ '/t.T/Echo': once });

    const response = await send(session, {}, body);

    expect([response['grpc-status'], response['grpc-message'], calls]).toEqual([String(Status.UNIMPLEMENTED), text, 0]);
  });

  it.each([
    [
      'a compressed message',
      Buffer.from([1, 0, 0, 0, 1, 0]),
      Status.UNIMPLEMENTED,
      'compressed messages are not supported',
    ],
    ['half a message', message.subarray(0, 7), Status.INTERNAL, HALF],
  ])('of a stream with %s gets its status', async (_what, body, status, text) => {
    const session = await connect({ '/t.T/Echo': collect });

    const response = await send(session, {}, Buffer.concat([message, body]));

    expect([response['grpc-status'], response['grpc-message']]).toEqual([String(status), text]);
  });

  it('with a malformed timeout gets its status', async () => {
    const session = await connect({ '/t.T/Echo': echo });

    const response = await send(session, { 'grpc-timeout': 'soon' }, message);

    expect(response).toMatchObject({
      'grpc-status': String(Status.INTERNAL),
      'grpc-message': 'malformed grpc-timeout',
    });
  });

  it('that is not gRPC gets an HTTP status', async () => {
    const session = await connect({ '/t.T/Echo': echo });

    const response = await send(session, { 'content-type': 'text/plain' }, message);

    expect(response[':status']).toBe(415);
  });

  it('that is reset before its end starts nothing', async () => {
    let calls = 0;
    const counting: Method = { kind: 'unary', handle: () => Buffer.from(String(++calls)) };
    const connection = await RawConnection.open(await serveMethods({ '/t.T/Count': counting }));

    connection.send(callFrame(1, '/t.T/Count'), frameOf('DATA', 0, 1, message));
    connection.send(frameOf('RST_STREAM', 0, 1, Buffer.of(0, 0, 0, 8)));
    await connection.settle();

    expect(calls).toBe(0);
  });

  it.each([
    ['a frame that belongs nowhere', frameOf('DATA', 0, 0, message)],
    ['a frame of the wrong length', frameOf('PING', 0, 0, Buffer.alloc(3))],
    ['headers that are none', frameOf('HEADERS', 4, 1, Buffer.alloc(8, 0xff))],
  ])('ends its connection with %s, and no other', async (_what, bytes) => {
    const address = await serveMethods({ '/t.T/Echo': echo });
    const other = http2.connect(`http://${address}`);
    onTestFinished(() => other.destroy());
    const connection = await RawConnection.open(address);

    connection.send(bytes);

    expect(await connection.ended()).toBe(true);
    expect((await send(other, {}, message))['grpc-status']).toBe('0');
  });
});

async function connect(methods: Record<string, Method>): Promise<http2.ClientHttp2Session> {
  const session = http2.connect(`http://${await serveMethods(methods)}`);
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

function request(session: http2.ClientHttp2Session, headers: OutgoingHttpHeaders): ClientHttp2Stream {
  return session.request({
    ':method': 'POST',
    ':path': '/t.T/Echo',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
}

/** Sends a body and returns all headers of the response, including trailers. */
async function send(session: http2.ClientHttp2Session, headers: OutgoingHttpHeaders, body: Buffer) {
  const stream = request(session, headers);
  let response: http2.IncomingHttpHeaders = {};
  stream.on('response', (head) => {
    response = { ...response, ...head };
  });
  stream.on('trailers', (tail) => {
    response = { ...response, ...tail };
  });
  stream.end(body);
  stream.resume();
  await once(stream, 'close');
  return response;
}
