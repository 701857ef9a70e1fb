/** A number with separators: `1,650,000`. */
export const grouped = (count: bigint | number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The noun for so many: `object`, `objects`. */
export const plural = (count: bigint | number, noun: string) => `${noun}${String(count) === '1' ? '' : 's'}`;

/** A number with its noun: `1 object`, `2,000 objects`. */
export const countOf = (count: bigint | number, noun: string) => `${grouped(count)} ${plural(count, noun)}`;
