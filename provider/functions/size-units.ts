/** The bytes of each unit. */
export const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['B', 1n],
  ...['k', 'M', 'G', 'T', 'P', 'E'].map((prefix, i): [string, bigint] => [`${prefix}B`, 1000n ** BigInt(i + 1)]),
  ['KB', 1000n],
  ...['K', 'M', 'G', 'T', 'P', 'E'].map((prefix, i): [string, bigint] => [`${prefix}iB`, 1024n ** BigInt(i + 1)]),
]);

/** The units by powers of 1024, largest first. */
export const BINARY_UNITS: readonly (readonly [unit: string, bytes: bigint])[] = [
  'EiB',
  'PiB',
  'TiB',
  'GiB',
  'MiB',
  'KiB',
  'B',
].map((unit) => [unit, UNITS.get(unit) ?? 1n]);
