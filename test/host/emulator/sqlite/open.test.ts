import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Emulator, StartError } from '../../../../emulator';
import { migrations } from '../../../../emulator/sqlite/migrations';
import { type Database, openDatabase } from '../../../../emulator/sqlite/open';
import { startService } from '../domain/objects/support';
import { temporaryFolder } from '../support';

function open(folder?: string, steps?: readonly string[]): Database {
  const database = openDatabase(folder, steps);
  onTestFinished(() => {
    if (database.connection.isOpen) database.close();
  });
  return database;
}

const versionOf = ({ connection }: Database) => connection.prepare('PRAGMA user_version').get()?.user_version;

test('E10: a new data folder gets the newest version', () => {
  const database = open(temporaryFolder());

  expect(versionOf(database)).toBe(migrations.length);
});

test('E10: an older data folder is migrated forward, keeping what it holds', () => {
  const folder = temporaryFolder();
  const older = open(folder, ['CREATE TABLE note (text TEXT) STRICT']);
  older.connection.exec("INSERT INTO note VALUES ('kept')");
  older.close();

  const newer = open(folder, [
    'a released migration is never run again',
    "ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'",
  ]);

  expect(versionOf(newer)).toBe(2);
  expect({ ...newer.connection.prepare('SELECT * FROM note').get() }).toEqual({ text: 'kept', colour: 'blue' });
});

test('E10: a data folder from before there were objects is migrated, and its buckets are empty', async () => {
  const folder = temporaryFolder();
  const older = open(folder, migrations.slice(0, 1));
  older.connection.exec(`INSERT INTO project VALUES ('project-1');
    INSERT INTO bucket VALUES (7, 'b', 'project-1', 'alias', 9223372036854775807, NULL, 1, 2, 1)`);
  older.close();

  const { objects } = startService(folder);

  expect(objects.usage('b')).toEqual({ bytes: 0n, objects: 0, uploads: 0 });
});

test('E10: a migration that fails leaves the folder as it was', () => {
  const folder = temporaryFolder();
  const first = 'CREATE TABLE note (text TEXT) STRICT';
  open(folder, [first]).close();

  expect(() => openDatabase(folder, [first, 'CREATE TABLE more (text TEXT) STRICT; nonsense'])).toThrow(StartError);

  const after = open(folder, [first]);
  expect(versionOf(after)).toBe(1);
  expect(after.connection.prepare("SELECT name FROM sqlite_schema WHERE name = 'more'").all()).toEqual([]);
});

test('E10: a data folder of a newer version is refused, and not touched', async () => {
  const folder = temporaryFolder();
  open(folder, [...migrations, 'CREATE TABLE future (text TEXT) STRICT']).close();
  const before = readFileSync(join(folder, 'coffer.db'));

  const failure = Emulator.start({ dataDir: folder });

  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow(
    `has version ${migrations.length + 1}, but this emulator knows only up to version ${migrations.length}. Use the emulator that wrote it, a newer one, or another folder.`,
  );
  expect(readFileSync(join(folder, 'coffer.db'))).toEqual(before);
});

test('E10: a data folder of the first version, which did not mark its database, is opened and marked', () => {
  const folder = temporaryFolder();
  const mark = ({ connection }: Database) => Number(connection.prepare('PRAGMA application_id').get()?.application_id);
  const first = open(folder);
  const before = mark(first);
  first.connection.exec('PRAGMA application_id = 0');
  first.close();

  expect([before, mark(open(folder))]).toEqual([0x436f6672, 0x436f6672]);
});

test.each([
  [false, 1],
  [true, 2],
])(
  'a commit is synced before it is reported if that is asked for (%s: level %i), and references are always checked',
  (durable, level) => {
    const database = openDatabase(temporaryFolder(), undefined, { durable });
    onTestFinished(() => database.close());
    const read = (name: string) => Object.values({ ...database.connection.prepare(`PRAGMA ${name}`).get() })[0];

    expect(['synchronous', 'foreign_keys', 'secure_delete', 'journal_mode', 'locking_mode'].map(read)).toEqual([
      ...[level, 1, 1, 'wal', 'exclusive'],
    ]);
  },
);

test('two emulators cannot share a data folder', async () => {
  const folder = temporaryFolder();
  const first = await Emulator.start({ dataDir: folder });
  onTestFinished(() => first.stop());

  const failure = Emulator.start({ dataDir: folder });

  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow(
    `The data folder ${folder} is in use by another emulator. Stop that one, or give another --data.`,
  );
  await first.stop();
  await (await Emulator.start({ dataDir: folder })).stop();
});

test('a folder that cannot be one is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'bad'));
  writeFileSync(
    join(folder, 'bad', 'coffer.db'),
    'this is no database, but long enough to look at it twice'.repeat(100),
  );

  await expect(Emulator.start({ dataDir: join(folder, 'file') })).rejects.toThrow(/data folder .*file cannot be used/);
  await expect(Emulator.start({ dataDir: join(folder, 'bad') })).rejects.toThrow(
    /coffer\.db in it is damaged, or not a database/,
  );
});

test('a transaction keeps all of its changes or none', () => {
  const { connection, transaction } = open();
  const insert = connection.prepare('INSERT INTO project (id) VALUES (?)');

  const failing = () =>
    transaction(() => {
      insert.run('a');
      throw new Error('half way');
    });

  expect(failing).toThrow('half way');
  expect(transaction(() => insert.run('b').changes)).toBe(1);
  expect(connection.prepare('SELECT id FROM project').all()).toMatchObject([{ id: 'b' }]);
});

test.each([
  [0, 100],
  [100, 4_096],
  [4_096, 8_192],
  [8_192, 40_000],
  [20_000, Number.POSITIVE_INFINITY],
])('a database whose bytes from %i to %i are damaged is told in a sentence', async (from, to) => {
  const folder = temporaryFolder();
  const first = await Emulator.start({ dataDir: folder });
  for (let n = 0; n < 100; n += 1) first.seedFrom({ secrets: [{ name: `s-${n}`, value: 'x' }] });
  await first.stop();
  const path = join(folder, 'coffer.db');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xff, from, Math.min(to, bytes.length)));

  const failure = Emulator.start({ dataDir: folder });

  await expect(failure).rejects.toThrow(StartError);
  await expect(failure).rejects.toThrow(/coffer\.db in it is damaged.* Restore the folder from a copy/);
});
