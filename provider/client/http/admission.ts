import type { ClientEnvironment } from '../environment';
import { Pace } from './pace';

/** A request that waits to be admitted. Its retries pass the same object, and so keep its place in the order. */
export interface Applicant {
  readonly signal?: AbortSignal | undefined;
  /** Clock time by which its operation must be over, in milliseconds. Only a pause that ends later is an error; a long queue is none. */
  readonly latestMs: number;
  /** Creates the error for a pause that ends after `latestMs`. */
  readonly tooLong: (untilMs: number) => Error;
  /** Its place in the order, set by Admission when it first applies. */
  order?: number;
  /** Data that must be recent when the turn of the request comes. */
  readonly ageing?: Ageing | undefined;
}

/** Data that a request needs and that grows old while it waits: the list that a create is compared with (P5). */
export interface Ageing {
  /** Identifies the refresh: equal for all requests that one refresh serves. */
  readonly source: unknown;
  /** True if the request may not be sent before a refresh. Asked whenever it could be its turn. */
  isStale(): boolean;
  /** Makes it recent again; may apply for a turn itself. A rejection is that of the request. */
  refresh(signal: AbortSignal | undefined): Promise<void>;
}

interface Waiter {
  readonly applicant: Applicant;
  readonly order: number;
  readonly enter: (run: number) => void;
  readonly refuse: (reason: unknown) => void;
  isRefreshing: boolean;
}

/** True for a waiter that cannot use a turn now, because its data is too old or being read again. */
const isHeld = ({ applicant: { ageing }, isRefreshing }: Waiter): boolean =>
  ageing !== undefined && (isRefreshing || ageing.isStale());

/** The longest a request may be ahead of its spacing, to make up for a timer that was late, in milliseconds. */
const LATENESS_MS = 20;

/*
 * When a request may be sent. A request enters, waits for its turn, and leaves when its response has arrived. What breaks without each part:
 *
 * - `order`, kept over retries: under a rate limit a request that was rejected starts over behind hundreds of others, and misses its deadline.
 * - `pausedUntil`: after a 429 every request in flight would ask again at once, and each is one rejection more.
 * - `nextMs`, from `pace.ts`: all would go out in the first instant after a pause, and be rejected again.
 * - `isHeld` and `refreshAll`: a create would be sent although the list that a loss is compared with is old, and adopt what others have made since (P5).
 * - `tooLong`: a pause of an hour would end in the time limit of each request, instead of one error that says so at once (P42).
 * - `now`, which moves the plan with a clock that is set back: a pause would last as long as the jump.
 */

/**
 * Admits requests: at most `size` at the same time, in the order they came, none during a pause that the service asked for, and spaced by the rate
 * that it has learnt from the service (`pace.ts`). Turns are scarce under a rate limit, so none is given to a request that cannot use it: a create
 * whose list is too old keeps its place while the list is read, and those behind it that need the same list wait for it with it (P5).
 */
export class Admission {
  private free: number;
  private readonly waiting: Waiter[] = [];
  /** What it has learnt; a request is to be noted there (`accept`) if the service returned anything but a 429. */
  readonly pace = new Pace();
  private pausedUntil = 0;
  private nextMs = 0;
  private lastMs = 0;
  private nextOrder = 0;
  private toldRate = Number.POSITIVE_INFINITY;
  private timer: AbortController | undefined;
  private readonly watchers = new Set<() => void>();

  constructor(
    /** Number of requests at the same time; at least one. */
    size: number,
    private readonly environment: Pick<ClientEnvironment, 'now' | 'sleep' | 'random'>,
    /** Receives the rate in requests per second when it has been learnt, and whenever it has doubled or halved since. */
    private readonly onRate: (perSecond: number) => void = () => {},
  ) {
    this.free = Math.max(1, size);
  }

  /**
   * Resolves with the number of its run (`Pace`) when it is the turn of the request, which the caller ends with `leave`. Rejects with the signal's
   * reason, or with `tooLong` (`latestMs`).
   */
  enter(applicant: Applicant): Promise<number> {
    const { signal } = applicant;
    return new Promise<number>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      applicant.order ??= this.nextOrder++;
      const leave = () => waiter.refuse(signal?.reason);
      const remove = () => {
        signal?.removeEventListener('abort', leave);
        const index = this.waiting.indexOf(waiter);
        if (index >= 0) this.waiting.splice(index, 1);
      };
      const waiter: Waiter = {
        applicant,
        order: applicant.order,
        isRefreshing: false,
        enter: (run) => {
          remove();
          resolve(run);
        },
        refuse: (reason) => {
          remove();
          reject(reason);
          this.look();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const later = this.waiting.findIndex(({ order }) => order > waiter.order);
      this.waiting.splice(later < 0 ? this.waiting.length : later, 0, waiter);
      this.refuseIfTooLong(waiter);
      this.look();
    });
  }

  /** Ends the turn of a request that was admitted. */
  leave(): void {
    this.free += 1;
    this.look();
  }

  /** Remaining time of the current pause, in milliseconds; 0 without one. */
  get pausedMs(): number {
    return Math.max(0, this.pausedUntil - this.now());
  }

  /** Holds all requests back for `ms` milliseconds from now, because of the response to a request of this run. */
  pause(ms: number, run: number): void {
    const nowMs = this.now();
    this.pausedUntil = Math.max(this.pausedUntil, nowMs + ms);
    const scatterMs = this.pace.reject(run, nowMs, ms);
    if (scatterMs > 0) this.nextMs = this.pausedUntil + this.environment.random() * scatterMs;
    for (const waiter of [...this.waiting]) this.refuseIfTooLong(waiter);
    for (const look of this.watchers) look();
  }

  /** Settles like the work, which it does not end, or rejects with `tooLong` of the pause's end as soon as a pause goes beyond `latestMs`. */
  before<R>(latestMs: number, work: Promise<R>, tooLong: (untilMs: number) => Error): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const look = () => {
        if (this.pausedUntil > latestMs) reject(tooLong(this.pausedUntil));
      };
      this.watchers.add(look);
      work.then(resolve, reject).finally(() => this.watchers.delete(look));
      // Deferred, so that work that has already ended settles first.
      setImmediate(look);
    });
  }

  /** Reads the clock. If it was set back, what lies ahead moves with it, so that no wait becomes longer. */
  private now(): number {
    const nowMs = this.environment.now();
    const backMs = Math.max(0, this.lastMs - nowMs);
    this.pausedUntil -= backMs;
    this.nextMs -= backMs;
    this.lastMs = nowMs;
    return nowMs;
  }

  private refuseIfTooLong({ applicant, refuse }: Waiter): void {
    if (this.pausedUntil > applicant.latestMs) refuse(applicant.tooLong(this.pausedUntil));
  }

  /** Admits all whose turn it is, and sets the timer for the next one. */
  private look(): void {
    while (this.free > 0 && this.waiting.length > 0) {
      const nowMs = this.now();
      const atMs = Math.max(this.pausedUntil, this.nextMs);
      if (atMs > nowMs) {
        this.wakeAt(atMs);
        return;
      }
      const first = this.waiting.findIndex((one) => !isHeld(one));
      this.refreshAll(first < 0 ? this.waiting : this.waiting.slice(0, first));
      const waiter = this.waiting[first];
      if (waiter === undefined) return;
      this.free -= 1;
      this.nextMs = this.pace.admit(nowMs, nowMs - this.nextMs > LATENESS_MS ? nowMs : this.nextMs);
      this.tellRate();
      waiter.enter(this.pace.run);
    }
    // The timer must not keep the process alive if nothing waits for it.
    if (this.waiting.length === 0) this.timer?.abort();
  }

  /** Starts a refresh for those whose data is too old, in their places: one for each source. The others wait for that. */
  private refreshAll(held: readonly Waiter[]): void {
    const refreshing = new Set<unknown>();
    for (const waiter of held) {
      const { ageing, signal } = waiter.applicant;
      const isCovered = waiter.isRefreshing || refreshing.has(ageing?.source);
      refreshing.add(ageing?.source);
      if (isCovered) continue;
      waiter.isRefreshing = true;
      const end = () => {
        waiter.isRefreshing = false;
        this.look();
      };
      // Not at once: the refresh applies for a turn itself.
      Promise.resolve()
        .then(() => ageing?.refresh(signal))
        .then(end, waiter.refuse);
    }
  }

  private tellRate(): void {
    const { perSecond } = this.pace;
    if (perSecond < this.toldRate * 2 && perSecond > this.toldRate / 2) return;
    if (perSecond !== this.toldRate && perSecond !== Number.POSITIVE_INFINITY) this.onRate(perSecond);
    this.toldRate = perSecond;
  }

  private wakeAt(atMs: number): void {
    if (this.timer !== undefined) return;
    const timer = new AbortController();
    this.timer = timer;
    const end = () => {
      this.timer = undefined;
      this.look();
    };
    const wake = () => {
      // The full wait is over, even if the clock was set back meanwhile.
      const nowMs = this.now();
      if (this.pausedUntil <= atMs) this.pausedUntil = Math.min(this.pausedUntil, nowMs);
      if (this.nextMs <= atMs) this.nextMs = Math.min(this.nextMs, nowMs);
      end();
    };
    this.environment.sleep(atMs - this.now(), timer.signal).then(wake, end);
  }
}
