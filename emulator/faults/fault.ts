import type { Operation } from '../../contract';
import { countOf } from '../domain/counts';
import type { Epoch } from '../domain/epoch';
import type { S3Operation } from '../domain/s3-operation';
import type { FaultNote } from '../journal/entry';
import { picks } from '../journal/request-filter';
import type { Effect, FaultMoment, MatchingFault } from './effect';
import { drawLatency } from './latency';
import type { FaultSpec, FaultTarget, FaultView } from './spec';

/** A fault that was added. */
export interface FaultHandle {
  /** `fault-1`, `fault-2`, …; one emulator never uses an id twice. */
  readonly id: string;
  readonly spec: FaultSpec;
  /** Number of requests that it changed something for: a response, its time, or whether there was one. */
  readonly met: number;
  /** Number of requests that it holds now. */
  readonly held: number;
  /** Whether it applies to no more requests, because it applied to as many as `times` says. It may still hold some. */
  readonly isUsedUp: boolean;
  /** Resolves as soon as `met` is this many (default 1). Rejects if it is removed before that. */
  whenMet(count?: number): Promise<void>;
  /** Releases the requests it holds, and holds no more. */
  release(): void;
  /** Removes the fault: it applies to no more requests, and releases those it holds. */
  remove(): void;
}

export class Fault implements FaultHandle {
  met = 0;
  /** Number of requests that it has changed or may still change. */
  #taken = 0;
  #released = false;
  readonly #holding = new Set<() => void>();
  /** Number of matching requests that `skip` let pass. */
  #skipped = 0;
  #isRemoved = false;
  readonly #watchers = new Set<Watcher>();

  constructor(
    readonly id: string,
    readonly spec: FaultSpec,
    private readonly around: {
      /** Ends delays, and requests that are held. */
      readonly waits: () => { readonly delays: Epoch; readonly holds: Epoch };
      readonly chance: () => number;
      readonly forget: () => void;
    },
  ) {}

  get #note(): FaultNote {
    const { delayMs, pause } = this.spec;
    const moments = ['before-commit', 'after-commit'] as const;
    // An unchanged response is that of an operation that ran.
    const when = moments.find((moment) => this.#effect(moment).kind !== 'none') ?? 'after-commit';
    return { id: this.id, effect: this.#effect(when).kind, when, waits: delayMs !== undefined || pause === true };
  }

  get held(): number {
    return this.#holding.size;
  }

  get isUsedUp(): boolean {
    return this.met >= (this.spec.times ?? Number.POSITIVE_INFINITY);
  }

  matches(operation: Operation | S3Operation, view: () => FaultView, chance: () => number): boolean {
    const { spec } = this;
    if (spec.operation !== '*' && spec.operation !== operation) return false;
    if (this.#taken >= (spec.times ?? Number.POSITIVE_INFINITY)) return false;
    if (spec.where && !aims(spec.where, view())) return false;
    if (this.#skipped < (spec.skip ?? 0)) {
      this.#skipped += 1;
      return false;
    }
    return spec.probability === undefined || chance() < spec.probability;
  }

  /** Reserves it for a request, so that no more get it at once than may. */
  take(): MatchingFault {
    this.#taken += 1;
    let isMet = false;
    const meet = () => {
      if (isMet) return;
      isMet = true;
      this.#meet();
    };
    return {
      note: this.#note,
      get isMet() {
        return isMet;
      },
      wait: (moment) => this.#wait(moment, meet),
      effect: (moment) => this.#effect(moment),
      meet,
      end: () => {
        if (!isMet) this.#taken -= 1;
      },
    };
  }

  #meet(): void {
    this.met += 1;
    for (const watcher of this.#watchers) {
      if (watcher.count > this.met) continue;
      this.#watchers.delete(watcher);
      watcher.resolve();
    }
  }

  whenMet(count = 1): Promise<void> {
    if (this.met >= count) return Promise.resolve();
    const met = new Promise<void>((resolve, reject) => this.#watchers.add({ count, resolve, reject }));
    // Callers that await the promise get the rejection; the empty handler keeps an ignored one from crashing the process.
    met.catch(() => undefined);
    if (this.#isRemoved) this.#refuseWatchers();
    return met;
  }

  release(): void {
    this.#released = true;
    for (const resume of this.#holding) resume();
  }

  remove(): void {
    this.around.forget();
    this.#isRemoved = true;
    this.#refuseWatchers();
    this.release();
  }

  #refuseWatchers(): void {
    for (const { count, reject } of this.#watchers) {
      const says = `${this.id} was removed, or the emulator reset, before it applied to ${countOf(count, 'request')}: ${this.met}.`;
      reject(new Error(says));
    }
    this.#watchers.clear();
  }

  /** Waits as the fault specifies for this moment. False: the emulator was reset or stopped meanwhile, so nothing more may happen. */
  async #wait(moment: FaultMoment, meet: () => void): Promise<boolean> {
    const { delayMs = 0, pause, when = 'before-commit' } = this.spec;
    if (when !== moment) return true;
    const { delays, holds } = this.around.waits();
    const ms = drawLatency(delayMs, this.around.chance);
    if (ms > 0 && !delays.hasEnded) {
      meet();
      await waitFor(delays, (done) => {
        const timer = setTimeout(done, ms);
        return () => clearTimeout(timer);
      });
    }
    if (pause && !this.#released && !holds.hasEnded) {
      const held = waitFor(holds, (done) => {
        this.#holding.add(done);
        return () => this.#holding.delete(done);
      });
      meet();
      await held;
    }
    return !delays.hasEnded && !(pause && holds.hasEnded);
  }

  #effect(moment: FaultMoment): Effect {
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
    const { body, headers = {}, retryAfter } = this.spec;
    const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const after = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return { kind: 'status', status, headers: { ...Object.fromEntries(given), ...after }, body };
  }
}

function aims({ token, ...filter }: FaultTarget, request: FaultView): boolean {
  return (token === undefined || request.token === token) && picks(filter, request);
}

const NONE: Effect = { kind: 'none' };

/** A pending wait until a fault has applied to `count` requests. */
interface Watcher {
  readonly count: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Waits until `begin` calls back, at most until the epoch ends. Then calls what `begin` has returned. */
function waitFor(epoch: Epoch, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      end();
      leave();
      resolve();
    };
    const end = begin(done);
    const leave = epoch.join(done);
  });
}
