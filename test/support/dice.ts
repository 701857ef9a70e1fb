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

/** The seed of a run that is given none, so that a change is not blamed for what another draw would find. */
const USUAL = 1;

/** Where chance begins in this run: `COFFER_TEST_SEED`. `npm run test:adversity` and the nightly run give one. */
export const seed = Number(process.env.COFFER_TEST_SEED ?? USUAL);

/**
 * Whether this run draws otherwise than `npm test`: then it draws more, and runs what takes minutes. With the usual seed it does as without, so that the
 * seed that a failure prints repeats it.
 */
export const isSeeded = seed !== USUAL;

/**
 * Random cases of a matrix in their order: a tenth of them, or another count, and in a run that {@link isSeeded} perhaps more. Prints how many of how
 * many, and the seed. Each matrix draws for itself, so that a case more in one changes nothing in another.
 */
export function sampled<T>(
  matrix: string,
  cases: readonly T[],
  usual = Math.max(1, Math.round(cases.length / 10)),
  seeded = usual,
): T[] {
  const count = isSeeded ? seeded : usual;
  if (count >= cases.length) return [...cases];
  const { roll } = diceOf(Buffer.from(matrix).reduce((sum, byte) => Math.imul(sum, 31) + byte, seed));
  const left = [...cases.keys()];
  const drawn = new Set(Array.from({ length: count }, () => left.splice(roll(left.length), 1)[0]));
  process.stderr.write(`${matrix}: ${count} of ${cases.length}, COFFER_TEST_SEED=${seed}\n`);
  return cases.filter((_, at) => drawn.has(at));
}
