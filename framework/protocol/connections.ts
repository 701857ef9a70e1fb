import type { Environment } from '../provider';
import type { ProviderServer } from '../server/provider-server';
import { unexpected } from './failure';
import type { Connection } from './grpc/server';
import { type PluginEvents, pluginMethods } from './plugin-services';
import { providerMethods } from './server';

/** The open connections. Each has a provider of its own, because configuration lives with the connection (F2). */
export class Connections {
  readonly #open = new Set<ProviderServer>();
  readonly #ending = new Map<ProviderServer, Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly createServer: (environment: Environment) => ProviderServer,
    private readonly environment: Environment,
    private readonly events: Pick<PluginEvents, 'shutdown' | 'gone'> & { readonly lastClosed: () => void },
  ) {}

  /** Serves a new connection. */
  readonly connect = (): Connection => {
    const server = this.createServer(this.environment);
    this.#open.add(server);
    if (this.#isStopped) void server.stop();
    const events = { ...this.events, beforeShutdown: () => this.#endIfBusy(server) };
    return {
      methods: new Map([...providerMethods(server, this.environment), ...pluginMethods(events)]),
      close: () => {
        this.#open.delete(server);
        this.#end(server);
        if (this.#open.size === 0) this.events.lastClosed();
      },
    };
  };

  /** True while a connection, lost ones included, has something running, or open at the service that is still to be closed. */
  get isBusy(): boolean {
    return this.#all().some((server) => server.isBusy);
  }

  /** Interrupts whatever runs, now or later, on any connection; settles when what runs now has ended. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#all().map((server) => server.stop()));
  }

  /** Ends whatever is running and closes what is open; settles when that is done. */
  async endAll(): Promise<void> {
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
   * Ends what the host leaves when it goes. After an error Terraform 1.11 leaves ephemeral resources open on which depends what
   * failed; after a second interrupt it leaves operations that are still running.
   */
  async #endIfBusy(server: ProviderServer): Promise<void> {
    if (server.isBusy) await this.#end(server);
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
    await server.close().catch(() => {
      this.environment.log('debug', 'a connection did not close well');
    });
  }
}
