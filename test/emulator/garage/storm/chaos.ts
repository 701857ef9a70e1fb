import { setTimeout as delay } from 'node:timers/promises';
import type { Dice } from '../../../support/dice';

/** A process that can be killed and frozen. */
export interface Victim {
  readonly name: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

const PAUSE_MS = 800;
const LONGEST_MS = 4_000;
/** One in so many is long enough for its peers to take notice. */
const RARELY = 25;
const LONG_MS = 25_000;
/** After so many kills and freezes nothing is struck for a while: only then a node is up for longer than a revocation takes. */
const CALM_EACH = 20;
const CALM_MS = 8_000;
/** How much longer at most. */
const LONGEST_CALM_MS = 60_000;

/**
 * Kills (-9) and freezes, one victim after the other; two at a time now and then, but never two that have the objects. In between, all are
 * up for a while.
 */
export class Chaos {
  readonly done: Record<string, number> = {};
  /** When each victim was whole again. */
  readonly wholeAt = new Map<string, number>();
  readonly #down = new Set<string>();
  readonly #last = new Map<string, string>();
  /** Since when all are up and left alone. */
  #calmSince = Number.POSITIVE_INFINITY;

  constructor(
    private readonly dice: Dice,
    private readonly nodes: readonly [Victim, ...Victim[]],
    private readonly plane: Victim,
    private readonly untilHealthy: () => Promise<void>,
    /** Whether a revoked key was tried while all were left alone. */
    private readonly isTried: () => boolean,
  ) {}

  /** Whether all have been up, with all their peers, from this time until now. */
  isCalmSince(time: number): boolean {
    return this.#calmSince <= time;
  }

  /** What was done to it last, in words. */
  lastOf(name: string): string | undefined {
    return this.#last.get(name);
  }

  /** Notes that a node is cut off from now on, until {@link isBack}. */
  isAway(name: string): void {
    this.wholeAt.set(name, Number.POSITIVE_INFINITY);
    this.#last.set(name, 'partition');
  }

  isBack(name: string): void {
    this.wholeAt.set(name, Date.now());
  }

  async run(count: number): Promise<void> {
    const pending = new Set<Promise<void>>();
    for (let done = 0; done < count; done++) {
      await delay(200 + this.dice.roll(PAUSE_MS));
      const isPlane = this.dice.roll(6) === 0;
      const victim = isPlane ? this.plane : this.dice.pick(this.nodes);
      const others = isPlane ? [] : this.nodes.map(({ name }) => name);
      while ([victim.name, ...others].some((name) => this.#down.has(name))) await Promise.race(pending);
      const struck = this.#strike(victim).finally(() => pending.delete(struck));
      pending.add(struck);
      if ((done + 1) % 10 === 0) process.stderr.write(`${done + 1} of ${count} kills and freezes\n`);
      if ((done + 1) % CALM_EACH === 0) {
        await Promise.all(pending);
        await this.#calm();
      }
    }
    await Promise.all(pending);
  }

  async #calm(): Promise<void> {
    await this.untilHealthy();
    this.#calmSince = Date.now();
    await delay(CALM_MS);
    // On a busy machine clients need longer to make a key and revoke it.
    for (const end = Date.now() + LONGEST_CALM_MS; Date.now() < end && !this.isTried(); ) await delay(500);
    this.#calmSince = Number.POSITIVE_INFINITY;
  }

  async #strike(victim: Victim): Promise<void> {
    const how = this.dice.pick(['kill', 'freeze'] as const);
    const downMs = this.dice.roll(RARELY) === 0 ? LONG_MS : this.dice.roll(LONGEST_MS);
    const key = `${how} ${victim.name}`;
    this.done[key] = (this.done[key] ?? 0) + 1;
    this.#down.add(victim.name);
    this.#last.set(victim.name, `${how} of ${downMs} ms`);
    if (how === 'kill') await victim.kill();
    else victim.freeze();
    await delay(downMs);
    if (how === 'kill') await victim.start();
    else victim.thaw();
    this.#down.delete(victim.name);
    this.wholeAt.set(victim.name, Date.now());
  }
}
