import { once } from 'node:events';
import http2 from 'node:http2';
import { duplexPair } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { frame } from '../../../../../framework/protocol/grpc/framing';
import type { Method } from '../../../../../framework/protocol/grpc/method';
import { GrpcError, Status } from '../../../../../framework/protocol/grpc/status';
import { Http2Connection } from '../../../../../framework/protocol/http2/connection';
import { encodeHeaders } from '../../../../../framework/protocol/http2/encode-headers';
import { ErrorCode, PREFACE } from '../../../../../framework/protocol/http2/frames';
import type { Http2Stream } from '../../../../../framework/protocol/http2/stream';
import { callBlock, callFrame, FLAG, frameOf, RawConnection } from '../support/frames';
import { serveMethods } from '../support/grpc';

const PATH = '/t.T/Echo';
const echo: Method = { kind: 'unary', handle: (request) => request };
const hello = frame(Buffer.from('hello'));

const open = async (methods: Record<string, Method> = { [PATH]: echo }) =>
  RawConnection.open(await serveMethods(methods));

/** The frames of one stream, by type, and the data in them. */
function received(connection: RawConnection, streamId = 1) {
  const frames = connection.frames().filter((one) => one.streamId === streamId);
  const data = Buffer.concat(frames.filter(({ type }) => type === 'DATA').map(({ payload }) => payload));
  return { types: frames.map(({ type }) => type), data };
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const settings = (id: number, value: number) =>
  frameOf('SETTINGS', 0, 0, Buffer.concat([Buffer.of(0, id), uint32(value)]));

const WINDOW = 4;

describe('a request', () => {
  const whole = frameOf('DATA', FLAG.END_STREAM, 1, hello);

  it.each<[what: string, frames: Buffer[]]>([
    ['in one piece', [callFrame(1, PATH), whole]],
    [
      'in frames with padding and a priority',
      [
        frameOf(
          ...(['HEADERS', FLAG.END_HEADERS | FLAG.PADDED | FLAG.PRIORITY, 1] as const),
          Buffer.concat([Buffer.of(2, 0, 0, 0, 0, 9), callBlock(PATH), Buffer.alloc(2)]),
        ),
        frameOf('PRIORITY', 0, 1, Buffer.alloc(5)),
        frameOf('DATA', FLAG.END_STREAM | FLAG.PADDED, 1, Buffer.concat([Buffer.of(3), hello, Buffer.alloc(3)])),
      ],
    ],
    [
      'with its headers in parts',
      [
        frameOf('HEADERS', 0, 1, callBlock(PATH).subarray(0, 10)),
        frameOf('CONTINUATION', 0, 1, callBlock(PATH).subarray(10, 11)),
        frameOf('CONTINUATION', FLAG.END_HEADERS, 1, callBlock(PATH).subarray(11)),
        whole,
      ],
    ],
    [
      'that ends with an empty frame',
      [callFrame(1, PATH), frameOf('DATA', 0, 1, hello), frameOf('DATA', FLAG.END_STREAM, 1, Buffer.alloc(0))],
    ],
    [
      'that ends with trailers',
      [
        callFrame(1, PATH),
        frameOf('DATA', 0, 1, hello),
        frameOf('HEADERS', FLAG.END_HEADERS | FLAG.END_STREAM, 1, Buffer.of(0, 1, 97, 1, 98)),
      ],
    ],
    ['among frames of unknown types', [frameOf('UNKNOWN', 255, 0, hello), callFrame(1, PATH), whole]],
  ])('%s gets its response, however its bytes are cut', async (_what, frames) => {
    const [together, apart] = [await open(), await open()];

    together.send(...frames);
    for (const byte of Buffer.concat(frames)) apart.send(Buffer.of(byte));

    for (const connection of [together, apart]) {
      await connection.settle();
      expect(received(connection)).toEqual({ types: ['HEADERS', 'DATA', 'HEADERS'], data: hello });
    }
  });

  it('has the text of headers that a client compresses', async () => {
    const seen: string[] = [];
    const paths = ['/t.T/0123456789', '/t.T/abcdefghijklmnopqrstuvwxyz', "/t.T/!$&'()*+,;=:@%~_-."];
    const note = (path: string): Method => ({
      kind: 'unary',
      handle: (request) => {
        seen.push(path);
        return request;
      },
    });
    const address = await serveMethods(Object.fromEntries(paths.map((path) => [path, note(path)])));
    const session = http2.connect(`http://${address}`);
    onTestFinished(() => session.destroy());

    for (const path of [...paths, ...paths]) {
      const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc' });
      stream.end(hello);
      stream.resume();
      await once(stream, 'close');
    }

    expect(seen).toEqual([...paths, ...paths]);
  });
});

describe('a response', () => {
  it('waits for the window of its stream, as settings and updates change it', async () => {
    const connection = await open();

    connection.send(settings(WINDOW, 3), callFrame(1, PATH), frameOf('DATA', FLAG.END_STREAM, 1, hello));
    await connection.settle();
    const first = received(connection);
    connection.send(frameOf('WINDOW_UPDATE', 0, 1, uint32(2)));
    await connection.settle();
    const second = received(connection);
    // Below what was sent already, and then above it.
    connection.send(settings(WINDOW, 1), settings(WINDOW, 100));
    await connection.settle();

    expect(first).toEqual({ types: ['HEADERS', 'DATA'], data: hello.subarray(0, 3) });
    expect(second.data).toEqual(hello.subarray(0, 5));
    expect(received(connection)).toEqual({ types: ['HEADERS', 'DATA', 'DATA', 'DATA', 'HEADERS'], data: hello });
  });

  it('waits for the window of the connection, and leaves others their turn', async () => {
    const large: Method = { kind: 'unary', handle: () => Buffer.alloc(65_530 - 2, 'x') };
    const connection = await open({ '/t.T/Large': large, [PATH]: echo });

    connection.send(callFrame(1, '/t.T/Large'), frameOf('DATA', FLAG.END_STREAM, 1, frame(Buffer.alloc(0))));
    connection.send(callFrame(3, PATH), frameOf('DATA', FLAG.END_STREAM, 3, hello));
    connection.send(callFrame(5, PATH), frameOf('DATA', FLAG.END_STREAM, 5, hello));
    await connection.settle();
    const before = [received(connection, 3).data.length, received(connection, 5).data.length];
    connection.send(frameOf('WINDOW_UPDATE', 0, 0, uint32(8 + 4)));
    await connection.settle();
    const between = [received(connection, 3).data.length, received(connection, 5).data.length];
    connection.send(frameOf('WINDOW_UPDATE', 0, 0, uint32(100)));
    await connection.settle();

    expect(received(connection).data).toHaveLength(65_533);
    expect(before).toEqual([2, 0]);
    expect(between).toEqual([10, 4]);
    expect(received(connection, 5)).toMatchObject({ data: hello });
  });

  it('of any length takes turns with others when the client lets the server send more', async () => {
    const large: Method = { kind: 'unary', handle: () => Buffer.alloc(200_000, 'x') };
    const connection = await open({ '/t.T/Large': large, [PATH]: echo });

    connection.send(callFrame(1, '/t.T/Large'), frameOf('DATA', FLAG.END_STREAM, 1, frame(Buffer.alloc(0))));
    connection.send(callFrame(3, PATH), frameOf('DATA', FLAG.END_STREAM, 3, hello));
    await connection.settle();
    for (let turn = 0; turn < 2; turn++) {
      connection.send(frameOf('WINDOW_UPDATE', 0, 0, uint32(10_000)));
      await connection.settle();
    }

    expect(received(connection, 3).data).toEqual(hello);
  });

  it('of a stream without end waits for a socket that nobody reads', async () => {
    const [socket, client] = duplexPair();
    let sent = 0;
    const handler = {
      async stream(stream: Http2Stream) {
        stream.respond(encodeHeaders({ ':status': '200' }));
        for (; sent < 1_000; sent++) {
          stream.write(Buffer.alloc(20_000));
          await stream.drained();
        }
      },
      close: () => {},
    };
    new Http2Connection(socket, handler);
    client.write(PREFACE);
    for (const one of [
      settings(WINDOW, 2 ** 31 - 1),
      frameOf('WINDOW_UPDATE', 0, 0, uint32(2 ** 30)),
      callFrame(1, PATH),
    ])
      client.write(one);

    await expect.poll(() => sent).toBeGreaterThan(10);
    await setTimeout(20);

    expect(sent).toBeLessThan(200);
    client.resume();
    await expect.poll(() => sent).toBe(1_000);
  });

  it('that has left before its request ends closes the stream then', async () => {
    const [socket, client] = duplexPair();
    let isClosed = false;
    const handler = {
      stream(stream: Http2Stream) {
        stream.onClose(() => {
          isClosed = true;
        });
        stream.respond(encodeHeaders({ ':status': '200' }), true);
      },
      close: () => {},
    };
    new Http2Connection(socket, handler);
    client.resume();
    client.write(PREFACE);
    client.write(Buffer.concat([settings(WINDOW, 100), callFrame(1, PATH)]));
    await setTimeout(20);
    expect(isClosed).toBe(false);

    client.write(frameOf('DATA', FLAG.END_STREAM, 1, hello));

    await expect.poll(() => isClosed).toBe(true);
  });

  it('to a call that is reset while it waits is dropped', async () => {
    const connection = await open();
    connection.send(settings(WINDOW, 0), callFrame(1, PATH), frameOf('DATA', FLAG.END_STREAM, 1, hello));
    await connection.settle();

    connection.send(frameOf('RST_STREAM', 0, 1, uint32(8)), frameOf('WINDOW_UPDATE', 0, 1, uint32(100)));
    connection.send(frameOf('WINDOW_UPDATE', 0, 0, uint32(100)), settings(WINDOW, 100));
    await connection.settle();

    expect(received(connection).types).toEqual(['HEADERS']);
  });

  it('has a status whose message is longer than a frame', async () => {
    const message = 'long '.repeat(10_000);
    const failing: Method = {
      kind: 'unary',
      handle: () => {
        throw new GrpcError(Status.INTERNAL, message);
      },
    };
    const connection = await open({ [PATH]: failing });

    connection.send(callFrame(1, PATH), frameOf('DATA', FLAG.END_STREAM, 1, hello));
    await connection.settle();

    const { types } = received(connection);
    const text = Buffer.concat(
      connection
        .frames()
        .filter(({ streamId }) => streamId === 1)
        .map((one) => one.payload),
    );
    expect(types).toEqual(['HEADERS', 'CONTINUATION', 'CONTINUATION', 'CONTINUATION']);
    expect(text.includes(message.trimEnd())).toBe(true);
  });
});

it('a client may send a message of many windows, and more when a call has failed', async () => {
  const session = http2.connect(`http://${await serveMethods({ [PATH]: echo }, { maxMessageBytes: 10 })}`);
  onTestFinished(() => session.destroy());
  const request = { ':method': 'POST', ':path': PATH, 'content-type': 'application/grpc' };

  for (let n = 0; n < 3; n++) {
    const stream = session.request(request);
    stream.end(Buffer.alloc(3 * 1024 * 1024));
    stream.resume();
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    await once(stream, 'close');
    expect(headers['grpc-status']).toBe(String(Status.UNIMPLEMENTED));
  }
});

it('a client is told how long its headers may be', async () => {
  const connection = await open();
  await connection.settle();

  const [first] = connection.frames().filter(({ type }) => type === 'SETTINGS');

  // MAX_HEADER_LIST_SIZE: a call with more is refused by its client, and no other call with it.
  expect(first?.payload.subarray(6)).toEqual(Buffer.concat([Buffer.of(0, 6), uint32(64 * 1024)]));
});

describe('a client that breaks the protocol', () => {
  const started = callFrame(1, PATH);
  const headers = (flags: number, bytes: Buffer) => frameOf('HEADERS', flags, 3, bytes);

  it.each<[what: string, frames: Buffer[], code: keyof typeof ErrorCode]>([
    ['data of a stream that is not open', [frameOf('DATA', 0, 7, hello)], 'PROTOCOL_ERROR'],
    ['a reset of no stream', [frameOf('RST_STREAM', 0, 7, uint32(0))], 'PROTOCOL_ERROR'],
    ['a reset of the wrong length', [started, frameOf('RST_STREAM', 0, 1, hello)], 'FRAME_SIZE_ERROR'],
    ['a stream with an even number', [callFrame(2, PATH)], 'PROTOCOL_ERROR'],
    [
      'headers that are interrupted',
      [headers(0, callBlock(PATH)), frameOf('PING', 0, 0, Buffer.alloc(8))],
      'PROTOCOL_ERROR',
    ],
    ['a continuation of nothing', [frameOf('CONTINUATION', 4, 1, callBlock(PATH))], 'PROTOCOL_ERROR'],
    ['a second start of a stream', [started, started], 'PROTOCOL_ERROR'],
    [
      'data after the end',
      [started, frameOf('DATA', 1, 1, hello.subarray(1)), frameOf('DATA', 1, 1, hello)],
      'PROTOCOL_ERROR',
    ],
    ['more padding than payload', [started, frameOf('DATA', FLAG.PADDED, 1, Buffer.of(9, 0))], 'PROTOCOL_ERROR'],
    ['padding without its length', [started, frameOf('DATA', FLAG.PADDED, 1, Buffer.alloc(0))], 'PROTOCOL_ERROR'],
    ['settings of a stream', [frameOf('SETTINGS', 0, 1, Buffer.alloc(0))], 'PROTOCOL_ERROR'],
    ['half a setting', [frameOf('SETTINGS', 0, 0, Buffer.alloc(3))], 'FRAME_SIZE_ERROR'],
    ['an acknowledgement with settings', [frameOf('SETTINGS', FLAG.ACK, 0, Buffer.alloc(6))], 'FRAME_SIZE_ERROR'],
    ['a window that is set too wide', [settings(WINDOW, 2 ** 31)], 'FLOW_CONTROL_ERROR'],
    ['a window that grows too wide', [frameOf('WINDOW_UPDATE', 0, 0, uint32(2 ** 31 - 1))], 'FLOW_CONTROL_ERROR'],
    ['a window that grows by nothing', [frameOf('WINDOW_UPDATE', 0, 0, uint32(0))], 'PROTOCOL_ERROR'],
    ['a window update of the wrong length', [frameOf('WINDOW_UPDATE', 0, 0, hello)], 'FRAME_SIZE_ERROR'],
    ['a ping of a stream', [frameOf('PING', 0, 1, Buffer.alloc(8))], 'PROTOCOL_ERROR'],
    ['a push', [frameOf('PUSH_PROMISE', 4, 1, Buffer.alloc(8))], 'PROTOCOL_ERROR'],
    ['a frame above the limit', [frameOf('PING', 0, 0, Buffer.alloc(16_385))], 'FRAME_SIZE_ERROR'],
    ['headers that nobody can decode', [headers(4, Buffer.of(0xff, 0xff, 0xff, 0xff, 0xff))], 'COMPRESSION_ERROR'],
    [
      'headers without an end',
      [
        headers(0, Buffer.alloc(16_000)),
        ...Array.from({ length: 4 }, () => frameOf('CONTINUATION', 0, 3, Buffer.alloc(16_000))),
      ],
      'ENHANCE_YOUR_CALM',
    ],
    [
      'empty headers without an end',
      [
        headers(0, Buffer.alloc(0)),
        ...Array.from({ length: 8_000 }, () => frameOf('CONTINUATION', 0, 3, Buffer.alloc(0))),
      ],
      'ENHANCE_YOUR_CALM',
    ],
  ])('with %s is told so, and loses its connection', async (_what, frames, code) => {
    const connection = await open();

    connection.send(...frames);

    expect(await connection.error()).toBe(ErrorCode[code]);
  });

  it('by another protocol loses its connection', async () => {
    const response = fetch(`http://${await serveMethods({ [PATH]: echo })}/`);

    await expect(response).rejects.toThrow('fetch failed');
  });
});
