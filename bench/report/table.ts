import { BEST, type Bests, bestCell } from './best';
import type { Figures, Row } from './figures';

/**
 * The figures as a Markdown table, with one column per contender: median, range if there is one, number of runs, and from the
 * second contender on the ratio to the first. Further columns hold the best ratios so far, if they are given, and the budgets if any work has one.
 */
export function table(figures: Figures, bests?: Bests): string {
  const rows = figures.rows();
  const hasBudgets = rows.some(({ work }) => work.budget !== undefined);
  const head = ['Work', ...figures.contenders, ...(bests ? [BEST] : []), ...(hasBudgets ? ['Budget'] : [])];
  const lines = rows.map((row) => [
    row.work.name,
    ...figures.contenders.map((contender, column) => cell(row, contender, column > 0)),
    ...(bests ? [bestCell(bests.get(row.work.name))] : []),
    ...(hasBudgets ? [row.work.budget ?? ''] : []),
  ]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cell({ work, figures }: Row, contender: string, withRatio: boolean): string {
  const figure = figures.get(contender);
  if (!figure) return '–';
  const ratio = withRatio && figure.ratio !== undefined ? `, ${figure.ratio.toFixed(2)} ×` : '';
  const [from, to] = [formatNumber(figure.min), formatNumber(figure.max)];
  const range = from === to ? '' : `${from}–${to}, `;
  return `**${formatNumber(figure.median)}** ${work.unit} (${range}n = ${figure.samples.length})${ratio}`;
}

/** Three significant digits, commas between thousands, and no decimals for whole numbers. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
