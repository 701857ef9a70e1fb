/** Units of a quota, largest first, as powers of 1024. */
const UNITS = [
  ['TiB', 2n ** 40n],
  ['GiB', 2n ** 30n],
  ['MiB', 2n ** 20n],
  ['KiB', 2n ** 10n],
  ['bytes', 1n],
] as const;

/** Names of the units, smallest first. */
export const UNIT_NAMES: readonly string[] = UNITS.map(([name]) => name).reverse();

/** Bytes for a whole number of a unit; undefined for anything else. */
export function parseSize(count: string, unit: string): bigint | undefined {
  const bytes = UNITS.find(([name]) => name === unit)?.[1];
  return bytes !== undefined && /^\d{1,30}$/.test(count) ? BigInt(count) * bytes : undefined;
}

/** A size as a whole number of the largest unit that it is a multiple of: nothing is rounded. */
export function splitSize(bytes: bigint): { count: string; unit: string } {
  const [unit, factor] = UNITS.find(([, size]) => bytes > 0n && bytes % size === 0n) ?? ['bytes', 1n];
  return { count: String(bytes / factor), unit };
}

/** A size for people: `3.2 MiB`, rounded to one place; exact below a KiB. */
export function approximateSize(bytes: bigint): string {
  const [unit, factor] = UNITS.find(([, size]) => bytes >= size) ?? ['bytes', 1n];
  if (factor === 1n) return bytes === 1n ? '1 byte' : `${bytes} bytes`;
  const tenths = (bytes * 10n + factor / 2n) / factor;
  return `${tenths / 10n}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`} ${unit}`;
}
