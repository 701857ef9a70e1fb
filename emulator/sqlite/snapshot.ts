import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../domain/errors';
import { derive } from './cipher';
import { migrations as allMigrations } from './migrations';
import { type Database, openDatabase } from './open';

/*
 * A snapshot is one line of text, a MAC over what follows, and the rows of every table as JSON. Values stay sealed with the
 * emulator's key, which is not in it; the MAC is made with that key too, so that a snapshot of another emulator, or a changed
 * one, is refused as a whole. The version is the one of the tables: an older snapshot is migrated in memory, then copied.
 */

const MAGIC = Buffer.from('coffer-emulator snapshot\n');
const MAC_BYTES = 32;
/** The data folder's own: its key check must survive. */
const KEPT = 'meta';
/** Keeps positions from being given twice. */
const SEQUENCE = 'sqlite_sequence';

type Cell = null | string | { readonly n: string } | { readonly b: string };

interface Content {
  readonly version: number;
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>;
}

/** Everything stored, as bytes: readable only where the key is the same. */
export function takeSnapshot({ connection }: Database, key: Uint8Array, version = allMigrations.length): Uint8Array {
  const tables = Object.fromEntries(tablesOf(connection).map((table) => [table, rowsOf(connection, table)]));
  const body = Buffer.from(JSON.stringify({ version, tables } satisfies Content));
  return Buffer.concat([MAGIC, mac(key, body), body]);
}

/** Replaces everything stored, or throws `invalid` or `conflict` and changes nothing. */
export function restoreSnapshot(
  database: Database,
  key: Uint8Array,
  bytes: Uint8Array,
  migrations: readonly string[] = allMigrations,
): void {
  const content = read(bytes, key);
  if (content.version > migrations.length) {
    const says = `The snapshot has version ${content.version}, but this emulator knows only up to ${migrations.length}.`;
    throw new DomainError('conflict', `${says} Use the emulator that took it, or a newer one.`);
  }
  const { tables } = migrate(content, migrations);
  database.transaction(() => replaceAll(database.connection, tables));
}

function read(bytes: Uint8Array, key: Uint8Array): Content {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = buffer.subarray(MAGIC.length + MAC_BYTES);
  if (body.length === 0 || !buffer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DomainError('invalid', 'This is no snapshot of an emulator.');
  }
  if (!timingSafeEqual(buffer.subarray(MAGIC.length, MAGIC.length + MAC_BYTES), mac(key, body))) {
    const says = 'The snapshot was changed, or taken by an emulator with another encryption key.';
    throw new DomainError('conflict', says);
  }
  return JSON.parse(body.toString());
}

/** Rows as the newest version has them. */
function migrate(content: Content, migrations: readonly string[]): Content {
  if (content.version === migrations.length) return content;
  const old = openDatabase(undefined, migrations.slice(0, content.version));
  try {
    old.transaction(() => {
      replaceAll(old.connection, content.tables);
      for (const sql of migrations.slice(content.version)) old.connection.exec(sql);
    });
    const { connection } = old;
    const tables = Object.fromEntries(tablesOf(connection).map((table) => [table, rowsOf(connection, table)]));
    return { version: migrations.length, tables };
  } finally {
    old.close();
  }
}

function replaceAll(connection: DatabaseSync, tables: Content['tables']): void {
  // Rows come table by table; what they refer to may come later.
  connection.exec('PRAGMA defer_foreign_keys = ON');
  for (const table of tablesOf(connection)) connection.exec(`DELETE FROM ${table}`);
  for (const [table, rows] of Object.entries(tables)) {
    // The inserts before have moved it.
    if (table === SEQUENCE) connection.exec(`DELETE FROM ${SEQUENCE}`);
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      connection
        .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
        .run(...Object.values(row).map(fromCell));
    }
  }
}

/** Tables with rows of ours, and last the sequence, which every insert moves. */
function tablesOf(connection: DatabaseSync): string[] {
  const rows = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = ?)")
    .all(SEQUENCE);
  return rows
    .map(({ name }) => String(name))
    .filter((name) => name !== KEPT)
    .sort((a, b) => Number(a === SEQUENCE) - Number(b === SEQUENCE));
}

function rowsOf(connection: DatabaseSync, table: string): Record<string, Cell>[] {
  const statement = connection.prepare(`SELECT * FROM ${table}`);
  statement.setReadBigInts(true);
  return statement
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toCell(value)])));
}

/** JSON has neither bytes nor 64-bit integers. */
function toCell(value: unknown): Cell {
  if (value instanceof Uint8Array) return { b: Buffer.from(value).toString('base64') };
  return value === null || typeof value === 'string' ? value : { n: String(value) };
}

function fromCell(cell: Cell): null | string | bigint | Buffer {
  if (cell === null || typeof cell === 'string') return cell;
  return 'b' in cell ? Buffer.from(cell.b, 'base64') : BigInt(cell.n);
}

function mac(key: Uint8Array, body: Uint8Array): Buffer {
  return createHmac('sha256', derive(key, 'snapshot')).update(body).digest();
}
