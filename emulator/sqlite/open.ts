import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartError } from '../domain/errors';
import type { Transaction } from '../domain/ports';
import { migrations as allMigrations } from './migrations';

/** An open database and the one way to change several rows of it as a unit. */
export interface Database {
  readonly connection: DatabaseSync;
  readonly transaction: Transaction;
  /** A number that changes with every change of a row, whoever makes it: what was read under the same number still holds. */
  changes(): number;
  close(): void;
}

const FILE = 'coffer.db';
/** Marks the file as the emulator's ("Cofr"). Version 0.1.0 did not. */
const APPLICATION_ID = 0x436f6672;

/** How a database is kept. */
export interface DatabaseOptions {
  /** Each commit lasts through a power cut before anybody hears of it. Default: it lasts through kill -9. */
  readonly durable?: boolean;
}

/**
 * Opens the database of a data folder, which has to be there, or one in memory when there is no folder.
 *
 * Takes the folder for this process alone until it is closed or the process ends, however it ends, and migrates it to the
 * newest version. Throws a {@link StartError} when the folder is in use or unusable, or its database is another program's or
 * a newer version's; then nothing was changed.
 */
export function openDatabase(
  folder?: string,
  migrations: readonly string[] = allMigrations,
  { durable = false }: DatabaseOptions = {},
): Database {
  const connection = connect(folder);
  try {
    if (folder !== undefined) {
      // Exclusive locking is the folder's lock: the system drops it with the process, so a kill leaves nothing behind.
      connection.exec('PRAGMA locking_mode = EXCLUSIVE');
      requireOwn(connection, folder);
      connection.exec('PRAGMA journal_mode = WAL');
    }
    // Each checkpoint waits for the disk: 16 MiB of log instead of 4, as small objects fill it quickly.
    connection.exec('PRAGMA wal_autocheckpoint = 4000');
    connection.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    migrate(connection, migrations, folder);
    if (folder !== undefined) closeToOthers(folder);
  } catch (error) {
    connection.close();
    throw toStartError(error, folder);
  }
  const counter = connection.prepare('SELECT total_changes() AS count');
  // SQLite does not count it when changes are taken back.
  let takenBack = 0;
  const onRollback = () => {
    takenBack += 1;
  };
  return {
    connection,
    transaction: transactionOf(connection, onRollback),
    changes: () => Number(counter.get()?.count) + takenBack,
    close: () => connection.close(),
  };
}

function connect(folder: string | undefined): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  if (folder === undefined) return new DatabaseSync(':memory:');
  try {
    const path = join(folder, FILE);
    // SQLite would make it readable for all; its logs take over the mode.
    if (!exists(path)) closeSync(openSync(path, 'wx', 0o600));
    return new DatabaseSync(path);
  } catch (error) {
    throw toStartError(error, folder);
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** An older version, or whoever copied the folder, may have left the files open to others. */
function closeToOthers(folder: string): void {
  for (const path of [FILE, `${FILE}-wal`].map((name) => join(folder, name))) {
    if (exists(path)) chmodSync(path, 0o600);
  }
}

/** Throws for a database of another program, before anything of it is changed. */
function requireOwn(connection: DatabaseSync, folder: string): void {
  const id = connection.prepare('PRAGMA application_id').get()?.application_id;
  if (id === APPLICATION_ID) return;
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  const isOld = ['meta', 'token', 'secret', 'bucket'].every((name) => names.has(name));
  if (id === 0 && (names.size === 0 || isOld)) return;
  throw new StartError(
    `The data folder ${folder} cannot be used: ${FILE} in it is the database of another program. Give another folder.`,
  );
}

/** Loading node:sqlite warns that it is experimental; that one warning is silenced, every other passes. */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
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
  // One transaction, also when there is nothing to do: it takes the folder's lock.
  transactionOf(connection)(() => {
    for (const sql of migrations.slice(version)) connection.exec(sql);
    connection.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

function transactionOf(connection: DatabaseSync, onRollback = () => {}): Transaction {
  // Preparing them takes longer than running them.
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  return (work) => {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      // Unknown before Node 22.16.
      if (connection.isTransaction !== false) connection.exec('ROLLBACK');
      onRollback();
      throw error;
    }
  };
}

const SQLITE_BUSY = 5;
const SQLITE_NOT_A_DATABASE = 26;

function toStartError(error: unknown, folder: string | undefined): unknown {
  if (error instanceof StartError || folder === undefined) return error;
  const { errcode, message } = error as { errcode?: number; message?: string };
  if (errcode === SQLITE_BUSY) {
    return new StartError(
      `The data folder ${folder} is in use by another emulator. Stop that one, or give another --data.`,
    );
  }
  const reason = errcode === SQLITE_NOT_A_DATABASE ? `${FILE} in it is not a database` : message;
  return new StartError(`The data folder ${folder} cannot be used: ${reason}.`, { cause: error });
}
