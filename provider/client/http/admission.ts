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
  /** Identifies what is read: equal for all requests whose data one `reread` makes recent. Then `isStale` of each must become false. */
  readonly source: unknown;
  /** True if the request may not be sent before a `reread`. Asked whenever it could be its turn. */
  isStale(): boolean;
  /** Makes it recent again; may apply for a turn itself. A rejection is that of the request. */
  reread(signal: AbortSignal | undefined): Promise<void>;
}

interface Waiter {
  readonly applicant: Applicant;
  readonly order: number;
  readonly admit: (run: number) => void;
  readonly reject: (reason: unknown) => void;
  isRereading: boolean;
}

/** True for a waiter that cannot use a turn now, because its data is too old or being read again. */
const isHeld = ({ applicant: { ageing }, isRereading }: Waiter): boolean =>
  ageing !== undefined && (isRereading || ageing.isStale());

/** The longest a request may be behind its spacing and still count as on time, in milliseconds: timers are late. */
const LATENESS_MS = 20;

/*
 * When a request may be sent. A request enters, waits for its turn, and leaves when its response has arrived. What breaks without each part:
 *
 * - `free`: the turns that are left of `size`. Without it `max_concurrent_requests` would limit connections alone, and requests would wait for one of
 *   them while their time runs.
 * - `order`, kept over retries: under a rate limit a request that was rejected starts over behind hundreds of others, and misses its deadline.
 * - `pausedUntil`: after a 429 every request in flight would ask again at once, and each is one rejection more.
 * - `nextMs`, from `pace.ts`: all would go out in the first instant after a pause, and be rejected again.
 * - `LATENESS_MS`: a request behind its spacing by less is sent as if it were on time, or each late timer would make the rate lower. One behind by more
 *   found nothing to wait for: what was not used meanwhile is lost, or all of it would go out at once.
 * - `isHeld` and `rereadAll`: a create would be sent although the list that a loss is compared with is old, and adopt what others have made since (P5).
 * - `tooLong`: a pause of an hour would end in the time limit of each request, instead of one error that says so at once (P42).
 * - `withinDeadline` and `watchers`: the same for a reader of a list that others share. The list itself may have a later deadline, and goes on.
 * - `now`, which moves the plan with a clock that is set back, and the limits in `wakeAt`, for one that is set back during the wait itself: a pause would
 *   last as long as the jump.
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
    /** Number of requests at the same time; at least one. It is `max_concurrent_requests`, and that of the transport's connections. */
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
      const leave = () => waiter.reject(signal?.reason);
      const remove = () => {
        signal?.removeEventListener('abort', leave);
        const index = this.waiting.indexOf(waiter);
        if (index >= 0) this.waiting.splice(index, 1);
      };
      const waiter: Waiter = {
        applicant,
        order: applicant.order,
        isRereading: false,
        admit: (run) => {
          remove();
          resolve(run);
        },
        reject: (reason) => {
          remove();
          reject(reason);
          this.look();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const later = this.waiting.findIndex(({ order }) => order > waiter.order);
      this.waiting.splice(later < 0 ? this.waiting.length : later, 0, waiter);
      this.rejectIfTooLong(waiter);
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
    for (const waiter of [...this.waiting]) this.rejectIfTooLong(waiter);
    for (const look of this.watchers) look();
  }

  /** Settles like the work, which it does not end, or rejects with `tooLong` of the pause's end as soon as a pause goes beyond `latestMs`. */
  withinDeadline<R>(latestMs: number, work: Promise<R>, tooLong: (untilMs: number) => Error): Promise<R> {
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

  private rejectIfTooLong({ applicant, reject }: Waiter): void {
    if (this.pausedUntil > applicant.latestMs) reject(applicant.tooLong(this.pausedUntil));
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
      this.rereadAll(first < 0 ? this.waiting : this.waiting.slice(0, first));
      const waiter = this.waiting[first];
      if (waiter === undefined) return;
      this.free -= 1;
      this.nextMs = this.pace.admit(nowMs, nowMs - this.nextMs > LATENESS_MS ? nowMs : this.nextMs);
      this.tellRate();
      waiter.admit(this.pace.run);
    }
    // The timer must not keep the process alive if nothing waits for it.
    if (this.waiting.length === 0) this.timer?.abort();
  }

  /**
   * Reads the data of those that are held again, while they keep their places: once for each source. The others of a source start nothing: they are
   * held until their own `isStale` says false, because it looks at what was read last for the source, whoever asked for it.
   */
  private rereadAll(held: readonly Waiter[]): void {
    const reread = new Set<unknown>();
    for (const waiter of held) {
      const { ageing, signal } = waiter.applicant;
      const isCovered = waiter.isRereading || reread.has(ageing?.source);
      reread.add(ageing?.source);
      if (isCovered) continue;
      waiter.isRereading = true;
      const end = () => {
        waiter.isRereading = false;
        this.look();
      };
      // Not at once: it applies for a turn itself.
      Promise.resolve()
        .then(() => ageing?.reread(signal))
        .then(end, waiter.reject);
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
