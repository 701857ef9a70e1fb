import { DiagnosticError } from '../diagnostic';
import { stackOf } from '../failure';
import { formatPath } from '../path';
import type { Configured, Environment } from '../provider';
import { OpenCall, realAlarm } from './open-call';
import { OpenEphemeralResources } from './open-ephemeral-resources';

/** How long responses to what was sent are awaited once the host is gone, in milliseconds (F8). */
const RESPONSES_MS = 5_000;

/** How long cleaning up may take after that, in milliseconds: closing and undoing what nobody else would (F4, F8). */
const CLEANING_UP_MS = 5_000;

/** How long a host gets to save the last results, in milliseconds. */
const SAVING_MS = 1_000;

/** How long {@link Configuration.close} may take in all, in milliseconds. */
export const LONGEST_CLOSE_MS = RESPONSES_MS + CLEANING_UP_MS;

const interruption = () =>
  new DiagnosticError(
    'Interrupted',
    'Terraform was asked to stop, by Ctrl-C or by the program that runs it, before this was done. What was not sent yet was not sent any ' +
      'more; what was sent got its answer, and is in state. Run the same command again to see what is left to do.',
  );

/** What one connection was configured with, what it is doing, and how that ends. */
export class Configuration<C> {
  readonly openEphemeralResources = new OpenEphemeralResources();
  #configured: Configured<C> | undefined;
  #deferralAllowed = false;
  readonly #calls = new Set<OpenCall>();
  /** Calls that end something, which is no less to be done after an interruption. */
  readonly #cleaning = new Set<OpenCall>();
  readonly #ending = new Set<Promise<void>>();
  #interruption: DiagnosticError | undefined;

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

  /** True while something runs, or is open that only this provider can close. */
  get isBusy(): boolean {
    return this.#calls.size + this.#cleaning.size + this.#ending.size > 0 || this.openEphemeralResources.any;
  }

  /** Opens a call, which `cancelled` abandons. It has to be ended by {@link end}. */
  begin(cancelled?: AbortSignal): { readonly call: OpenCall; readonly end: () => Promise<void> } {
    const call = new OpenCall(this.environment);
    const abandon = () => call.abandon(cancelled?.reason);
    if (cancelled?.aborted) abandon();
    cancelled?.addEventListener('abort', abandon, { once: true });
    this.#calls.add(call);
    if (this.#interruption) call.interrupt(this.#interruption);
    const end = () => {
      this.#calls.delete(call);
      cancelled?.removeEventListener('abort', abandon);
      const ending = call.end().catch((error: unknown) => {
        const detail = error instanceof DiagnosticError ? error.detail : stackOf(error);
        this.environment.log('error', 'what nobody has saved could not be undone', { detail });
      });
      this.#ending.add(ending);
      return ending.finally(() => this.#ending.delete(ending));
    };
    return { call, end };
  }

  /** Runs one operation as a call of its own. */
  async during<R>(cancelled: AbortSignal | undefined, work: (call: OpenCall) => Promise<R>): Promise<R> {
    const { call, end } = this.begin(cancelled);
    try {
      return await work(call);
    } finally {
      await end();
    }
  }

  /** Runs one operation that ends something: neither an interruption nor a lost host keeps it from doing so. */
  async cleaningUp<R>(work: (call: OpenCall) => Promise<R>): Promise<R> {
    const call = new OpenCall(this.environment);
    this.#cleaning.add(call);
    try {
      return await work(call);
    } finally {
      this.#cleaning.delete(call);
      await call.end();
    }
  }

  /** The same as {@link during} for an operation that answers in pieces. */
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
      await end();
      // Not waited for: a handler that the provider failed beneath may never end.
      pieces.return?.().catch(() => {});
    }
  }

  /**
   * Interrupts what is running and whatever else is asked for on this connection, but for closing: a host that stopped a provider starts
   * another one for what it does next. A second time changes nothing. Settles when what is running has ended.
   */
  async stop(): Promise<void> {
    this.#interruption ??= interruption();
    for (const call of this.#calls) call.interrupt(this.#interruption);
    await Promise.all([...this.#calls].map(({ answered }) => answered));
  }

  /** Ends what is running with an error, whether its handler ends or not; later calls run as usual. */
  fail(failure: DiagnosticError): void {
    const { answered } = this.#configured?.kind === 'ready' ? this.#configured : {};
    for (const call of [...this.#calls, ...this.#cleaning]) call.fail(failure, answered?.());
  }

  /**
   * Ends what is running, because the host goes or is gone: awaits the responses to what was sent, undoes what nobody will know of,
   * closes what is open, and then the connection. Takes no longer than {@link LONGEST_CLOSE_MS}.
   */
  async close(): Promise<void> {
    const open = this.openEphemeralResources;
    const running = [...this.#calls];
    void this.stop();
    const closing = open.closeAll();
    await this.#within(RESPONSES_MS, [open.openings(), ...running.map(({ answered }) => answered)]);
    // After a second interrupt Terraform still saves what it gets until its providers have ended.
    const saved = running.some(({ isAbandoned }) => !isAbandoned) ? this.environment.sleep(SAVING_MS) : undefined;
    await this.#within(CLEANING_UP_MS, [closing, open.closeAll(), ...this.#ending, Promise.resolve(saved)]);
    this.#calls.clear();
    await this.set(undefined);
  }

  async #within(ms: number, work: readonly Promise<unknown>[]): Promise<void> {
    const { promise: over, resolve: ring } = Promise.withResolvers<void>();
    const stop = (this.environment.alarm ?? realAlarm)(ms, ring);
    await Promise.race([Promise.allSettled(work), over]);
    stop();
  }
}
