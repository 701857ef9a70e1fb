import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Figures } from './figures';
import { type Circumstances, describe } from './machine';
import { table } from './table';

/** The result of one part. */
export interface Report {
  /** Id in the marks of its section. */
  readonly id: string;
  readonly title: string;
  readonly figures: Figures;
  readonly circumstances: Circumstances;
  /** The command that reproduces it. */
  readonly command: string;
  /** Paragraphs for the reader of the figures. */
  readonly notes: readonly string[];
}

/** The report as Markdown, without its title. */
export function body({ figures, circumstances, command, notes }: Report): string {
  return [`\`${command}\``, describe(circumstances), table(figures), ...notes].join('\n\n');
}

/** Writes the report into its section of a page, and creates the page if there is none. */
export async function writeReport(file: string, report: Report): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const page = await readIfExists(file);
  await writeFile(file, withSection(page ?? EMPTY_PAGE, { id: report.id, title: report.title, body: body(report) }));
}

/** All reports with every sample, for programs. */
export function toJson(reports: readonly Report[]): string {
  const plain = reports.map(({ figures, ...rest }) => ({
    ...rest,
    contenders: figures.contenders,
    rows: figures.rows().map(({ work, figures: cells }) => ({ ...work, figures: Object.fromEntries(cells) })),
  }));
  return `${JSON.stringify(plain, null, 1)}\n`;
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A part of the benchmarks page that is rewritten independently of the others. */
interface Section {
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
