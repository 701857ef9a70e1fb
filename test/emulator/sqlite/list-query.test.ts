import { expect, onTestFinished, test } from 'vitest';
import { ListQuery } from '../../../emulator/sqlite/list-query';
import { openDatabase } from '../../../emulator/sqlite/open';

/** A table with three rows, in projects `p`, `q` and `p`. */
function openTable() {
  const database = openDatabase(undefined, [
    'CREATE TABLE thing (position INTEGER PRIMARY KEY, project_id TEXT NOT NULL);',
    "INSERT INTO thing VALUES (1, 'p'), (2, 'q'), (3, 'p');",
  ]);
  onTestFinished(() => database.close());
  const query = new ListQuery<{ position: number }>(database, 'thing', 'position');
  const positions = (...range: Parameters<typeof query.all>) => query.all(...range).map(({ position }) => position);
  return { database, query, positions };
}

test('gives the rows of the projects asked for, one page or all', () => {
  const { positions } = openTable();

  expect(positions([])).toEqual([]);
  expect(positions(['p'])).toEqual([1, 3]);
  expect(positions(['p', 'q'])).toEqual([1, 2, 3]);
  expect(positions(['p', 'q'], 1)).toEqual([2, 3]);
  expect(positions(['p', 'q'], 0, 2)).toEqual([1, 2]);
});

test('the same question gives what changed in between, whoever changed it', () => {
  const { database, positions } = openTable();
  const before = positions(['p']);

  database.connection.exec("INSERT INTO thing VALUES (4, 'p')");
  const added = positions(['p']);
  database.connection.exec('DELETE FROM thing');

  expect([before, added, positions(['p'])]).toEqual([[1, 3], [1, 3, 4], []]);
});

test('what was read within a transaction that was taken back is not given again', () => {
  const { database, positions } = openTable();
  let within: number[] = [];

  const undone = () =>
    database.transaction(() => {
      database.connection.exec("INSERT INTO thing VALUES (4, 'p')");
      within = positions(['p']);
      throw new Error('changed its mind');
    });

  expect(undone).toThrow('changed its mind');
  expect(within).toEqual([1, 3, 4]);
  expect(positions(['p'])).toEqual([1, 3]);
});

test('who changes the array that was given changes no later response', () => {
  const { query } = openTable();

  query.all(['p']).length = 0;

  expect(query.all(['p'])).toHaveLength(2);
});
