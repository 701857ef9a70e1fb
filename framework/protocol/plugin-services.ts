import { type Method, serverStream } from './grpc/method';

/** The events that go-plugin in the host causes. */
export interface PluginEvents {
  /** The host has no more work. It waits until the promise settles, however long that takes. */
  readonly beforeShutdown: () => Promise<void>;
  /** The response is sent, or the host no longer waits for it. It now waits for this process to end, and kills it after two seconds. */
  readonly shutdown: () => void;
  /** The host closed a stream that it keeps open as long as it lives, or its connection ended. */
  readonly gone: () => void;
}

const EMPTY = new Uint8Array();
/** `HealthCheckResponse{status: SERVING}`. */
const SERVING = Uint8Array.of(0x08, 0x01);

/** The services that go-plugin needs beside the provider's own (plugin protocol, "Services to serve beside"). */
export function pluginMethods(events: PluginEvents): [path: string, method: Method][] {
  const shutdown: Method = {
    kind: 'unary',
    handle: async (_request, { closed }) => {
      closed.then(events.shutdown);
      await events.beforeShutdown();
      return EMPTY;
    },
  };

  // The stream carries nothing, because our log goes to stderr. While it is open, the host is alive.
  const streamStdio = serverStream(async function* (_request, { signal }) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    events.gone();
  });

  // The broker could open further connections, which providers never do. The stream ends when the host closes its side.
  const startStream: Method = {
    kind: 'stream',
    async *handle(requests) {
      for await (const _ of requests) yield* [];
    },
  };

  return [
    ['/plugin.GRPCController/Shutdown', shutdown],
    ['/plugin.GRPCStdio/StreamStdio', streamStdio],
    ['/plugin.GRPCBroker/StartStream', startStream],
    ['/grpc.health.v1.Health/Check', { kind: 'unary', handle: () => SERVING }],
  ];
}
