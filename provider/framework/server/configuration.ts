import { DiagnosticError } from '../diagnostic';
import { formatPath } from '../path';
import type { Configured, Environment } from '../provider';
import { OpenCall } from './open-call';
import { OpenEphemeralResources } from './open-ephemeral-resources';

const INTERRUPTED =
  'Terraform was asked to stop, by Ctrl-C or by the program that runs it, before this had ended. Everything that the service made until then is in ' +
  'state. Run the same command again to see what is left to do.';

/** What one connection was configured with, and the signal that ends what it is doing. */
export class Configuration<C> {
  readonly openEphemeralResources = new OpenEphemeralResources();
  #configured: Configured<C> | undefined;
  #deferralAllowed = false;
  readonly #calls = new Set<OpenCall>();

  constructor(readonly environment: Environment) {}

  /** Replaces an earlier configuration; its connection is closed. */
  async set(configured: Configured<C> | undefined, deferralAllowed = false): Promise<void> {
    const earlier = this.#configured;
    this.#configured = configured;
    this.#deferralAllowed = deferralAllowed;
    if (earlier?.kind === 'ready') await earlier.close();
  }

  /** The connection; undefined while the configuration is not known or not given. */
  get connection(): C | undefined {
    return this.#configured?.kind === 'ready' ? this.#configured.connection : undefined;
  }

  /**
   * True while the configuration is unknown and Terraform can put off what needs it. It says so when it configures, as
   * terraform-plugin-framework takes it: what a single request says of it is true in every apply.
   */
  get defers(): boolean {
    return this.#deferralAllowed && this.#configured?.kind === 'unknown';
  }

  /** The connection, for an operation that cannot do without. Throws a {@link DiagnosticError} that says what is not known. */
  requireClient(): C {
    if (this.connection !== undefined) return this.connection;
    if (this.#configured?.kind !== 'unknown') {
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
      `This needs the provider's ${names}, which is still unknown. Give a value that is known before apply, ` +
        'or apply what it depends on first (terraform apply -target=…).',
      first,
    );
  }

  /** Opens a call, which is also cancelled by `cancelled`. It has to be ended by {@link end}. */
  begin(cancelled?: AbortSignal): { readonly call: OpenCall; readonly end: () => void } {
    const call = new OpenCall(this.environment);
    const cancel = () => call.cancel(cancelled?.reason);
    if (cancelled?.aborted) cancel();
    cancelled?.addEventListener('abort', cancel, { once: true });
    this.#calls.add(call);
    const end = () => {
      call.end();
      this.#calls.delete(call);
      cancelled?.removeEventListener('abort', cancel);
    };
    return { call, end };
  }

  /** Runs one operation as a call of its own. */
  async during<R>(cancelled: AbortSignal | undefined, work: (call: OpenCall) => Promise<R>): Promise<R> {
    const { call, end } = this.begin(cancelled);
    try {
      return await work(call);
    } finally {
      end();
    }
  }

  /** The same for an operation that answers in pieces. */
  async *streaming<R>(cancelled: AbortSignal, work: (call: OpenCall) => AsyncIterable<R>): AsyncGenerator<R> {
    const { call, end } = this.begin(cancelled);
    const pieces = work(call)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await call.settle(pieces.next());
        if (done) return;
        yield value;
      }
    } finally {
      end();
      // Not waited for: a handler that the provider failed beneath may never end.
      pieces.return?.().catch(() => {});
    }
  }

  /** Cancels what is running; later calls run as usual. */
  stop(): void {
    for (const call of this.#calls) call.cancel(new DiagnosticError('Interrupted', INTERRUPTED));
  }

  /** Ends what is running with an error, whether its handler ends or not; later calls run as usual. */
  fail(failure: DiagnosticError): void {
    for (const call of this.#calls) call.fail(failure);
  }

  /** Cancels what is running, closes what is open, and then the connection. */
  async close(): Promise<void> {
    this.stop();
    await this.openEphemeralResources.closeAll();
    await this.set(undefined);
  }
}
