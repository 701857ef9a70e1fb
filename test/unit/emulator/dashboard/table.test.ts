import { expect, test } from 'vitest';
import { table } from '../../../../emulator/dashboard/table';

test('the heads of columns are shown, but that of ticks, which only a screen reader needs', () => {
  const columns = [
    { head: 'Chosen', kind: 'tick' as const, cell: () => 'x' },
    { head: 'Name', cell: (name: string) => name },
  ];

  const shown = String(table(columns, ['a'], { caption: 'Names', empty: 'None' }));

  expect(shown.match(/<span class="hidden">[^<]*/g)).toEqual(['<span class="hidden">Chosen']);
});
