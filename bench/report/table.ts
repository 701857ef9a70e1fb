import type { Figure, Figures, Row } from './figures';
import { formatNumber } from './number';

/** Text of a cell without a measurement. */
const NOTHING = '–';

/**
 * The figures as a Markdown table, with one column per contender: median, range if there is one, number of runs, and from the
 * second contender on the ratio to the first. A last column holds the budgets if any work has one.
 */
export function table(figures: Figures): string {
  const rows = figures.rows();
  const hasBudgets = rows.some(({ work }) => work.budget !== undefined);
  const head = ['Work', ...figures.contenders, ...(hasBudgets ? ['Budget'] : [])];
  const lines = rows.map((row) => [
    row.work.name,
    ...figures.contenders.map((contender, column) => cell(row, contender, column > 0)),
    ...(hasBudgets ? [row.work.budget ?? ''] : []),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell({ work, figures }: Row, contender: string, withRatio: boolean): string {
  const figure = figures.get(contender);
  if (!figure) return NOTHING;
  const ratio = withRatio && figure.ratio !== undefined ? `, ${figure.ratio.toFixed(2)} ×` : '';
  return `**${formatNumber(figure.median)}** ${work.unit}${spread(figure)}${ratio}`;
}

function spread({ min, max, samples }: Figure): string {
  const runs = `n = ${samples.length}`;
  const [from, to] = [formatNumber(min), formatNumber(max)];
  return from === to ? ` (${runs})` : ` (${from}–${to}, ${runs})`;
}
