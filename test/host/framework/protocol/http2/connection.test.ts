import { once } from 'node:events';
import http2 from 'node:http2';
import { duplexPair } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { frame } from '../../../../../framework/protocol/grpc/framing';
import type { Method } from '../../../../../framework/protocol/grpc/method';
import { Status } from '../../../../../framework/protocol/grpc/status';
import { Http2Connection } from '../../../../../framework/protocol/http2/connection';
import { encodeHeaders } from '../../../../../framework/protocol/http2/encode-headers';
import { PREFACE } from '../../../../../framework/protocol/http2/frames';
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

    connection.send(frameOf('WINDOW_UPDATE', 0, 0, uint32(5)));
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
    expect(before).toEqual([7, 0]);
    expect(between).toEqual([10, 9]);
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
