import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Figures } from './figures';
import { type Circumstances, describe } from './machine';
import { EMPTY_PAGE, withSection } from './section';
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
