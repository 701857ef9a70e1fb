import { expect, it } from 'vitest';
import { bestsAfter, bestsIn } from '../../../../bench/report/best';
import { Figures } from '../../../../bench/report/figures';
import { withSection } from '../../../../bench/report/report';
import { table } from '../../../../bench/report/table';

const CONTENDERS = ['Go peer', 'Coffer'];

function figuresOf(works: Readonly<Record<string, readonly [go: number, ours: number]>>): Figures {
  const figures = new Figures(CONTENDERS);
  for (const [name, [go, ours]] of Object.entries(works)) {
    figures.add({ name, unit: 's' }, 'Go peer', go);
    figures.add({ name, unit: 's' }, 'Coffer', ours);
  }
  return figures;
}

it('the page keeps the best ratio of each row, with the commit and the day that had it', () => {
  const first = figuresOf({ apply: [10, 9], plan: [10, 5] });
  const bests = bestsAfter(new Map(), first, { commit: 'aaaa', date: '2026-11-22' });
  const page = withSection('', { id: 'x', title: 'X', body: table(first, bests) });

  const second = figuresOf({ apply: [10, 8], plan: [10, 6] });
  const after = bestsAfter(bestsIn(page, 'x', CONTENDERS), second, { commit: 'bbbb', date: '2026-11-29' });

  expect(table(second, after).split('\n').slice(2)).toEqual([
    '| apply | **10** s (n = 1) | **8** s (n = 1), 0.80 × | 0.80 × (bbbb, 2026-11-29) |',
    '| plan | **10** s (n = 1) | **6** s (n = 1), 0.60 × | 0.50 × (aaaa, 2026-11-22) |',
  ]);
});

it('bests are not those of another baseline, of another section or of a page without them', () => {
  const figures = figuresOf({ plan: [10, 5] });
  const bests = bestsAfter(new Map(), figures, { commit: 'aaaa', date: '2026-11-22' });
  const page = withSection('', { id: 'x', title: 'X', body: table(figures, bests) });

  expect(bestsIn(page, 'x', CONTENDERS)).toEqual(bests);
  expect(bestsIn(page, 'x', ['Coffer of cccc', 'Coffer'])).toEqual(new Map());
  expect(bestsIn(page, 'y', CONTENDERS)).toEqual(new Map());
  expect(bestsIn(withSection('', { id: 'x', title: 'X', body: table(figures) }), 'x', CONTENDERS)).toEqual(new Map());
});
