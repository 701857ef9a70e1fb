import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { attempt } from '../../contract/formats/attempt';
import { DomainError } from '../domain/errors';
import type { BlobFiles } from '../domain/objects/ports';
import { fileNames } from './blobs';
import { derive } from './cipher';
import { migrations as allMigrations } from './migrations';
import { type Database, openDatabase } from './open';

/*
 * A snapshot is one line of text, a MAC over everything after it, the rows of all tables as one line of JSON, and the bytes of
 * objects, to which the JSON points. Values stay sealed with the emulator's key, which the snapshot does not contain. The MAC
 * uses that key too, so that a changed snapshot, or one of another emulator, is refused as a whole. The version is that of the
 * tables: an older snapshot is migrated in memory, then copied. The first version had no objects, so nothing follows its JSON.
 */

const MAGIC = Buffer.from('coffer-emulator snapshot\n');
const MAC_BYTES = 32;
/** Tables that belong to the data folder: its key check and its knowledge of files must survive. */
const KEPT = new Set(['meta', 'freed_file', 'file_writer']);
/** Keeps positions from being reused. */
const SEQUENCE = 'sqlite_sequence';
/** The table with the bytes of objects, or the names of the files that hold them. */
const BLOBS = 'blob';
/** Maximum number of object bytes in a snapshot. */
const LIMIT_BYTES = 2 ** 30;
const LINE_END = Buffer.from('\n');

/** Source of a snapshot, and target of a restore. */
export interface Stored {
  readonly database: Database;
  readonly files: BlobFiles;
  /** The key from which all others are derived. */
  readonly key: Uint8Array;
}

interface Content {
  readonly version: number;
  /** Distinguishes keys without revealing anything else; older snapshots have none. */
  readonly keyId?: string;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  /** Where the bytes of each file are. */
  readonly files?: Readonly<Record<string, Place>>;
}

type Row = Readonly<Record<string, Cell>>;

/** Everything stored, as bytes readable only with the same key. All of it is in memory at once: throws `conflict` if objects have more than 1 GiB. */
export function takeSnapshot({ database, files, key }: Stored, version = allMigrations.length): Uint8Array {
  const { connection } = database;
  requireRoom(connection);
  const bytes = new SnapshotBytes();
  const tables = tablesAsCells(connection, bytes);
  const places = Object.fromEntries(fileNamesOf(connection).map((file) => [file, bytes.add(files.readNow(file))]));
  const json = Buffer.from(JSON.stringify({ version, keyId: keyId(key), tables, files: places } satisfies Content));
  const body = Buffer.concat([json, LINE_END, ...bytes.pieces]);
  return Buffer.concat([MAGIC, mac(key, body), body]);
}

/** Replaces everything stored. Throws `invalid` or `conflict`, and then changes nothing. */
export function restoreSnapshot(
  { database, files, key }: Stored,
  bytes: Uint8Array,
  migrations: readonly string[] = allMigrations,
): void {
  const { content, tail } = read(bytes, key);
  if (content.version > migrations.length) {
    const says = `The snapshot has version ${content.version}, but this emulator knows only up to ${migrations.length}.`;
    throw new DomainError('conflict', `${says} Use the emulator that took it, or a newer one.`);
  }
  const { tables } = migrate(content, tail, migrations);
  const superseded = fileNamesOf(database.connection);
  const names = new Map<string, string>();
  try {
    for (const [file, place] of Object.entries(content.files ?? {})) names.set(file, files.writeNow([at(tail, place)]));
    database.transaction(() => replaceAll(database.connection, withFiles(tables, names), tail));
  } catch (error) {
    for (const file of names.values()) files.discard(file);
    throw error;
  }
  files.remove(superseded);
}

function read(bytes: Uint8Array, key: Uint8Array): { readonly content: Content; readonly tail: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = buffer.subarray(MAGIC.length + MAC_BYTES);
  if (body.length === 0 || !buffer.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new DomainError('invalid', 'This is not a snapshot of an emulator.');
  }
  if (!timingSafeEqual(buffer.subarray(MAGIC.length, MAGIC.length + MAC_BYTES), mac(key, body))) {
    throw new DomainError('conflict', whyNot(body, key));
  }
  const json = jsonOf(body);
  return { content: JSON.parse(json.toString()), tail: body.subarray(json.length + LINE_END.length) };
}

function jsonOf(body: Buffer): Buffer {
  const end = body.indexOf(LINE_END);
  return end < 0 ? body : body.subarray(0, end);
}

/** Explains a refusal: the only use of data from an untrusted snapshot. */
function whyNot(body: Buffer, key: Uint8Array): string {
  const id = keyIdIn(body);
  if (id === undefined) return `The snapshot was changed, or taken under another encryption key. ${REMEDY}`;
  if (id !== keyId(key)) return `The snapshot was taken under another encryption key. ${REMEDY}`;
  return 'The snapshot was changed, or is not whole: take it again.';
}

const REMEDY =
  'Emulators have the same key when they are in memory and start with the same seed, or are given the same encryption key.';

function keyIdIn(body: Buffer): string | undefined {
  const id = attempt(() => (JSON.parse(jsonOf(body).toString()) as Partial<Content>).keyId);
  return typeof id === 'string' ? id : undefined;
}

function migrate(content: Content, tail: Buffer, migrations: readonly string[]): Pick<Content, 'tables'> {
  if (content.version === migrations.length) return content;
  const old = openDatabase(undefined, migrations.slice(0, content.version));
  try {
    old.transaction(() => {
      replaceAll(old.connection, content.tables, tail);
      for (const sql of migrations.slice(content.version)) old.connection.exec(sql);
    });
    // No cell may point to bytes that are not kept.
    return { tables: tablesAsCells(old.connection, undefined) };
  } finally {
    old.close();
  }
}

function withFiles(tables: Content['tables'], names: ReadonlyMap<string, string>): Content['tables'] {
  const blobs = tables[BLOBS]?.map((row) =>
    typeof row.file === 'string' ? { ...row, file: names.get(row.file) ?? row.file } : row,
  );
  return blobs ? { ...tables, [BLOBS]: blobs } : tables;
}

function replaceAll(connection: DatabaseSync, tables: Content['tables'], tail: Buffer): void {
  // Rows are inserted table by table, so a referenced row may follow later.
  connection.exec('PRAGMA defer_foreign_keys = ON');
  for (const table of tablesOf(connection)) connection.exec(`DELETE FROM ${table}`);
  for (const [table, rows] of Object.entries(tables)) {
    // Earlier inserts have advanced it.
    if (table === SEQUENCE) connection.exec(`DELETE FROM ${SEQUENCE}`);
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      connection
        .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
        .run(...Object.values(row).map((cell) => fromCell(cell, tail)));
    }
  }
}

function requireRoom(connection: DatabaseSync): void {
  if (!hasBlobs(connection)) return;
  const row = connection.prepare(`SELECT CAST(coalesce(sum(size), 0) AS TEXT) AS size FROM ${BLOBS}`).get();
  if (Number(row?.size) <= LIMIT_BYTES) return;
  throw new DomainError(
    'conflict',
    `A snapshot holds ${LIMIT_BYTES} bytes of objects at most; there are ${row?.size}.`,
  );
}

/** Older versions have no blobs. */
const hasBlobs = (connection: DatabaseSync) => tablesOf(connection).includes(BLOBS);

const fileNamesOf = (connection: DatabaseSync) => (hasBlobs(connection) ? fileNames(connection) : []);

function tablesAsCells(connection: DatabaseSync, bytes: SnapshotBytes | undefined): Content['tables'] {
  return Object.fromEntries(tablesOf(connection).map((table) => [table, rowsOf(connection, table, bytes)]));
}

/** Tables in a snapshot. The sequence comes last, because every insert advances it. */
function tablesOf(connection: DatabaseSync): string[] {
  const rows = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = ?)")
    .all(SEQUENCE);
  return rows
    .map(({ name }) => String(name))
    .filter((name) => !KEPT.has(name))
    .sort((a, b) => Number(a === SEQUENCE) - Number(b === SEQUENCE));
}

function rowsOf(connection: DatabaseSync, table: string, bytes: SnapshotBytes | undefined): Row[] {
  const statement = connection.prepare(`SELECT * FROM ${table}`);
  statement.setReadBigInts(true);
  return statement
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toCell(value, bytes)])));
}

function keyId(key: Uint8Array): string {
  return derive(key, 'snapshot key id').toString('hex').slice(0, 16);
}

function mac(key: Uint8Array, body: Uint8Array): Buffer {
  return createHmac('sha256', derive(key, 'snapshot')).update(body).digest();
}

/** A range of the bytes that follow the JSON of a snapshot. */
type Place = readonly [offset: number, length: number];

/** A table cell as JSON, which has neither bytes nor 64-bit integers: `n` in decimal, `b` in base64, longer bytes by their place. */
type Cell = null | string | { readonly n: string } | { readonly b: string } | { readonly at: Place };

/** Longer bytes follow the JSON as they are, because the length of a text is limited. */
const SHORT_BYTES = 512;

/** Collects the bytes that follow the JSON. */
class SnapshotBytes {
  readonly pieces: Uint8Array[] = [];
  #length = 0;

  add(bytes: Uint8Array): Place {
    const place = [this.#length, bytes.length] as const;
    this.pieces.push(bytes);
    this.#length += bytes.length;
    return place;
  }
}

/** @param bytes takes long values; undefined: all values are in the cell */
function toCell(value: unknown, bytes: SnapshotBytes | undefined): Cell {
  if (value instanceof Uint8Array) {
    if (bytes && value.length > SHORT_BYTES) return { at: bytes.add(value) };
    return { b: Buffer.from(value).toString('base64') };
  }
  return value === null || typeof value === 'string' ? value : { n: String(value) };
}

function fromCell(cell: Cell, tail: Uint8Array): null | string | bigint | Uint8Array {
  if (cell === null || typeof cell === 'string') return cell;
  if ('b' in cell) return Buffer.from(cell.b, 'base64');
  return 'n' in cell ? BigInt(cell.n) : at(tail, cell.at);
}

function at(tail: Uint8Array, [offset, length]: Place): Uint8Array {
  return tail.subarray(offset, offset + length);
}
