/** The share of what the first run accepted to go on with: enough to stay below the limit for some time. */
const FIRST_SHARE = 0.97;

/** Shortest window of a limit, and shortest pause, that the estimates assume, in milliseconds. */
const SHORTEST_MS = 1_000;

/** From this length on a pause is long, in milliseconds: others may have used up a limit of minutes. */
const LONG_MS = 3_000;

/** A run that lasts longer than so many pauses was nearly at the right rate. */
const LONG_RUN = 3;

/** The least share of the rate to go on with after one rejection. */
const LEAST_SHARE = 0.8;

/** A rate above which requests are not spaced any more, in requests per second. */
const UNLIMITED = 500;

/**
 * Learns how many requests per second a service accepts. Knows no clock: it is told the time.
 *
 * Time consists of runs, each ended by a pause that the service asked for. Rejections of one run say one thing together, however
 * many they are. What the first run accepted is the first estimate; if that was nothing, and the
 * pause long, what the second one accepted. From then on requests are spaced evenly, a little more slowly than that: a rejection
 * costs a whole pause, a slow pace next to nothing. Each further rejection reduces the rate, and it grows while there is none, the
 * faster
 *
 * - the fewer requests a pause costs: then little is lost by trying, and pipelines that share a limit approach each other;
 * - the longer the last rejection is ago: then the limit is likely to have changed, or other pipelines have ended.
 *
 * Growth is measured in pauses, so that these take a small share of the time however long the service makes them.
 */
export class Pace {
  /** In requests per second; infinite while requests are not spaced. */
  private rate = Number.POSITIVE_INFINITY;
  private current = 0;
  private accepted = 0;
  private rejected = 0;
  /** Whether a run accepted nothing to learn a rate from. */
  private wasUsedUp = false;
  private beganMs: number | undefined;
  /** When the first request of this run was rejected. */
  private rejectedMs: number | undefined;
  private lastMs = 0;
  private pauseMs = SHORTEST_MS;
  /** What successive short runs accepted, and how long they took with their pauses. */
  private short: { readonly accepted: number; readonly ms: number } | undefined;

  /** The number of the run. */
  get run(): number {
    return this.current;
  }

  /** In requests per second; infinite while requests are not spaced. */
  get perSecond(): number {
    return this.rate;
  }

  /** Notes that a request goes out now, which begins a new run after a rejection. Returns the distance to the next, in milliseconds. */
  admit(nowMs: number): number {
    if (this.rejectedMs !== undefined) this.endRun(this.rejectedMs, nowMs);
    else if (this.beganMs !== undefined) this.grow(nowMs - this.lastMs, nowMs - this.beganMs);
    this.beganMs ??= nowMs;
    this.lastMs = nowMs;
    return 1_000 / this.rate;
  }

  /** Notes that a request of a run was accepted. */
  accept(run: number): void {
    if (run === this.current) this.accepted += 1;
  }

  /** Notes that a request of a run was rejected. */
  reject(run: number, nowMs: number): void {
    if (run !== this.current) return;
    this.rejected += 1;
    this.rejectedMs ??= nowMs;
  }

  private endRun(rejectedMs: number, nowMs: number): void {
    const beganMs = this.beganMs ?? nowMs;
    this.pauseMs = Math.max(SHORTEST_MS, nowMs - rejectedMs);
    if (this.rate === Number.POSITIVE_INFINITY) this.estimate(rejectedMs - beganMs);
    else this.reduce(rejectedMs - beganMs, nowMs - beganMs);
    // The service has just invited one request per pause.
    this.rate = Math.max(this.rate, 1_000 / this.pauseMs);
    this.current += 1;
    this.accepted = 0;
    this.beganMs = nowMs;
    this.rejectedMs = undefined;
  }

  private estimate(lastedMs: number): void {
    // A single one may be a hiccup, or somebody else's burst.
    if (this.rejected < 2) return;
    if (this.accepted <= 1) {
      // Others may have used up a limit of minutes before us. One request per such pause takes hours to leave, if it was wrong.
      if (this.wasUsedUp || this.pauseMs < LONG_MS) this.rate = 0;
      this.wasUsedUp = true;
      return;
    }
    this.rate = (FIRST_SHARE * this.accepted * 1_000) / Math.max(lastedMs, SHORTEST_MS);
  }

  private reduce(lastedMs: number, withPauseMs: number): void {
    const usual = Math.max(LEAST_SHARE, 1 - 0.25 / Math.sqrt(this.costOfPause));
    if (lastedMs > LONG_RUN * this.pauseMs) this.short = undefined;
    else if (this.short === undefined) this.short = { accepted: this.accepted, ms: withPauseMs };
    else {
      const { accepted, ms } = this.short;
      this.short = { accepted: accepted + this.accepted, ms: ms + withPauseMs };
      const sustained = (this.short.accepted * 1_000) / this.short.ms;
      this.rate *= Math.min(usual, Math.max(LEAST_SHARE, Math.sqrt(sustained / this.rate)));
      return;
    }
    this.rate *= usual;
  }

  private grow(sinceLastMs: number, sinceRejectionMs: number): void {
    // Idle time is no evidence.
    const elapsedMs = Math.min(sinceLastMs, 2_000 / this.rate);
    const perPause = 0.001 + (1.25 / this.costOfPause) ** 3.3 + (sinceRejectionMs / this.pauseMs / 90) ** 3;
    this.rate *= Math.exp((Math.min(Math.LN2, perPause) * elapsedMs) / this.pauseMs);
    if (this.rate < UNLIMITED) return;
    this.rate = Number.POSITIVE_INFINITY;
    this.rejected = 0;
    this.wasUsedUp = false;
  }

  /** How many requests a pause costs at this rate. */
  private get costOfPause(): number {
    return (this.rate * this.pauseMs) / 1_000;
  }
}
