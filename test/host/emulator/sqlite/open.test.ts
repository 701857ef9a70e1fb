import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Emulator, StartError } from '../../../../emulator';
import { migrations } from '../../../../emulator/sqlite/migrations';
import { type Database, openDatabase } from '../../../../emulator/sqlite/open';
import { temporaryFolder } from '../support';

function open(folder?: string, steps?: readonly string[]): Database {
  const database = openDatabase(folder, steps);
  onTestFinished(() => {
    if (database.connection.isOpen) database.close();
  });
  return database;
}

const versionOf = ({ connection }: Database) => connection.prepare('PRAGMA user_version').get()?.user_version;

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
    `has version ${migrations.length + 1}, but this emulator knows only up to version ${migrations.length}.`,
  );
  expect(readFileSync(join(folder, 'coffer.db'))).toEqual(before);
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

test.each([
  [0, 100],
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
