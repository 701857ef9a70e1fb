/** Chance that can be repeated: the same seed gives the same draws. */
export interface Dice {
  readonly seed: number;
  /** From 0 up to but without `sides`. */
  roll(sides: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  bytes(count: number): Buffer;
}

/** Dice of this run's seed, which is printed, so that a failure can be repeated. */
export function throwDice(what: string): Dice {
  process.stderr.write(`${what}: COFFER_TEST_SEED=${seed}\n`);
  return diceOf(seed);
}

/** Dice of a known seed. */
export function diceOf(seed: number): Dice {
  let state = seed;
  // Mulberry32: small, and even enough for tests.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number) => Math.floor(next() * sides);
  return {
    seed,
    roll,
    pick: (choices) => choices[roll(choices.length)] ?? choices[0],
    // One random line again and again: no two calls give the same, and large ones cost little.
    bytes: (count) =>
      Buffer.alloc(
        count,
        Uint8Array.from({ length: 251 }, () => roll(256)),
      ),
  };
}

/** A count that is run in full with `COFFER_TEST_SCALE=1`; a tenth of it by default, and never less than `least`. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * Number(process.env.COFFER_TEST_SCALE ?? 0.1)));
}

/**
 * Random cases of a matrix in their order: a tenth of them, or another count; with `COFFER_TEST_SCALE=1` all. Prints how many of how many,
 * and the seed. Each matrix draws for itself, so that a case more in one changes nothing in another.
 */
export function sampled<T>(matrix: string, cases: readonly T[], count = scaled(cases.length)): T[] {
  if (inFull || count >= cases.length) return [...cases];
  const { roll } = diceOf(Buffer.from(matrix).reduce((sum, byte) => Math.imul(sum, 31) + byte, seed));
  const left = [...cases.keys()];
  const drawn = new Set(Array.from({ length: count }, () => left.splice(roll(left.length), 1)[0]));
  process.stderr.write(`${matrix}: ${count} of ${cases.length}, COFFER_TEST_SEED=${seed}\n`);
  return cases.filter((_, at) => drawn.has(at));
}

/** Whether everything is asked for, with `COFFER_TEST_SCALE=1`: for what cannot be done a little. */
export const inFull = scaled(100) === 100;

/**
 * Where chance begins in this run: `COFFER_TEST_SEED`. Without it a full count draws anew each time, to find what nobody
 * thought of; other runs draw the same each time, so that a change is not blamed for what another draw would find.
 */
export const seed = Number(process.env.COFFER_TEST_SEED ?? (inFull ? Date.now() % 2 ** 31 : 1));
