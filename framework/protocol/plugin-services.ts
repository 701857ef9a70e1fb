import { type Method, serverStream } from './grpc/method';

/** What the host's side of go-plugin does to us. */
export interface PluginEvents {
  /** The host has no more work. It waits for what this returns, however long that takes. */
  readonly beforeShutdown: () => Promise<void>;
  /** The host was told so: it waits for this process to end, and kills it after two seconds. */
  readonly shutdown: () => void;
  /** The host let go of a stream that it holds for as long as it lives. */
  readonly gone: () => void;
}

const EMPTY = new Uint8Array();
/** `HealthCheckResponse{status: SERVING}`. */
const SERVING = Uint8Array.of(0x08, 0x01);

/** The services that go-plugin wants beside the provider's own (plugin protocol, "Services to serve beside"). */
export function pluginMethods(events: PluginEvents): [path: string, method: Method][] {
  const shutdown: Method = {
    kind: 'unary',
    handle: async (_request, { closed }) => {
      closed.then(events.shutdown);
      await events.beforeShutdown();
      return EMPTY;
    },
  };

  // Nothing is ever sent here: our log goes to stderr. The open stream tells us that the host is alive.
  const streamStdio = serverStream(async function* (_request, { signal }) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    events.gone();
  });

  // Lets both sides open further connections, which providers never do. Ends with the host's side.
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
