import type { Environment } from '../framework/provider';
import type { ProviderServer } from '../framework/server/provider-server';
import type { Connection } from './grpc/server';
import { type PluginEvents, pluginMethods } from './plugin-services';
import { providerMethods } from './server';

/** The open connections. Each has a provider of its own, because configuration lives with the connection (P18). */
export class Connections {
  readonly #open = new Set<ProviderServer>();

  constructor(
    private readonly createServer: (environment: Environment) => ProviderServer,
    private readonly environment: Environment,
    private readonly events: PluginEvents & { readonly lastClosed: () => void },
  ) {}

  /** Serves a new connection. */
  readonly connect = (): Connection => {
    const server = this.createServer(this.environment);
    this.#open.add(server);
    return {
      methods: new Map([...providerMethods(server, this.environment.log), ...pluginMethods(this.events)]),
      close: () => {
        this.#open.delete(server);
        this.#end(server);
        if (this.#open.size === 0) this.events.lastClosed();
      },
    };
  };

  /** Cancels whatever is running, and settles when that has ended. */
  async cancelAll(): Promise<void> {
    await Promise.all([...this.#open].map((server) => this.#end(server)));
  }

  async #end(server: ProviderServer): Promise<void> {
    server.stop();
    await server.close().catch(() => {
      this.environment.log('debug', 'a connection did not close well');
    });
  }
}
