import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../emulator/sqlite/open';
import { Table } from '../../../../emulator/sqlite/table';

/** A table with three rows, in projects `p`, `q` and `p`. */
function openTable() {
  const database = openDatabase(undefined, [
    'CREATE TABLE thing (position INTEGER PRIMARY KEY, id TEXT, project_id TEXT NOT NULL);',
    "INSERT INTO thing VALUES (1, 'a', 'p'), (2, 'b', 'q'), (3, 'c', 'p');",
  ]);
  onTestFinished(() => database.close());
  const table = new Table<{ position: number }, number>(database, 'thing', 'position', ({ position }) => position);
  const positions = (...range: Parameters<typeof table.list>) => table.list(...range);
  return { database, positions };
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

  database.connection.exec("INSERT INTO thing VALUES (4, 'd', 'p')");
  const added = positions(['p']);
  database.connection.exec('DELETE FROM thing');

  expect([before, added, positions(['p'])]).toEqual([[1, 3], [1, 3, 4], []]);
});

test('what was read within a transaction that was taken back is not given again', () => {
  const { database, positions } = openTable();
  let within: number[] = [];

  const undone = () =>
    database.transaction(() => {
      database.connection.exec("INSERT INTO thing VALUES (4, 'd', 'p')");
      within = positions(['p']);
      throw new Error('changed its mind');
    });

  expect(undone).toThrow('changed its mind');
  expect(within).toEqual([1, 3, 4]);
  expect(positions(['p'])).toEqual([1, 3]);
});

test('who changes the array that was given changes no later response', () => {
  const { positions } = openTable();

  positions(['p']).length = 0;

  expect(positions(['p'])).toEqual([1, 3]);
});
