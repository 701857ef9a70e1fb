import { DiagnosticError } from '../diagnostic';
import type { Configured, Environment } from '../provider';
import { type Redactor, redactor } from '../redact';
import { formatPath, type Path } from '../values/path';
import { settled } from './call-in-progress';

/** Time limit for freeing a connection, in milliseconds: the host waits for it. */
const FREEING_MS = 5_000;

/** The result of configuring: a connection, or the paths of the unknown arguments, at least one. */
export type Configuring<C> =
  | ({ readonly kind: 'ready' } & Configured<C>)
  | { readonly kind: 'unknown'; readonly paths: readonly Path[] };

/** The provider block of one connection: the connection made from it, or its arguments that are unknown. */
export class Configuration<C> {
  #configured: Configuring<C> | undefined;
  #deferralAllowed = false;
  #isOver = false;
  /** Removes the secrets of the provider block, as far as they are known, from the text of an error. */
  redact: Redactor = redactor([]);

  constructor(readonly environment: Environment) {}

  /**
   * Sets the configuration; undefined for none, after an error. Then frees the connection of an earlier one, or this one's after {@link end}.
   * `deferralAllowed`: whether Terraform can defer operations while this one is unknown.
   */
  async set(configured: Configuring<C> | undefined, deferralAllowed = false): Promise<void> {
    const unused = this.#isOver ? configured : this.#configured;
    if (!this.#isOver) this.#configured = configured;
    this.#deferralAllowed = deferralAllowed;
    if (unused?.kind === 'ready') await this.free(unused);
  }

  /** Frees the connection, and from now on each that is set, such as one that was still being made. */
  end(): Promise<void> {
    const freed = this.set(undefined);
    this.#isOver = true;
    return freed;
  }

  /** Closes a connection, for which it waits five seconds; rejects with what that throws. */
  async free(connected: Configured<C>): Promise<void> {
    const closing = connected.close?.();
    if (await settled(this.environment, FREEING_MS, [closing])) return closing;
    this.environment.log('warn', 'the connection of the provider is not free after five seconds');
  }

  /** The connection; undefined while the configuration is unknown or not set, and for a provider that needs none. */
  get connection(): C | undefined {
    return this.#configured?.kind === 'ready' ? this.#configured.connection : undefined;
  }

  /** True once the configuration is known and set, also for a provider that needs no connection. */
  get isReady(): boolean {
    return this.#configured?.kind === 'ready';
  }

  /** True while the configuration is unknown and Terraform can defer, as its request to configure says: others say so in every apply. */
  get defers(): boolean {
    return this.#deferralAllowed && this.#configured?.kind === 'unknown';
  }

  /** The connection, for an operation. Throws a {@link DiagnosticError} while the configuration is not set, or unknown, with the names of what is. */
  requireConnection(): C {
    if (this.#configured?.kind === 'ready') return this.#configured.connection;
    if (this.#configured === undefined) {
      throw new DiagnosticError(
        'Provider not configured',
        'Terraform asked for an operation before it configured the provider, which no configuration of yours can cause. Update ' +
          'Terraform or OpenTofu; if it stays, report it with the log of TF_LOG=debug.',
      );
    }
    const [first] = this.#configured.paths;
    const names = this.#configured.paths.map(formatPath).join(', ');
    throw new DiagnosticError(
      'Provider configuration not known',
      `This needs the provider's ${names}, which ${this.#configured.paths.length === 1 ? 'is' : 'are'} still unknown. Give a value that is known before apply, ` +
        'or apply what it depends on first (terraform apply -target=…).',
      first,
    );
  }

  /** Resolves when every request that was sent has its response; at once if the provider does not tell. Never rejects. */
  async answered(): Promise<void> {
    await (async () => this.#configured?.kind === 'ready' && this.#configured.answered?.())().catch(() => {});
  }
}
