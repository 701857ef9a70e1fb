import type { Environment } from '../framework/provider';
import type { ProviderServer } from '../framework/server/provider-server';
import { unexpected } from './failure';
import type { Connection } from './grpc/server';
import { CLOSING_MS } from './lifetime';
import { type PluginEvents, pluginMethods } from './plugin-services';
import { providerMethods } from './server';

/** The open connections. Each has a provider of its own, because configuration lives with the connection (P18). */
export class Connections {
  readonly #open = new Set<ProviderServer>();
  readonly #ending = new Map<ProviderServer, Promise<void>>();

  constructor(
    private readonly createServer: (environment: Environment) => ProviderServer,
    private readonly environment: Environment,
    private readonly events: Pick<PluginEvents, 'shutdown' | 'gone'> & { readonly lastClosed: () => void },
  ) {}

  /** Serves a new connection. */
  readonly connect = (): Connection => {
    const server = this.createServer(this.environment);
    this.#open.add(server);
    const events = { ...this.events, beforeShutdown: () => this.#closeOpen(server) };
    return {
      methods: new Map([...providerMethods(server, this.environment), ...pluginMethods(events)]),
      close: () => {
        this.#open.delete(server);
        this.#end(server);
        if (this.#open.size === 0) this.events.lastClosed();
      },
    };
  };

  /** True while a connection, lost ones included, has something open at the service that is still to be closed. */
  get hasOpen(): boolean {
    return this.#all().some((server) => server.hasOpenEphemeralResources);
  }

  /** Cancels whatever is running and closes what is open; settles when that has ended. */
  async cancelAll(): Promise<void> {
    await Promise.all(this.#all().map((server) => this.#end(server)));
  }

  /**
   * Ends every call that is open with an error, after an exception that nobody caught: the call that it belongs to would otherwise
   * never be answered. It cannot be told which that is, nor of which connection.
   */
  failAll(error: unknown): void {
    const failure = unexpected(error);
    for (const server of this.#open) server.fail(failure);
  }

  /**
   * Closes what the host leaves open when it is done. After an error Terraform 1.11 does so with ephemeral resources on which
   * depends what failed.
   */
  async #closeOpen(server: ProviderServer): Promise<void> {
    if (!server.hasOpenEphemeralResources) return;
    const giveUp = new AbortController();
    const tooLong = this.environment.sleep(CLOSING_MS, giveUp.signal).catch(() => {});
    await Promise.race([this.#end(server), tooLong]);
    giveUp.abort();
  }

  #all(): ProviderServer[] {
    return [...new Set([...this.#open, ...this.#ending.keys()])];
  }

  #end(server: ProviderServer): Promise<void> {
    const ending = this.#ending.get(server) ?? this.#close(server).finally(() => this.#ending.delete(server));
    this.#ending.set(server, ending);
    return ending;
  }

  async #close(server: ProviderServer): Promise<void> {
    server.stop();
    await server.close().catch(() => {
      this.environment.log('debug', 'a connection did not close well');
    });
  }
}
