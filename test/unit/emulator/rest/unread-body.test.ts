import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drain } from '../../../../emulator/rest/unread-body';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose body is still coming. */
function startRequest() {
  const incoming = new IncomingMessage(new Socket());
  drain(incoming);
  return incoming;
}

test('what still comes after the response is taken for five seconds, and then the connection ends', () => {
  const incoming = startRequest();

  vi.advanceTimersByTime(4_999);
  const before = incoming.destroyed;
  vi.advanceTimersByTime(1);

  expect([before, incoming.destroyed]).toEqual([false, true]);
});

test('what still comes is taken up to 32 MiB', async () => {
  const incoming = startRequest();

  incoming.emit('data', Buffer.alloc(32 * 1024 * 1024));
  const before = incoming.destroyed;
  incoming.emit('data', Buffer.alloc(1));

  expect([before, incoming.destroyed]).toEqual([false, true]);
});
