/** A number with separators: `1,650,000`. */
export const grouped = (count: bigint | number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** A number with its noun: `1 object`, `2,000 objects`. */
export const countOf = (count: bigint | number, noun: string) =>
  `${grouped(count)} ${noun}${grouped(count) === '1' ? '' : 's'}`;
