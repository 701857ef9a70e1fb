import { once } from 'node:events';
import http2 from 'node:http2';
import { setImmediate } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { type Call, type Method, serverStream } from '../../../../../framework/protocol/grpc/method';
import { GrpcError, Status } from '../../../../../framework/protocol/grpc/status';
import { openClient, serveMethods, startGrpcServer } from '../support/grpc';

const echo: Method = { kind: 'unary', handle: (request) => request };

const MIB = 1024 * 1024;

describe('unary calls', () => {
  it('responds to a message with a message, even if it is empty', async () => {
    const client = openClient(await serveMethods({ '/t.T/Echo': echo }));

    const responses = [await client.call('/t.T/Echo'), await client.call('/t.T/Echo', Buffer.from('hello'))];

    expect(responses.map(String)).toEqual(['', 'hello']);
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
