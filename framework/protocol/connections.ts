import { stackOf } from '../failure';
import type { Environment } from '../provider';
import type { ProviderServer } from '../server/provider-server';
import { unexpected } from './failure-diagnostics';
import { type Method, serverStream } from './grpc/method';
import type { Connection } from './grpc/server';
import { providerMethods } from './server';

/** The open connections, each with a provider server, and so a configuration, of its own (F2). */
export class Connections {
  readonly #open = new Set<ProviderServer>();
  readonly #ending = new Map<ProviderServer, Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly createServer: (environment: Environment) => ProviderServer,
    private readonly environment: Environment,
    private readonly events: HostEvents,
  ) {}

  /** Makes the provider server of a new connection, which is open until its `close`. That ends its calls, without waiting for it. */
  readonly connect = (): Connection => {
    const server = this.createServer(this.environment);
    this.#open.add(server);
    if (this.#isStopped) void server.stop();
    return {
      methods: new Map([
        ...providerMethods(server, this.environment),
        ...pluginMethods(this.events, () => this.#end(server)),
      ]),
      close: () => {
        this.#open.delete(server);
        this.#end(server);
        if (this.#open.size === 0) this.events.lastClosed();
      },
    };
  };

  /** The number of open connections. */
  get count(): number {
    return this.#open.size;
  }

  /** True while a connection, even a lost one, has a running call or an ephemeral resource that is still open. */
  get isBusy(): boolean {
    return this.#all().some((server) => server.isBusy);
  }

  /** Interrupts all current and later calls but closing, of all connections, new ones included. Resolves when the current calls have ended. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#all().map((server) => server.stop()));
  }

  /** Ends all work like `ProviderServer.close`. Resolves when that is done, or its time limits are over. Never rejects, and closes no socket. */
  async endAll(): Promise<void> {
    await Promise.all(this.#all().map((server) => this.#end(server)));
  }

  /** Ends all calls of open connections after an uncaught exception: one of them, unknown which, caused it and would never get a response. */
  failAll(error: unknown): void {
    const failure = unexpected(error);
    for (const server of this.#open) server.fail(failure);
  }

  #all(): ProviderServer[] {
    return [...new Set([...this.#open, ...this.#ending.keys()])];
  }

  /** Ends what the host leaves behind when it disconnects, such as an ephemeral resource or a running call, and frees the connection. */
  #end(server: ProviderServer): Promise<void> {
    const ending = this.#ending.get(server) ?? this.#close(server).finally(() => this.#ending.delete(server));
    this.#ending.set(server, ending);
    return ending;
  }

  async #close(server: ProviderServer): Promise<void> {
    await server.close().catch((error: unknown) => {
      this.environment.log('debug', 'a connection did not close well', { stack: stackOf(error) });
    });
  }
}

/** What happens to the host, as go-plugin in it and its connections tell. */
interface HostEvents {
  /** The response is sent, or the host no longer waits for it. It now waits for this process to end, and kills it after two seconds. */
  readonly shutdown: () => void;
  /** The host closed a stream that it keeps open as long as it lives, or its connection ended. */
  readonly gone: () => void;
  /** No connection is open any more. */
  readonly lastClosed: () => void;
}

const EMPTY = new Uint8Array();
/** `HealthCheckResponse{status: SERVING}`. */
const SERVING = Uint8Array.of(0x08, 0x01);

/** The services that go-plugin needs beside the provider's own (plugin protocol, "Services to serve beside"). */
function pluginMethods(events: HostEvents, end: () => Promise<void>): [path: string, method: Method][] {
  const shutdown: Method = {
    kind: 'unary',
    handle: async (_request, { closed }) => {
      closed.then(events.shutdown);
      // The host waits for it, however long that takes.
      await end();
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
