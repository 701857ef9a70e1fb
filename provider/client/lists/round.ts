import type { Listed } from './listing';

/** The number of records of a list, readable or not, those of deleted objects included. */
export const countOf = ({
  records,
  odd,
  tombstones,
}: Pick<Listed<unknown>, 'records' | 'odd' | 'tombstones'>): number => records.length + odd.length + tombstones.size;

/** True for a number at which people let a list end: 10, 16, 20, 25, 30, 32, 40, 50, … A list of so many records may end there without a word (P7). */
export const isRound = (count: number): boolean =>
  count >= 10 && (count % 10 === 0 || count % 25 === 0 || Number.isInteger(Math.log2(count)));
