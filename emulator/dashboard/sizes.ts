import { grouped } from '../domain/counts';

/** Units, largest first, as powers of 1024. Forms for quotas leave out the first two. */
const UNITS = [
  ['EiB', 2n ** 60n],
  ['PiB', 2n ** 50n],
  ['TiB', 2n ** 40n],
  ['GiB', 2n ** 30n],
  ['MiB', 2n ** 20n],
  ['KiB', 2n ** 10n],
  ['bytes', 1n],
] as const;

const OF_QUOTA = UNITS.slice(2);

export const UNIT_NAMES: readonly string[] = OF_QUOTA.map(([name]) => name).reverse();

/** The bytes of a whole number of a unit; undefined for any other text. */
export function parseSize(count: string, unit: string): bigint | undefined {
  const bytes = OF_QUOTA.find(([name]) => name === unit)?.[1];
  return bytes !== undefined && /^\d{1,30}$/.test(count) ? BigInt(count) * bytes : undefined;
}

/** A size as a whole number of the largest unit that it is a multiple of, without rounding. */
export function splitSize(bytes: bigint): { count: string; unit: string } {
  const [unit, factor] = OF_QUOTA.find(([, size]) => bytes > 0n && bytes % size === 0n) ?? ['bytes', 1n];
  return { count: String(bytes / factor), unit };
}

/** A size for people: `3.2 MiB`, rounded to one place; exact below a KiB. */
export function approximateSize(bytes: bigint): string {
  const { count, unit } = approximate(bytes);
  return `${count} ${count === '1' && unit === 'bytes' ? 'byte' : unit}`;
}

/** A part of a whole: `3.2 of 5 GiB`, `12 KiB of 5 GiB`. */
export function approximateShare(part: bigint, whole: bigint): string {
  const { count, unit } = approximate(part);
  // 0 needs no unit.
  if (part === 0n || unit === approximate(whole).unit) return `${count} of ${approximateSize(whole)}`;
  return `${approximateSize(part)} of ${approximateSize(whole)}`;
}

function approximate(bytes: bigint): { count: string; unit: string } {
  // A size that would be rounded to 1,024 of a unit is 1 of the next one.
  const [unit, factor] = UNITS.find(([, size]) => bytes + size / 2048n >= size) ?? ['bytes', 1n];
  const tenths = (bytes * 10n + factor / 2n) / factor;
  if (factor === 1n) return { count: String(bytes), unit };
  return { count: `${grouped(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}`, unit };
}
