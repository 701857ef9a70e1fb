import type { Figures } from './figures';

/* The best ratio that each row has had, with its commit: the next round reads it in the page before it replaces the table. Absolute times say nothing from one machine to another. */

/** The best ratio of a row so far. */
export interface Best {
  readonly ratio: number;
  /** The short hash of the commit that had it. */
  readonly commit: string;
  /** `2026-11-21` */
  readonly date: string;
}

/** By the name of the work. */
export type Bests = ReadonlyMap<string, Best>;

/** The title of the column. */
export const BEST = 'Best so far';

const CELL = /^([\d.]+) × \(([0-9a-f]+), (\d{4}-\d\d-\d\d)\)$/;

/** The cell of the page, with three digits: more than a run can repeat. Empty without a best. */
export const bestCell = (best: Best | undefined): string =>
  best ? `${best.ratio.toFixed(2)} × (${best.commit}, ${best.date})` : '';

/** The bests in the table of a section, if its contenders are these; else, and without a section or a column, none. */
export function bestsIn(page: string, id: string, contenders: readonly string[]): Bests {
  const [, section = ''] = page.split(`<!-- bench:${id} -->`);
  const [text = ''] = section.split(`<!-- /bench:${id} -->`);
  const [head = [], , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const column = head.indexOf(BEST);
  const isSame = column >= 0 && contenders.slice(0, 2).every((name, index) => head[index + 1] === name);
  if (!isSame) return new Map();
  return new Map(
    rows.flatMap((cells) => {
      const [, ratio, commit, date] = CELL.exec(cells[column] ?? '') ?? [];
      return ratio && commit && date ? [[cells[0] ?? '', { ratio: Number(ratio), commit, date }] as const] : [];
    }),
  );
}

/** The bests after a run, whose second contender is measured against its first: a lower ratio is better. Rows that it did not measure keep theirs. */
export function bestsAfter(before: Bests, figures: Figures, now: Pick<Best, 'commit' | 'date'>): Bests {
  const after = new Map(before);
  const [, contender = ''] = figures.contenders;
  for (const { work, figures: cells } of figures.rows()) {
    const ratio = cells.get(contender)?.ratio;
    const known = after.get(work.name);
    if (ratio !== undefined && (known === undefined || ratio < known.ratio)) after.set(work.name, { ...now, ratio });
  }
  return after;
}
