import type { Operation } from '../../contract';
import { type Epoch, Epochs } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import type { FaultNote } from '../domain/fault-note';
import { S3_OPERATIONS, type S3Operation } from '../domain/s3-operation';
import { checkHeaders } from './fault-headers';
import { type FaultMoment, type FaultSpec, readFaultSpec } from './fault-spec';
import { drawLatency } from './latency';
import { picks, type RequestView } from './request-filter';

/** A fault that was added. */
export interface FaultHandle {
  /** `fault-1`, `fault-2`, …; never given twice by one emulator. */
  readonly id: string;
  readonly spec: FaultSpec;
  /** Requests that it applied to. */
  readonly met: number;
  /** Requests that it holds now. */
  readonly held: number;
  /** Resolves as soon as it applied to this many requests in all (default 1). Rejects when it is removed before. */
  whenMet(count?: number): Promise<void>;
  /** Lets go of the requests it holds, and holds no more. */
  release(): void;
  /** Applies no more, and releases. */
  remove(): void;
}

/** What is to happen to a response. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'cut' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: unknown;
    }
  | { readonly kind: 'truncate'; readonly bytes: number | undefined }
  | { readonly kind: 'garbage'; readonly text: string };

/**
 * The faults of a running emulator: of all who use it, unless `where` says whose requests a fault applies to. The first one added
 * that applies wins.
 */
export class Faults {
  #active: Fault[] = [];
  #added = 0;
  /** Waits belong to it. */
  readonly #epochs = new Epochs();

  /**
   * @param chance draws a number from 0 up to but without 1
   * @param noS3 says why no fault can apply to the data plane; undefined: faults can
   */
  constructor(
    private readonly chance: () => number,
    private readonly noS3?: string,
  ) {}

  /** Throws `invalid` for a fault that could never apply as it is meant: an unknown member, a value out of range. */
  add(given: FaultSpec): FaultHandle {
    const spec = readFaultSpec(given);
    checkHeaders(spec);
    if (this.noS3 !== undefined && (S3_OPERATIONS as readonly string[]).includes(spec.operation)) {
      throw new DomainError('not_implemented', this.noS3, 'operation');
    }
    this.#added += 1;
    const forget = () => {
      this.#active = this.#active.filter((other) => other !== fault);
    };
    const fault = new Fault(`fault-${this.#added}`, spec, {
      waits: () => this.#epochs.current,
      chance: this.chance,
      forget,
    });
    this.#active.push(fault);
    return fault;
  }

  /** Faults of everybody that were added and not removed, in that order; those that apply no more are among them. */
  list(): FaultHandle[] {
    return [...this.#active];
  }

  find(id: string): FaultHandle | undefined {
    return this.#active.find((fault) => fault.id === id);
  }

  /** Removes all, also those that other tests have added to this emulator: they remove their own by its handle. */
  clear(): void {
    for (const fault of this.#active) fault.remove();
  }

  /** The faults in force, in the order in which they were added. */
  active(): FaultHandle[] {
    return [...this.#active];
  }

  /** Faults, of everybody, that applied to no request: a test that expects them all to be met asserts that there is none. */
  unmet(): FaultHandle[] {
    return this.#active.filter((fault) => fault.met === 0);
  }

  /** Called at a reset or restore: whatever is held or delayed ends without effect. */
  end(): void {
    this.#epochs.next();
  }

  /** Called when the emulator stops: the same, and nothing waits any more. */
  stop(): void {
    this.#epochs.next();
    this.#epochs.current.end();
  }

  /** Called by the app: the fault that applies to this request, counted as met. Nobody looks at the request while there is no fault. */
  match(operation: Operation | S3Operation, view: () => RequestView): Fault | undefined {
    if (this.#active.length === 0) return undefined;
    const fault = this.#active.find((candidate) => candidate.matches(operation, view, this.chance));
    fault?.meet();
    return fault;
  }
}

/** One fault at work. */
export class Fault implements FaultHandle {
  met = 0;
  #released = false;
  readonly #holding = new Set<() => void>();
  /** Requests that fitted, and that `skip` let go. */
  #skipped = 0;
  #isRemoved = false;
  #watchers: Watcher[] = [];

  constructor(
    readonly id: string,
    readonly spec: FaultSpec,
    private readonly around: {
      readonly waits: () => Epoch;
      readonly chance: () => number;
      readonly forget: () => void;
    },
  ) {}

  /** What it does to every request that it applies to. */
  get note(): FaultNote {
    const { delayMs, pause } = this.spec;
    const moments = ['before-commit', 'after-commit'] as const;
    // A response that does not change is that of an operation that ran.
    const when = moments.find((moment) => this.effect(moment).kind !== 'none') ?? 'after-commit';
    return { id: this.id, effect: this.effect(when).kind, when, waits: delayMs !== undefined || pause === true };
  }

  get held(): number {
    return this.#holding.size;
  }

  matches(operation: Operation | S3Operation, view: () => RequestView, chance: () => number): boolean {
    const { spec } = this;
    if (spec.operation !== '*' && spec.operation !== operation) return false;
    if (this.met >= (spec.times ?? Number.POSITIVE_INFINITY)) return false;
    if (spec.where && !picks(spec.where, view())) return false;
    if (this.#skipped < (spec.skip ?? 0)) {
      this.#skipped += 1;
      return false;
    }
    return spec.probability === undefined || chance() < spec.probability;
  }

  meet(): void {
    this.met += 1;
    const [due, rest] = [true, false].map((isDue) => this.#watchers.filter(({ count }) => count <= this.met === isDue));
    this.#watchers = rest ?? [];
    for (const { resolve } of due ?? []) resolve();
  }

  whenMet(count = 1): Promise<void> {
    if (this.met >= count) return Promise.resolve();
    const met = new Promise<void>((resolve, reject) => this.#watchers.push({ count, resolve, reject }));
    // Whoever waits for it hears of its end; whoever forgot it shall not have the process fail.
    met.catch(() => undefined);
    if (this.#isRemoved) this.#refuseWatchers();
    return met;
  }

  release(): void {
    this.#released = true;
    for (const resume of this.#holding) resume();
    this.#holding.clear();
  }

  remove(): void {
    this.around.forget();
    this.#isRemoved = true;
    this.#refuseWatchers();
    this.release();
  }

  #refuseWatchers(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const { count, reject } of watchers) {
      reject(
        new Error(
          `${this.id} was removed, or the emulator reset, before it applied to ${count} requests: ${this.met}.`,
        ),
      );
    }
  }

  /** Waits as the fault says for this moment. False: the emulator was reset or stopped meanwhile, so nothing more is to happen. */
  async wait(moment: FaultMoment): Promise<boolean> {
    const { delayMs = 0, pause, when = 'before-commit' } = this.spec;
    if (when !== moment) return true;
    const epoch = this.around.waits();
    const ms = drawLatency(delayMs, this.around.chance);
    if (ms > 0 && !epoch.hasEnded) await sleep(ms, epoch);
    if (pause && !this.#released && !epoch.hasEnded) await this.#hold(epoch);
    return !epoch.hasEnded;
  }

  #hold(epoch: Epoch): Promise<void> {
    return new Promise<void>((resolve) => {
      const resume = () => {
        this.#holding.delete(resume);
        leave();
        resolve();
      };
      this.#holding.add(resume);
      const leave = epoch.join(resume);
    });
  }

  /** What happens to the response at this moment. */
  effect(moment: FaultMoment): Effect {
    const { cut, truncate, garbage, status, when = 'before-commit' } = this.spec;
    if (cut) return { kind: cut === moment ? 'cut' : 'none' };
    if (truncate !== undefined && truncate !== false) {
      return moment === 'after-commit' ? { kind: 'truncate', bytes: truncate === true ? undefined : truncate } : NONE;
    }
    if (garbage !== undefined && garbage !== false) {
      return moment === 'after-commit' ? { kind: 'garbage', text: garbage === true ? '<html>no json' : garbage } : NONE;
    }
    return status !== undefined && when === moment ? this.#toStatus(status) : NONE;
  }

  #toStatus(status: number): Effect {
    const { body, headers, retryAfter } = this.spec;
    const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const extra = {
      ...Object.fromEntries(given),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    };
    return { kind: 'status', status, headers: extra, body };
  }
}

const NONE: Effect = { kind: 'none' };

/** Somebody waits until a fault applied to so many requests. */
interface Watcher {
  readonly count: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Waits in real time, until the epoch ends at the latest. */
function sleep(ms: number, epoch: Epoch): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const leave = epoch.join(done);
  });
}
