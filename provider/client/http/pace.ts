/** The window of a limit, and the shortest pause, that the estimates assume, in milliseconds. */
const WINDOW_MS = 1_000;

/** Factor by which a share takes longer than a window, because the delay of the network varies. */
const MARGIN = 1.03;

const CYCLE_MS = WINDOW_MS * MARGIN;

/** Up to this length a pause costs little more than the rest of its window, in milliseconds. */
const SHORT_MS = 1_500;

/** From this length on a pause is long, in milliseconds: others may have used up a limit of minutes. */
const LONG_MS = 3_000;

/** The part of a cycle in which a share goes out at once. */
const BURST = 0.1;

/** A burst of which no larger part was accepted may have been too fast, rather than too large. */
const BURST_FAILED = 0.34;

/** The least part of a share that is left when others have taken some of it. */
const LEAST_PART = 0.7;

/** Time without a rejection before the first try, where pauses are short, in cycles. */
const FIRST_TRY_CYCLES = 3;

/** Factor by which the next try waits longer after one in vain. */
const IN_VAIN = 1.5;

/** Most pauses' time before a try, where pauses are long. */
const MOST_PAUSES = 20;

/** A share from which on requests are not limited any more. */
const UNLIMITED = 500;

/**
 * Learns the number of requests that a service accepts from us in each second: our *share*. Has no clock: callers pass the time, in
 * milliseconds of any clock, which may be set back.
 *
 * Time is divided into runs, numbered from 0 and each ended by the pause after a rejection; all rejections of a run change the share once.
 * There is none before the second rejection. The first one is the number of requests accepted in each second of that run; if the run had one or none,
 * it is one per pause or, after a long pause, that of the next run.
 *
 * A share is a whole number of requests in each second, or one request in a whole number of seconds, and each request is sent one cycle after the one
 * whose place it takes. So pipelines that share a limit of any kind take no places from one another until one of them tries for more: after some time
 * without rejections its share grows by one request, and if that is accepted by two, four and so on.
 *
 * - If pauses are short, the share is sent in a burst, and the rest of the second is quiet. A try in vain ends the burst, and the pause
 *   that follows takes the place of the quiet time, so tries are frequent.
 * - If pauses are long, or the service accepts no bursts, the share is sent evenly. A try in vain costs the pause, so tries are rare.
 *
 * What breaks without each part, as time divided by the ideal one in a model of 30 limits:
 *
 * | Part | Limit | With | Without |
 * | --- | --- | --- | --- |
 * | `MARGIN` | 2/s, `Retry-After: 5` | 1.10 | 2.23 |
 * | bursts (`isBurst`) | 10/s in windows of the clock | 1.04 | 1.30 |
 * | `BURST` 0.1, not 0.5 | 10/s, four pipelines | 1.08 | 1.20 |
 * | `BURST_FAILED` | 10/s, no bursts | 2.3 | 6.0 |
 * | the other kind after a try in vain | 10/s, no bursts | 2.3 | 10 |
 * | even where pauses are long (`SHORT_MS`) | 2/s, `Retry-After: 5` | 1.10 | 1.77 |
 * | `LONG_MS`, `wasUsedUp` | 10/s, `Retry-After: 5`, four pipelines | 1.5 | 2.5 |
 * | `LEAST_PART` | 100 in ten seconds | 1.04 | 4.3 |
 * | `step`, which doubles | 4/s that becomes 40/s | 1.2 | 2.7 |
 * | `2 * share + 1` | 10/s, four pipelines of 75 | 1.19 | 1.28 |
 * | `IN_VAIN` | 10/s without `Retry-After` | 1.07 | 1.13 |
 * | `requestsInPause`, not ten pauses | 2/s, `Retry-After: 5`, two pipelines | 1.4 | 1.8 |
 * | `MOST_PAUSES` | 10/s, `Retry-After: 5`, a limit that ends after 40 s | | 3.3 times as long |
 * | the delay that `reject` returns | 4/s, `Retry-After: 10`, four pipelines | 1.75 | 1.92 |
 *
 * Without one request per pause as the least share, most limits are hundreds of times slower. `UNLIMITED` costs no time: it ends the bookkeeping.
 */
export class Pace {
  /** Requests in a cycle: a whole number, or one divided by a whole number; infinite while there is no sign of a limit. */
  private share = Number.POSITIVE_INFINITY;
  private isEven = false;
  /** The number of the current run: that of the last admitted request. */
  run = 0;
  private accepted = 0;
  private rejected = 0;
  private rejectedInRun = 0;
  /** True if at most one request of a run was accepted, so that it showed no share. */
  private wasUsedUp = false;
  /** Time of the first request in this run. */
  private beganMs: number | undefined;
  /** Time of the first rejection in this run; undefined before it. */
  private rejectedMs: number | undefined;
  private pauseMs = WINDOW_MS;
  private shortestPauseMs = Number.POSITIVE_INFINITY;
  /** The last requests, at most as many as a share. */
  private sentMs: readonly number[] = [];
  /** The share before the last try, and the growth of the next one: more than 1 once this run has tried. */
  private shareBefore = 0;
  private step = 1;
  private triesInVain = 0;
  /** The time since which the share has not changed. */
  private sinceMs = 0;

  /** The share in requests per second; infinite while there is no sign of a limit. */
  get perSecond(): number {
    return this.share / MARGIN;
  }

  /** Notes a request that is sent now, though due at `dueMs`; after a rejection it begins a run. Returns the time at which the next may be sent. */
  admit(nowMs: number, dueMs: number): number {
    if (this.rejectedMs !== undefined) this.endRun(this.rejectedMs, nowMs);
    else if (this.share !== Number.POSITIVE_INFINITY) this.tryMore(nowMs);
    this.beganMs ??= nowMs;
    if (this.share === Number.POSITIVE_INFINITY) return nowMs;
    if (!this.isBurst) return dueMs + CYCLE_MS / this.share;
    this.sentMs = [...this.sentMs, nowMs].slice(-this.share);
    const [first = nowMs] = this.sentMs;
    // The clock may have been set back since.
    const freeMs = this.sentMs.length < this.share ? nowMs : Math.min(first, nowMs) + CYCLE_MS;
    return Math.max(freeMs, nowMs + (BURST * CYCLE_MS) / this.share);
  }

  /** Notes that a request of a run got any response but a 429; of an earlier run it counts no more. If that asks for a pause, call `reject`, too. */
  accept(run: number): void {
    if (run === this.run) this.accepted += 1;
  }

  /**
   * Notes that a request of a run was rejected, with a pause of so many milliseconds; of an earlier run it counts no more. Returns the longest delay
   * of the next run after the end of the pause, in milliseconds: pipelines that were rejected together must not come back together. 0 without a
   * share, if pauses are short, and for all rejections of a run but the first.
   */
  reject(run: number, nowMs: number, pauseMs: number): number {
    if (run !== this.run) return 0;
    this.rejected += 1;
    this.rejectedInRun += 1;
    const isFirst = this.rejectedMs === undefined;
    this.pauseMs = Math.max(isFirst ? WINDOW_MS : this.pauseMs, pauseMs);
    this.rejectedMs ??= nowMs;
    this.shortestPauseMs = Math.min(this.shortestPauseMs, this.pauseMs);
    return isFirst && this.isPauseDear ? Math.min(this.pauseMs, CYCLE_MS / this.share) : 0;
  }

  private get isPauseDear(): boolean {
    return this.shortestPauseMs > SHORT_MS;
  }

  private get isBurst(): boolean {
    return !this.isPauseDear && !this.isEven && this.share > 1;
  }

  private endRun(rejectedMs: number, nowMs: number): void {
    const share =
      this.share === Number.POSITIVE_INFINITY
        ? this.estimate(rejectedMs - (this.beganMs ?? rejectedMs))
        : this.reduce(rejectedMs);
    // The service has just invited one request per pause.
    this.share = Math.max(share, 1 / Math.round(this.pauseMs / WINDOW_MS));
    this.run += 1;
    this.accepted = 0;
    this.rejectedInRun = 0;
    this.rejectedMs = undefined;
    this.step = 1;
    this.beganMs = nowMs;
    this.sinceMs = nowMs;
  }

  /** The first share: infinite if this run does not show one, and 0 if it shows that nothing but the invitation is certain. */
  private estimate(lastedMs: number): number {
    // A single rejection may be a hiccup, or due to somebody else's burst.
    if (this.rejected < 2) return Number.POSITIVE_INFINITY;
    if (this.accepted > 1) return Math.max(1, Math.floor((this.accepted * WINDOW_MS) / Math.max(lastedMs, WINDOW_MS)));
    // Others may have used up a limit of minutes before us. One request per such pause takes hours to leave, if it was wrong.
    const isCertain = this.wasUsedUp || this.pauseMs < LONG_MS;
    this.wasUsedUp = true;
    return isCertain ? 0 : Number.POSITIVE_INFINITY;
  }

  /** The share after a rejection. */
  private reduce(rejectedMs: number): number {
    const inCycle = this.isBurst ? this.sentMs.filter((atMs) => atMs > rejectedMs - CYCLE_MS).length : 0;
    const accepted = inCycle - this.rejectedInRun;
    // A run that has tried goes on trying each cycle: the last try is the reason.
    if (this.step > 1) {
      this.triesInVain += 1;
      const share = Math.max(this.shareBefore, accepted);
      // Was the second request of a second one too many, or too early? The next try is of the other kind.
      if (share <= 1 || this.isEven) this.isEven = !this.isEven;
      return share;
    }
    // Others have taken a part, so places change hands: the next try may come soon.
    this.triesInVain = 0;
    if (!this.isBurst || accepted > BURST_FAILED * this.share) return less(this.share, accepted);
    this.isEven = true;
    return this.share - 1;
  }

  private tryMore(nowMs: number): void {
    if (nowMs - this.sinceMs < this.waitMs) return;
    this.shareBefore = this.share;
    this.share = more(this.share, this.step);
    this.step *= 2;
    this.sinceMs = nowMs;
    if (this.share < UNLIMITED) return;
    this.share = Number.POSITIVE_INFINITY;
    this.rejected = 0;
    this.wasUsedUp = false;
  }

  /** Time without a rejection before the next try, in milliseconds; shorter if a rejection costs less. */
  private get waitMs(): number {
    // An accepted try is followed by a larger one as soon as it has had its effect.
    if (this.step > 1) return Math.max(CYCLE_MS, CYCLE_MS / this.share);
    const factor = IN_VAIN ** this.triesInVain;
    if (!this.isPauseDear) return CYCLE_MS * Math.min(2 * this.share + 1, FIRST_TRY_CYCLES * factor);
    const requestsInPause = (this.share * this.pauseMs) / WINDOW_MS;
    return this.pauseMs * Math.min(MOST_PAUSES, 2 * requestsInPause * factor);
  }
}

/** The share to try next: `step` requests more, or one request in a second less. */
function more(share: number, step: number): number {
  return share < 1 ? 1 / (Math.round(1 / share) - 1) : share + step;
}

/** The share after others have taken a part of it and so many requests, at least one less, were still accepted. */
function less(share: number, accepted: number): number {
  if (share <= 1) return 1 / (Math.round(1 / share) + 1);
  return Math.max(accepted, Math.round(share * LEAST_PART));
}
