import { AsyncLocalStorage } from 'node:async_hooks';
import { refuseExit } from '../protocol/lifetime';

/** True in the code of a provider. */
const inProvider = new AsyncLocalStorage<true>();
const isOfProvider = () => inProvider.getStore() === true;

let refused: typeof process.exit | undefined;

/** The server, in whose calls `process.exit` is an error, as under a host: it would end the test, as a success with code 0. Elsewhere it exits. */
export function refusingExit<T extends object>(server: T): T {
  if (process.exit !== refused) refuseExit(isOfProvider);
  refused = process.exit;
  return new Proxy(server, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const result: unknown = inProvider.run(true, () => member(...args));
        return isStream(result) ? pieces(result) : result;
      };
    },
  });
}

const isStream = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

/** The pieces of a stream, whose code runs whenever one is asked for. */
async function* pieces(stream: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inProvider.run(true, () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
