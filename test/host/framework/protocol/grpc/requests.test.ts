import { describe, expect, it } from 'vitest';
import { frame } from '../../../../../framework/protocol/grpc/framing';
import { readMessages, readSingle } from '../../../../../framework/protocol/grpc/requests';
import { GrpcError, Status } from '../../../../../framework/protocol/grpc/status';
import { Http2Stream } from '../../../../../framework/protocol/http2/stream';

describe('readMessages', () => {
  it('lets the client send more only when the next message is requested', async () => {
    const { receive, stream, released, messages } = open();
    receive(frame(Buffer.from('one')));

    const first = await messages.next();
    const releasedAfterFirst = released();
    const second = messages.next();
    receive(frame(Buffer.from('two')));
    stream.receiveEnd();

    expect(String(first.value)).toBe('one');
    expect([releasedAfterFirst, released()]).toEqual([0, 8]);
    expect(String((await second).value)).toBe('two');
    expect((await messages.next()).done).toBe(true);
  });

  it('yields messages that arrived together one by one', async () => {
    const { receive, stream, messages } = open();
    receive(Buffer.concat(['a', 'b', 'c'].map((text) => frame(Buffer.from(text)))));
    stream.receiveEnd();

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
    const { stream, receive } = openStream();
    const request = readSingle(stream, 100);
    receive(frame(Buffer.from('half')).subarray(0, 6));

    stream.close();

    await expect(request).rejects.toMatchObject({ code: Status.CANCELLED });
  });
});

/** A stream without a connection, whose client is told of each released byte. */
function openStream() {
  let released = 0;
  const frames = {
    headers: () => {},
    data: () => {},
    windowUpdate: (_streamId: number, bytes: number) => {
      released += bytes;
    },
    window: 0,
    waitForWindow: () => {},
    forget: () => {},
  };
  const stream = new Http2Stream(1, frames, 0, 2);
  const receive = (bytes: Buffer) => stream.receive(bytes, bytes.length);
  return { stream, receive, released: () => released };
}

function open() {
  const opened = openStream();
  const controller = new AbortController();
  return { ...opened, controller, messages: readMessages(opened.stream, 100, controller.signal) };
}
