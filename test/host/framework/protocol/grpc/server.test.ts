import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Call, type Method, serverStream } from '../../../../../framework/protocol/grpc/method';
import { createGrpcServer } from '../../../../../framework/protocol/grpc/server';
import { GrpcError, Status } from '../../../../../framework/protocol/grpc/status';
import { pendingTimers } from '../../../../unit/support/pending-timers';
import { openClient, serveMethods, startGrpcServer } from '../support/grpc';

const echo: Method = { kind: 'unary', handle: (request) => request };

const MIB = 1024 * 1024;

describe('unary calls', () => {
  it('responds to a message with a message, even if it is empty', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));

    const responses = [await client.call('/t.T/Echo'), await client.call('/t.T/Echo', Buffer.from('hello'))];

    expect(responses.map(String)).toEqual(['', 'hello']);
  });

  it('lets a client send 1 MiB on a stream before it must wait', async () => {
    const session = http2.connect(`http://${await serveMethods({ '/t.T/Echo': echo })}`);
    onTestFinished(() => session.destroy());

    const [settings] = (await once(session, 'remoteSettings')) as [http2.Settings];

    expect(settings.initialWindowSize).toBe(MIB);
  });

  it('keeps fifty calls at a time apart', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));
    const requests = Array.from({ length: 50 }, (_, i) => Buffer.alloc(1000 + i * 1000, i));

    const responses = await Promise.all(requests.map((request) => client.call('/t.T/Echo', request)));

    expect(responses.every((response, i) => response.equals(requests[i] as Buffer))).toBe(true);
  });

  it('carries 64 MiB both ways under the limit of 256 MiB', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));
    const request = Buffer.alloc(64 * MIB, 'coffer');

    const response = await client.call('/t.T/Echo', request);

    expect(response.equals(request)).toBe(true);
  });

  it('carries six messages of 4 MiB at the same time', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));
    const requests = Array.from({ length: 6 }, (_, i) => Buffer.alloc(4 * MIB, i));

    const responses = await Promise.all(requests.map((request) => client.call('/t.T/Echo', request)));

    expect(responses.every((response, i) => response.equals(requests[i] as Buffer))).toBe(true);
  });

  it('refuses a message over the limit and goes on serving', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }, { maxMessageBytes: MIB }));

    const refusal = client.call('/t.T/Echo', Buffer.alloc(8 * MIB));

    await expect(refusal).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      details: 'received message larger than max (8388608 vs. 1048576 bytes)',
    });
    expect(String(await client.call('/t.T/Echo', Buffer.from('next')))).toBe('next');
  });

  it('returns UNIMPLEMENTED for an unknown method', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));

    const call = client.call('/t.T/Other');

    await expect(call).rejects.toMatchObject({ code: status.UNIMPLEMENTED, details: 'unknown method /t.T/Other' });
  });

  it('sends the status and the whole message of a GrpcError, whatever characters it has', async () => {
    const message = 'line one\nline two: 100 % — ünïcödé 🙂';
    const failing: Method = {
      kind: 'unary',
      handle: () => {
        throw new GrpcError(Status.INTERNAL, message);
      },
    };
    const client = openClient(await serveMethods({ '/t.T/Fail': failing }));

    await expect(client.call('/t.T/Fail')).rejects.toMatchObject({ code: status.INTERNAL, details: message });
  });

  it('does not show the message of an unexpected error', async () => {
    const failing: Method = { kind: 'unary', handle: () => Promise.reject(new Error('hunter2')) };
    const client = openClient(await serveMethods({ '/t.T/Fail': failing }));

    await expect(client.call('/t.T/Fail')).rejects.toMatchObject({
      code: status.UNKNOWN,
      details: 'the call failed unexpectedly',
    });
  });
});

describe('deadlines and cancellation', () => {
  it('ends a call whose deadline passed and aborts its handler', async () => {
    const reasons: unknown[] = [];
    const client = openClient(await serveMethods({ '/t.T/Wait': waiting((reason) => reasons.push(reason)) }));

    // On a busy machine a deadline may pass before the call leaves the client, so that no handler sees it.
    for (let ms = 50; reasons.length === 0; ms *= 2) {
      const call = client.call('/t.T/Wait', new Uint8Array(), undefined, { deadline: Date.now() + ms });
      await expect(call).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
      await setImmediate();
    }

    expect([Status.DEADLINE_EXCEEDED, Status.CANCELLED]).toContain((reasons[0] as GrpcError).code);
  });

  it('has no deadline beyond the longest timer of Node', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    const address = await serveMethods({ '/t.T/Wait': waiting(aborted.resolve, started.resolve) });
    const session = http2.connect(`http://${address}`);
    onTestFinished(() => session.destroy());
    const stream = session.request({
      ...{ ':method': 'POST', ':path': '/t.T/Wait', 'content-type': 'application/grpc', te: 'trailers' },
      'grpc-timeout': '720H',
    });
    stream.on('error', () => {});
    stream.end(Buffer.alloc(5));
    await started.promise;
    await delay(20);

    stream.close(http2.constants.NGHTTP2_CANCEL);

    expect(await aborted.promise).toMatchObject({ code: Status.CANCELLED });
  });

  it('leaves no timer behind when a call ends before its deadline', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));
    const echoed = () => client.call('/t.T/Echo', Buffer.from('x'), undefined, { deadline: Date.now() + 3_600_000 });
    await echoed();
    const before = pendingTimers();

    for (let n = 0; n < 20; n += 1) await echoed();

    expect(pendingTimers()).toBeLessThan(before + 10);
  });

  it('aborts the handler of a call that the client cancels', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    const client = openClient(await serveMethods({ '/t.T/Wait': waiting(aborted.resolve, started.resolve) }));
    const stream = client.serverStream('/t.T/Wait');
    stream.on('error', () => {});
    await started.promise;

    stream.cancel();

    expect(await aborted.promise).toMatchObject({ code: Status.CANCELLED });
  });

  it('aborts running calls when the connection ends, and closes the connection once', async () => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    const closed = Promise.withResolvers<void>();
    const methods = new Map([['/t.T/Wait', waiting(aborted.resolve, started.resolve)]]);
    const address = await startGrpcServer({ connect: () => ({ methods, close: () => closed.resolve() }) });
    const session = http2.connect(`http://${address}`);
    session
      .request({ ':method': 'POST', ':path': '/t.T/Wait', 'content-type': 'application/grpc' })
      .on('error', () => {});
    await started.promise;

    session.destroy();

    await closed.promise;
    expect(await aborted.promise).toMatchObject({ code: Status.CANCELLED });
  });
});

describe('streams', () => {
  it('streams messages and then the status', async () => {
    const count = serverStream(async function* (request) {
      for (let i = 0; i < Number(String(Buffer.from(request))); i++) yield Buffer.from(String(i));
    });
    const client = openClient(await serveMethods({ '/t.T/Count': count }));

    const received = await client.serverStream('/t.T/Count', Buffer.from('5')).toArray();

    expect(received.map(String)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('reports an error after some messages', async () => {
    const failing = serverStream(async function* () {
      yield Buffer.from('first');
      throw new GrpcError(Status.RESOURCE_EXHAUSTED, 'gone');
    });
    const client = openClient(await serveMethods({ '/t.T/Fail': failing }));
    const received: string[] = [];
    const stream = client.serverStream('/t.T/Fail').on('data', (message) => received.push(String(message)));

    const [error] = await once(stream, 'error');

    expect(error).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: 'gone' });
    expect(received).toEqual(['first']);
  });

  it('responds to each message of a stream as it arrives', async () => {
    const shout: Method = {
      kind: 'stream',
      async *handle(requests) {
        for await (const request of requests) yield Buffer.from(String(Buffer.from(request)).toUpperCase());
      },
    };
    const client = openClient(await serveMethods({ '/t.T/Shout': shout }));
    const stream = client.bidiStream('/t.T/Shout');
    const responses: string[] = [];

    for (const word of ['one', 'two']) {
      stream.write(Buffer.from(word));
      responses.push(String((await once(stream, 'data'))[0]));
    }
    stream.end();
    await once(stream, 'end');

    expect(responses).toEqual(['ONE', 'TWO']);
  });

  it('collects a stream of large messages into one response', async () => {
    const measure: Method = {
      kind: 'stream',
      async *handle(requests) {
        let length = 0;
        for await (const request of requests) length += request.length;
        yield Buffer.from(String(length));
      },
    };
    const client = openClient(await serveMethods({ '/t.T/Measure': measure }));
    const stream = client.bidiStream('/t.T/Measure');

    for (let i = 0; i < 10; i++) stream.write(Buffer.alloc(3 * MIB));
    stream.end();

    expect((await stream.toArray()).map(String)).toEqual([String(30 * MIB)]);
  });

  it('produces only as many messages as the client reads', async () => {
    let made = 0;
    const endless = serverStream(async function* () {
      for (;;) {
        made++;
        yield Buffer.alloc(MIB);
      }
    });
    const client = openClient(await serveMethods({ '/t.T/Endless': endless }));
    const stream = client.serverStream('/t.T/Endless');
    stream.on('error', () => {});

    await once(stream, 'readable');
    stream.read();
    await once(stream, 'readable');

    expect(made).toBeLessThan(200);
    stream.cancel();
  });
});

describe('a slow client', () => {
  it('leaves no listeners behind after waits', async () => {
    const warnings: string[] = [];
    const collect = ({ name }: Error) => warnings.push(name);
    process.on('warning', collect);
    onTestFinished(() => void process.off('warning', collect));
    const many = serverStream(async function* () {
      for (let i = 0; i < 50; i++) yield Buffer.alloc(MIB);
    });
    const client = openClient(await serveMethods({ '/t.T/Many': many }));

    const received = await client.serverStream('/t.T/Many').toArray();

    expect(received).toHaveLength(50);
    expect(warnings).toEqual([]);
  });
});

/** A method that runs until it is aborted. Called as unary or as server stream. */
function waiting(onAbort: (reason: unknown) => void, onStart = () => {}): Method {
  return {
    kind: 'stream',
    async *handle(_requests, { signal }: Call) {
      onStart();
      await new Promise<void>((resolve) =>
        signal.addEventListener('abort', () => {
          onAbort(signal.reason);
          resolve();
        }),
      );
    },
  };
}

it('a connection for which no methods can be made ends, and the failure is passed on', async () => {
  const boom = new Error('boom');
  const connect = () => {
    throw boom;
  };
  const server = createGrpcServer({ connect });
  const [listener] = server.listeners('connection');
  const thrown: unknown[] = [];
  server.removeAllListeners('connection').on('connection', (socket) => {
    try {
      listener?.(socket);
    } catch (error) {
      thrown.push(error);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  await once(session, 'close');

  expect(thrown).toEqual([boom]);
});
