import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Bests } from './best';
import type { Figures } from './figures';
import { table } from './table';

/** The result of one section of the page, which is rewritten independently of the others. */
export interface Report {
  /** In the marks of its section: lower case letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly figures: Figures;
  /** The best ratio of each row so far; undefined for a section that keeps none. */
  readonly bests?: Bests | undefined;
  readonly circumstances: Circumstances;
  /** The command that reproduces it. */
  readonly command: string;
  /** Paragraphs for the reader of the figures. */
  readonly notes: readonly string[];
}

/** The report as Markdown, without its title. */
export function body({ figures, bests, circumstances, command, notes }: Report): string {
  return [`\`${command}\``, describe(circumstances), table(figures, bests), ...notes].join('\n\n');
}

export async function writeReport(file: string, report: Report): Promise<void> {
  const { id, title } = report;
  await writeFile(file, withSection(await readFile(file, 'utf8'), { id, title, body: body(report) }));
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

/**
 * Returns the page with the section in it: replaces the section with the same id, or appends it. Everything outside its two marks
 * stays unchanged. Throws an Error if the page has only one of the marks.
 */
export function withSection(page: string, section: Pick<Report, 'id' | 'title'> & { readonly body: string }): string {
  const [begin, end] = [`<!-- bench:${section.id} -->`, `<!-- /bench:${section.id} -->`];
  const text = `${begin}\n## ${section.title}\n\n${section.body.trim()}\n${end}`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 && to < 0) return `${page.trimEnd()}\n\n${text}\n`;
  if (from < 0 || to < from) throw new Error(`The marks of section "${section.id}" are not a pair.`);
  return page.slice(0, from) + text + page.slice(to + end.length);
}

export type Versions = Readonly<Record<string, string>>;

/** Where and when something was measured, without anything that identifies the owner of the machine. */
export interface Circumstances {
  /** `2026-11-21` */
  readonly date: string;
  readonly machine: string;
  readonly versions: Versions;
  /** Mean number of runnable processes in the minute before, at the beginning and at the end. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

/** Records the circumstances at the beginning of a run; call the returned function at its end. */
export function observe(versions: Versions): () => Circumstances {
  const loadBefore = load();
  const date = new Date().toISOString().slice(0, 10);
  return () => ({ date, machine: machine(), versions, loadBefore, loadAfter: load() });
}

/** The circumstances as one sentence. */
export function describe({ date, machine, versions, loadBefore, loadAfter }: Circumstances): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${date}, ${machine}`,
    ...(list.length > 0 ? [list.join(', ')] : []),
    `load average ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after.`,
  ].join('; ');
}

function machine(): string {
  const model = cpus()[0]?.model.trim().replace(/\s+/g, ' ') ?? 'an unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  // Only the beginning of the kernel's version: the rest can name the host's owner.
  const kernel = /^\d+\.\d+/.exec(release())?.[0] ?? '';
  const system = { linux: 'Linux', darwin: 'Darwin', win32: 'Windows' }[platform() as string] ?? platform();
  return `${availableParallelism()} cores of ${model}, ${memory} GiB, ${system} ${kernel}`;
}

const load = () => loadavg()[0] ?? 0;
