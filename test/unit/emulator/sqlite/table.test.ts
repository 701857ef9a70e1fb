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
