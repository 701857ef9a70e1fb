/** A part of the benchmarks page that is rewritten independently of the others. */
export interface Section {
  /** Lower case letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  /** Markdown below the title. */
  readonly body: string;
}

/**
 * Returns the page with the section in it: replaces the section with the same id, or appends it. Everything outside its two marks
 * stays unchanged. Throws an Error if the page has only one of the marks.
 */
export function withSection(page: string, section: Section): string {
  const [begin, end] = [`<!-- bench:${section.id} -->`, `<!-- /bench:${section.id} -->`];
  const text = `${begin}\n## ${section.title}\n\n${section.body.trim()}\n${end}`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 && to < 0) return `${page.trimEnd()}\n\n${text}\n`;
  if (from < 0 || to < from) throw new Error(`The marks of section "${section.id}" are not a pair.`);
  return page.slice(0, from) + text + page.slice(to + end.length);
}

/** A page without sections. */
export const EMPTY_PAGE = `# Benchmarks

Written by \`npm run bench\`, each section between its marks; text outside of them is kept.
A ratio within one run counts, an absolute time does not: it is one machine's, on one day, under the load that is named.
Where wall time is unclear, CPU time decides. Contenders take turns within each round, in an order that is reversed from round to round.
Each cell is the median (smallest–largest, n = number of runs) and, from the second contender on, its ratio to the first one. Budgets are those of the design; nothing asserts them.
`;
