import type { ServerHttp2Stream } from 'node:http2';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { frame } from '../../../../../framework/protocol/grpc/framing';
import { readMessages, readSingle } from '../../../../../framework/protocol/grpc/requests';
import { GrpcError, Status } from '../../../../../framework/protocol/grpc/status';

describe('readMessages', () => {
  it('reads from the stream only when the next message is requested', async () => {
    const { stream, messages } = open();
    stream.write(frame(Buffer.from('one')));

    const first = await messages.next();
    const pausedAfterFirst = stream.isPaused();
    const second = messages.next();
    stream.end(frame(Buffer.from('two')));

    expect(String(first.value)).toBe('one');
    expect(pausedAfterFirst).toBe(true);
    expect(String((await second).value)).toBe('two');
    expect((await messages.next()).done).toBe(true);
  });

  it('yields messages that arrived together one by one', async () => {
    const { stream, messages } = open();
    stream.end(Buffer.concat(['a', 'b', 'c'].map((text) => frame(Buffer.from(text)))));

    const read: string[] = [];
    for await (const message of messages) read.push(String(message));

    expect(read).toEqual(['a', 'b', 'c']);
  });

  it('throws the reason of the signal while it waits', async () => {
    const { messages, controller } = open();
    const waiting = messages.next();

    controller.abort(new GrpcError(Status.CANCELLED, 'gone'));

    await expect(waiting).rejects.toThrow('gone');
  });
});

describe('readSingle', () => {
  it('rejects when the stream is reset before its end', async () => {
    const stream = new PassThrough();
    const request = readSingle(stream as unknown as ServerHttp2Stream, 100);
    stream.write(frame(Buffer.from('half')).subarray(0, 6));

    stream.destroy();

    await expect(request).rejects.toMatchObject({ code: Status.CANCELLED });
  });
});

function open() {
  const stream = new PassThrough();
  const controller = new AbortController();
  // `readMessages` uses only members that every readable stream has.
  const messages = readMessages(stream as unknown as ServerHttp2Stream, 100, controller.signal);
  return { stream, messages, controller };
}
