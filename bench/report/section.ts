/** A part of the page of benchmarks that is written anew by itself. */
export interface Section {
  /** Lower case letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  /** Markdown below the title. */
  readonly body: string;
}

/**
 * The page with the section in it: in the place of the one with the same id, else at the end. Everything outside of its two
 * marks stays as it is. Throws an Error if the page has only one of the marks.
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
