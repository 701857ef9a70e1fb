import { expect, test } from 'vitest';
import { matches } from '../../../emulator/dashboard/journal';
import type { JournalEntry } from '../../../emulator/journal/entry';
import { outlineOf } from './outline';
import { visit } from './visitor';

const ENTRY = {
  ...{ operation: 'listSecrets', method: 'GET', status: 404, projectId: 'one' },
  fault: { id: 'fault-1' },
} as JournalEntry;
const CUT = { method: 'GET', status: 'cut' } as JournalEntry;

test.each([
  [{}, true, true],
  [{ operation: 'listSecrets' }, true, false],
  [{ operation: 'listBuckets' }, false, false],
  [{ method: 'GET' }, true, true],
  [{ method: 'PUT' }, false, false],
  [{ status: '' }, true, true],
  [{ status: ' 404 ' }, true, false],
  [{ status: '40' }, false, false],
  [{ status: '4xx' }, true, false],
  [{ status: '4XX' }, true, false],
  [{ status: '5xx' }, false, false],
  [{ status: '6xx' }, false, false],
  [{ status: '4xxx' }, false, false],
  [{ status: 'CUT' }, false, true],
  [{ project: 'one' }, true, false],
  [{ project: 'two' }, false, false],
  [{ project: 'none' }, false, true],
  [{ fault: 'fault-1' }, true, false],
  [{ fault: 'fault-2' }, false, false],
  [{ fault: 'any' }, true, false],
  [{ operation: 'listSecrets', method: 'PUT' }, false, false],
  [{ operation: '', method: '', project: '', fault: '' }, true, true],
])('of the journal, %j selects a request that failed by a fault: %j, one that was cut: %j', (query, failed, cut) => {
  expect([matches(ENTRY, query), matches(CUT, query)]).toEqual([failed, cut]);
});

/** The lines of the table of requests and of what follows it, without times. */
const rowsOf = (page: string) =>
  outlineOf(page)
    .replace(/.*?^\| Request.*?\n/ms, '')
    .replaceAll(/ \| 20\S+ [\d:.]+ UTC| 20\S+ [\d:.]+ UTC/g, '')
    .split('\n')
    .map((line) => /\[(req-\d+|\w+)\]\([^)]*\)$|\[req-\d+\]/.exec(line)?.[0] ?? line);

const requests = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => `[req-${from - n}]`);

test('the journal shows 25 requests, and leads to older and newer ones by links that keep the filter and do not change', async () => {
  const { send, visitor } = await visit();
  for (let n = 0; n < 51; n += 1) await send('GET', '/nowhere');

  const pages = [];
  for (const query of ['', '?before=27', '?before=2', '?before=1', '?before=x', '?status=404'])
    pages.push(rowsOf((await visitor.get(`/journal${query}`)).text));
  await send('GET', '/nowhere');
  const later = rowsOf((await visitor.get('/journal?status=404&before=27')).text);

  expect(pages[0]).toEqual([...requests(51, 27), '[Older](/journal?before=27)']);
  expect(pages[1]).toEqual([...requests(26, 2), '[Newest](/journal)', '[Older](/journal?before=2)']);
  expect(pages[2]).toEqual(['[req-1]', '[Newest](/journal)']);
  expect(pages[3]?.at(-1)).toBe('[Newest](/journal)');
  expect(pages[4]?.slice(0, 25)).toEqual(requests(51, 27));
  expect(pages[5]).toEqual([...requests(51, 27), '[Older](/journal?status=404&before=27)']);
  expect(later).toEqual([...requests(26, 2), '[Newest](/journal?status=404)', '[Older](/journal?status=404&before=2)']);
});

test('marks stand between the requests before and after them, at most ten, and not among filtered ones', async () => {
  const { emulator, send, visitor } = await visit();
  emulator.journal.mark('before all');
  await send('GET', '/nowhere');
  for (let n = 1; n <= 12; n += 1) emulator.journal.mark(n === 12 ? 'x'.repeat(201) : `mark ${n}`);
  await send('GET', '/nowhere');
  emulator.journal.mark('after all');

  const all = rowsOf((await visitor.get('/journal')).text);
  const older = rowsOf((await visitor.get('/journal?before=2')).text);
  const filtered = rowsOf((await visitor.get('/journal?status=404')).text);

  expect(all).toEqual([
    ...['| after all', '[req-2]'],
    ...[`| ${'x'.repeat(199)}…`, ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `| mark ${n}`)],
    ...['| 2 more before these: GET /_emulator/journal/marks has them.', '[req-1]', '| before all'],
  ]);
  expect(older.slice(-3)).toEqual(['[req-1]', '| before all', '[Newest](/journal)']);
  expect(filtered).toEqual(['[req-2]', '[req-1]']);
});
