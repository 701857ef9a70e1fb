import { chmodSync, closeSync, fsyncSync, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StartError } from '../domain/errors';
import type { Transaction } from '../domain/ports';
import { migrations as allMigrations } from './migrations';
import { FILE, toStartError } from './start-error';

/** An open database, and the only way to change several of its rows as a unit. */
export interface Database {
  readonly connection: DatabaseSync;
  readonly transaction: Transaction;
  /** A number that changes with every change to a row: as long as it is the same, data read earlier is current. */
  changes(): number;
  /** Makes the log survive a power cut, and so all commits in it. */
  syncLog(): void;
  close(): void;
}

/** Marks the file as the emulator's ("Cofr"). Version 0.1.0 did not set it. */
const APPLICATION_ID = 0x436f6672;

export interface DatabaseOptions {
  /** Each commit survives a power cut before it is reported. Default: it survives kill -9. */
  readonly durable?: boolean;
  /** The error for an empty database; undefined: a new one is created. */
  readonly toLost?: (() => StartError) | undefined;
}

/**
 * Opens the database of a data folder, which must exist, or one in memory if there is no folder.
 *
 * Locks the folder for this process until the database is closed or the process ends in any way, and migrates it to the newest version. Throws a
 * {@link StartError}, having changed nothing, if the folder is in use or unusable, or its database belongs to another program or a newer version.
 */
export function openDatabase(
  folder?: string,
  migrations: readonly string[] = allMigrations,
  { durable = false, toLost }: DatabaseOptions = {},
): Database {
  const connection = connect(folder);
  try {
    if (folder !== undefined) {
      // SQLite's exclusive lock locks the folder: the system releases it with the process, so a kill leaves nothing behind.
      connection.exec('PRAGMA locking_mode = EXCLUSIVE');
      requireOwn(connection, folder, toLost);
      connection.exec('PRAGMA journal_mode = WAL');
    }
    // Each checkpoint waits for the disk: a log of 16 MiB instead of 4, because small objects fill it quickly.
    connection.exec('PRAGMA wal_autocheckpoint = 4000');
    connection.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
    // Temporary files may lie on the disk that is full.
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
    migrate(connection, migrations, folder);
    if (folder !== undefined) closeToOthers(folder);
  } catch (error) {
    connection.close();
    throw toStartError(error, folder);
  }
  const counter = connection.prepare('SELECT total_changes() AS count');
  // SQLite does not count rolled back changes.
  let takenBack = 0;
  const onRollback = () => {
    takenBack += 1;
  };
  return {
    connection,
    transaction: transactionOf(connection, onRollback),
    changes: () => Number(counter.get()?.count) + takenBack,
    syncLog: () => syncLog(folder),
    close: () => connection.close(),
  };
}

/** Prepares the statements of a store once, because preparing takes longer than running. */
export function prepareAll<Name extends string>(
  { connection }: Pick<Database, 'connection'>,
  sql: Readonly<Record<Name, string>>,
): Readonly<Record<Name, StatementSync>> {
  const prepared = Object.entries<string>(sql).map(([name, text]) => [name, connection.prepare(text)]);
  return Object.fromEntries(prepared);
}

function connect(folder: string | undefined): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  if (folder === undefined) return new DatabaseSync(':memory:');
  try {
    const path = join(folder, FILE);
    // SQLite would create it readable for everyone; its logs inherit the mode.
    if (!exists(path)) closeSync(openSync(path, 'wx', 0o600));
    return new DatabaseSync(path);
  } catch (error) {
    throw toStartError(error, folder);
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function syncLog(folder: string | undefined): void {
  if (folder === undefined) return;
  const descriptor = openSync(join(folder, `${FILE}-wal`), 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** An older version, or copying the folder, may have left the files open to others. */
function closeToOthers(folder: string): void {
  for (const path of [FILE, `${FILE}-wal`].map((name) => join(folder, name))) {
    if (exists(path)) chmodSync(path, 0o600);
  }
}

/** Throws for the database of another program, and for an empty one where ours was, before anything in it is changed. */
function requireOwn(connection: DatabaseSync, folder: string, toLost: (() => StartError) | undefined): void {
  const id = connection.prepare('PRAGMA application_id').get()?.application_id;
  if (id === APPLICATION_ID) return;
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  const isOld = ['meta', 'token', 'secret', 'bucket'].every((name) => names.has(name));
  if (id === 0 && names.size === 0 && toLost) throw toLost();
  if (id === 0 && (names.size === 0 || isOld)) return;
  throw new StartError(
    `The data folder ${folder} cannot be used: ${FILE} in it is the database of another program. Give another folder.`,
  );
}

/** Loading node:sqlite emits a warning that it is experimental; only that warning is suppressed. */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    const sqlite = process.getBuiltinModule?.('node:sqlite') as typeof import('node:sqlite') | undefined;
    if (sqlite) return sqlite;
    throw new StartError(`The emulator needs Node 22.13 or newer; this is ${process.version}.`);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function migrate(connection: DatabaseSync, migrations: readonly string[], folder: string | undefined): void {
  const [row] = connection.prepare('PRAGMA user_version').all();
  const version = Number(row?.user_version);
  if (version > migrations.length) {
    throw new StartError(
      `The data folder ${folder} has version ${version}, but this emulator knows only up to version ${migrations.length}. ` +
        'Use the emulator that wrote it, a newer one, or another folder.',
    );
  }
  // One transaction, even if there is nothing to migrate: it takes the folder's lock.
  transactionOf(connection)(() => {
    for (const sql of migrations.slice(version)) connection.exec(sql);
    connection.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

function transactionOf(connection: DatabaseSync, onRollback = () => {}): Transaction {
  // Prepared once, because preparing takes longer than running.
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      // Undefined before Node 22.16.
      if (connection.isTransaction !== false) connection.exec('ROLLBACK');
      onRollback();
      throw error;
    }
  };
}
