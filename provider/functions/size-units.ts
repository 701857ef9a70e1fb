/** The bytes of each unit that a size may have, by its name, in which case matters: `kB` and `KB` are 1000, `KiB` is 1024. */
export const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['B', 1n],
  ...['k', 'M', 'G', 'T', 'P', 'E'].map((prefix, i): [string, bigint] => [`${prefix}B`, 1000n ** BigInt(i + 1)]),
  ['KB', 1000n],
  ...['K', 'M', 'G', 'T', 'P', 'E'].map((prefix, i): [string, bigint] => [`${prefix}iB`, 1024n ** BigInt(i + 1)]),
]);

/** The units by powers of 1024 with their bytes, largest first, down to `B`. */
export const BINARY_UNITS: readonly (readonly [unit: string, bytes: bigint])[] = [...UNITS]
  .filter(([unit]) => unit === 'B' || unit.endsWith('iB'))
  .reverse();
