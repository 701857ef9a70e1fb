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

/** Factor by which the next try waits longer after one in vain. */
const PATIENCE = 1.5;

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
 * without rejections its share grows by one request or a tenth, and if that is accepted by two, four and so on.
 *
 * - If pauses are short, the share is sent in a burst, and the rest of the second is quiet. A try in vain ends the burst, and the pause
 *   that follows takes the place of the quiet time, so tries are frequent.
 * - If pauses are long, or the service accepts no bursts, the share is sent evenly. A try in vain costs the pause, so tries are rare.
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
  private beganMs = 0;
  /** Time of the first rejection in this run; undefined before it. */
  private rejectedMs: number | undefined;
  private pauseMs = WINDOW_MS;
  private shortestPauseMs = Number.POSITIVE_INFINITY;
  /** The last requests, at most as many as a share. */
  private sentMs: readonly number[] = [];
  private lastMs: number | undefined;
  /** The last try: the time at which it began, the share before, and the growth of the next one. */
  private triedMs = Number.NEGATIVE_INFINITY;
  private shareBefore = 0;
  private step = 1;
  private triesInVain = 0;
  /** The time since which the share has not changed. Idle time does not count, because it is no evidence. */
  private sinceMs = 0;

  /** The share in requests per second; infinite while there is no sign of a limit. */
  get perSecond(): number {
    return this.share / MARGIN;
  }

  /** Notes a request that is sent now, though due at `dueMs`; after a rejection it begins a run. Returns the time at which the next may be sent. */
  admit(nowMs: number, dueMs: number): number {
    if (this.rejectedMs !== undefined) this.endRun(this.rejectedMs, nowMs);
    else if (this.lastMs === undefined) this.beganMs = nowMs;
    else if (this.share !== Number.POSITIVE_INFINITY) this.tryMore(nowMs, this.lastMs);
    this.lastMs = nowMs;
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
    if (this.share === Number.POSITIVE_INFINITY) this.estimate(rejectedMs - this.beganMs);
    else this.reduce(rejectedMs);
    // The service has just invited one request per pause.
    this.share = Math.max(this.share, 1 / Math.round(this.pauseMs / WINDOW_MS));
    this.run += 1;
    this.accepted = 0;
    this.rejectedInRun = 0;
    this.rejectedMs = undefined;
    this.step = 1;
    this.triedMs = Number.NEGATIVE_INFINITY;
    this.beganMs = nowMs;
    this.sinceMs = nowMs;
  }

  private estimate(lastedMs: number): void {
    // A single rejection may be a hiccup, or due to somebody else's burst.
    if (this.rejected < 2) return;
    if (this.accepted <= 1) {
      // Others may have used up a limit of minutes before us. One request per such pause takes hours to leave, if it was wrong.
      if (this.wasUsedUp || this.pauseMs < LONG_MS) this.share = 0;
      this.wasUsedUp = true;
      return;
    }
    this.share = Math.max(1, Math.floor((this.accepted * WINDOW_MS) / Math.max(lastedMs, WINDOW_MS)));
  }

  private reduce(rejectedMs: number): void {
    const inCycle = this.isBurst ? this.sentMs.filter((atMs) => atMs > rejectedMs - CYCLE_MS).length : 0;
    const accepted = inCycle - this.rejectedInRun;
    if (rejectedMs - this.triedMs < 2 * Math.max(WINDOW_MS, WINDOW_MS / this.share)) {
      this.triesInVain += 1;
      this.share = Math.max(this.shareBefore, accepted);
      // Was the second request of a second one too many, or too early? The next try is of the other kind.
      if (this.share <= 1 || this.isEven) this.isEven = !this.isEven;
      return;
    }
    // Others have taken a part, so places change hands: the next try may come soon.
    this.triesInVain = 0;
    const hasFailed = this.isBurst && accepted <= BURST_FAILED * this.share;
    if (hasFailed) this.isEven = true;
    this.share = hasFailed ? this.share - 1 : less(this.share, accepted);
  }

  private tryMore(nowMs: number, lastMs: number): void {
    this.sinceMs += Math.max(0, nowMs - lastMs - 2 * Math.max(CYCLE_MS, CYCLE_MS / this.share));
    if (nowMs - this.sinceMs < this.waitMs) return;
    if (this.step > 1) this.triesInVain = 0;
    this.shareBefore = this.share;
    this.share = more(this.share, this.step);
    this.step *= 2;
    this.triedMs = nowMs;
    this.sinceMs = nowMs;
    if (this.share < UNLIMITED) return;
    this.share = Number.POSITIVE_INFINITY;
    this.rejected = 0;
    this.wasUsedUp = false;
  }

  /** Time without a rejection before the next try, in milliseconds; shorter if a rejection costs less. */
  private get waitMs(): number {
    if (this.step > 1) return 1.1 * Math.max(WINDOW_MS, WINDOW_MS / this.share);
    const patience = PATIENCE ** this.triesInVain;
    if (!this.isPauseDear) return CYCLE_MS * Math.min(12, 2 * this.share + 1, 3 * patience) - 30;
    const costOfPause = (this.share * this.pauseMs) / WINDOW_MS;
    return this.pauseMs * Math.max(2, Math.min(20, 2 * costOfPause * patience));
  }
}

/** The share to try next: `step` requests more, and at least a tenth. */
function more(share: number, step: number): number {
  return share < 1 ? 1 / (Math.round(1 / share) - 1) : share + Math.max(step, Math.round(share / 10));
}

/** The share after others have taken a part of it and so many requests, at least one less, were still accepted. */
function less(share: number, accepted: number): number {
  if (share <= 1) return 1 / (Math.round(1 / share) + 1);
  return Math.max(accepted, Math.round(share * LEAST_PART));
}
