import type { Fill, NewObject, ObjectStore, ScanStart, Segment } from '../domain/objects/ports';
import type {
  BriefObject,
  Checksum,
  ConfigurationKind,
  ObjectAddress,
  ObjectPart,
  StoredObject,
} from '../domain/objects/records';
import { fromJson, fromKey, toAttributes, toJson, toKey, toSegments } from './object-columns';
import { type Database, prepareAll } from './open';

/** Rows that a scan reads at once: initially, unless the caller says how many it expects, and at most. */
const SMALLEST_BATCH = 4;
const LARGEST_BATCH = 1_024;

/** Omits bucket and key: the caller knows them, and each column costs a microsecond. */
const COLUMNS = 'version, size, etag, checksum, last_modified AS lastModified, attributes, parts';

interface Row extends Pick<StoredObject, 'version' | 'size' | 'etag' | 'lastModified'> {
  readonly checksum: string | null;
  readonly attributes: string;
  /** JSON; null: uploaded in one piece. */
  readonly parts: string | null;
}

type ScannedRow = Row & { readonly key: Uint8Array };

type ManyRow = Pick<Row, 'version' | 'size'> & { readonly segments: string };

type BriefRow = readonly [keyInHex: string, size: number, etag: string, checksum: Checksum | null, modified: number];

const scan = (condition: string, order: '' | 'DESC' = '') =>
  `SELECT ${COLUMNS}, key FROM object WHERE bucket_id = ? ${condition} ORDER BY key ${order} LIMIT ?`;

/**
 * Fields that listings show. A batch of rows comes as one JSON text: a row of its own for each object costs twice as much (measured). Keys are in
 * hexadecimal, because a text in JSON would end at a NUL.
 */
const brief = (condition: string) =>
  `SELECT json_group_array(json_array(hex(key), size, etag, json(checksum), last_modified)) AS rows FROM (
     SELECT key, size, etag, checksum, last_modified FROM object WHERE bucket_id = ? ${condition} ORDER BY key LIMIT ?
   )`;

/** Objects, and how much of their bucket they use: both change together. */
export class SqliteObjects implements ObjectStore {
  readonly #sql;

  constructor(database: Database) {
    this.#sql = prepareAll(database, {
      // Sums of sizes may need all 63 bits, so they are read as text, like quotas.
      fill: 'SELECT CAST(max_size AS TEXT) AS max_size, CAST(used_bytes AS TEXT) AS bytes, used_objects AS objects FROM bucket WHERE id = ?',
      use: 'UPDATE bucket SET used_bytes = used_bytes + ?, used_objects = used_objects + ? WHERE id = ?',
      find: `SELECT ${COLUMNS} FROM object WHERE bucket_id = ? AND key = ?`,
      findCompleted: `SELECT ${COLUMNS} FROM object WHERE bucket_id = ? AND key = ? AND upload_id = ?`,
      segments: 'SELECT segments FROM object WHERE version = ?',
      insert: `INSERT INTO object (bucket_id, key, size, etag, checksum, last_modified, upload_id, attributes, parts, segments)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      delete: 'DELETE FROM object WHERE version = ?',
      // Keys in hexadecimal, as above.
      findMany: `SELECT version, size, segments FROM object
        WHERE bucket_id = ? AND key IN (SELECT unhex(value) FROM json_each(?))`,
      deleteMany: 'DELETE FROM object WHERE version IN (SELECT value FROM json_each(?))',
      scanFrom: scan('AND key >= ?'),
      scanAfter: scan('AND key > ?'),
      scanBefore: scan('AND key < ?', 'DESC'),
      scanFromEnd: scan('', 'DESC'),
      briefFrom: brief('AND key >= ?'),
      briefAfter: brief('AND key > ?'),
      measure: `SELECT count(*) AS objects, CAST(coalesce(sum(size), 0) AS TEXT) AS bytes FROM object
        WHERE bucket_id = ?1 AND key >= ?2 AND (?3 IS NULL OR key < ?3)`,
      newest: 'SELECT coalesce(max(version), 0) AS version FROM object',
      allSegments: `SELECT segments FROM object WHERE bucket_id = ?1 UNION ALL
        SELECT segments FROM part WHERE upload_position IN (SELECT position FROM upload WHERE bucket_id = ?1)`,
      clear: 'DELETE FROM object WHERE bucket_id = ?',
      clearUploads: 'DELETE FROM upload WHERE bucket_id = ?',
      unuse: 'UPDATE bucket SET used_bytes = 0, used_objects = 0 WHERE id = ?',
      configuration: 'SELECT text FROM bucket_configuration WHERE bucket_id = ? AND kind = ?',
      configurations: 'SELECT bucket_id AS bucketId, text FROM bucket_configuration WHERE kind = ? ORDER BY bucket_id',
      setConfiguration: 'INSERT OR REPLACE INTO bucket_configuration (bucket_id, kind, text) VALUES (?, ?, ?)',
      deleteConfiguration: 'DELETE FROM bucket_configuration WHERE bucket_id = ? AND kind = ?',
    });
  }

  fill(bucketId: string): Fill | undefined {
    const row = this.#sql.fill.get(bucketId) as { max_size: string; bytes: string; objects: number } | undefined;
    return row && { maxSize: BigInt(row.max_size), bytes: BigInt(row.bytes), objects: row.objects };
  }

  find({ bucketId, key }: ObjectAddress): StoredObject | undefined {
    const row = this.#sql.find.get(bucketId, toKey(key)) as Row | undefined;
    return row && toObject(row, bucketId, key);
  }

  findCompleted({ bucketId, key }: ObjectAddress, uploadId: string): StoredObject | undefined {
    const row = this.#sql.findCompleted.get(bucketId, toKey(key), uploadId) as Row | undefined;
    return row && toObject(row, bucketId, key);
  }

  segments(version: number): Segment[] | undefined {
    const row = this.#sql.segments.get(version) as { segments: string } | undefined;
    return row && toSegments(row.segments);
  }

  put({ uploadId, ...object }: NewObject, segments: readonly Segment[], current?: StoredObject): StoredObject {
    const { bucketId, key, size, etag, checksum, lastModified, headers, metadata, parts } = object;
    if (current) this.#sql.delete.run(current.version);
    const { lastInsertRowid } = this.#sql.insert.run(
      bucketId,
      toKey(key),
      size,
      etag,
      toJson(checksum),
      lastModified,
      uploadId ?? null,
      JSON.stringify({ headers, metadata }),
      toJson(parts),
      JSON.stringify(segments),
    );
    // A number would be bound as a double, and the sum would be one.
    this.#sql.use.run(BigInt(size - (current?.size ?? 0)), current ? 0 : 1, bucketId);
    return { ...object, version: Number(lastInsertRowid) };
  }

  delete({ version, size, bucketId }: StoredObject): void {
    this.#sql.delete.run(version);
    this.#sql.use.run(BigInt(-size), -1, bucketId);
  }

  deleteMany(bucketId: string, keys: readonly string[]): Segment[] {
    const inHex = JSON.stringify(keys.map((key) => toKey(key).toString('hex')));
    const found = this.#sql.findMany.all(bucketId, inHex) as unknown as ManyRow[];
    if (found.length === 0) return [];
    this.#sql.deleteMany.run(JSON.stringify(found.map(({ version }) => version)));
    const bytes = found.reduce((sum, { size }) => sum + BigInt(size), 0n);
    this.#sql.use.run(-bytes, -found.length, bucketId);
    return found.flatMap(({ segments }) => toSegments(segments));
  }

  scan(bucketId: string, { key, inclusive, expected }: ScanStart): Iterable<StoredObject> {
    const { scanFrom, scanAfter } = this.#sql;
    const start = { statement: inclusive ? scanFrom : scanAfter, key: toKey(key) };
    const read = (last: ScannedRow | undefined, size: number) => {
      const { statement, key } = last ? { statement: scanAfter, key: Buffer.from(last.key) } : start;
      return statement.all(bucketId, key, size) as unknown as ScannedRow[];
    };
    return inBatches(read, (row) => toObject(row, bucketId, fromKey(row.key)), expected);
  }

  scanBack(bucketId: string, before: string | undefined): Iterable<StoredObject> {
    const { scanBefore, scanFromEnd } = this.#sql;
    const read = (last: ScannedRow | undefined, size: number) => {
      const key = last?.key ?? (before === undefined ? undefined : toKey(before));
      return (key ? scanBefore.all(bucketId, key, size) : scanFromEnd.all(bucketId, size)) as unknown as ScannedRow[];
    };
    return inBatches(read, (row) => toObject(row, bucketId, fromKey(row.key)));
  }

  scanBrief(bucketId: string, { key, inclusive, expected }: ScanStart): Iterable<BriefObject> {
    const { briefFrom, briefAfter } = this.#sql;
    const start = { statement: inclusive ? briefFrom : briefAfter, key: toKey(key) };
    const read = (last: BriefRow | undefined, size: number) => {
      const { statement, key } = last ? { statement: briefAfter, key: Buffer.from(last[0], 'hex') } : start;
      return JSON.parse((statement.get(bucketId, key, size) as { rows: string }).rows) as BriefRow[];
    };
    return inBatches(read, toBrief, expected);
  }

  measure(bucketId: string, from: string, to: string | undefined): { objects: number; bytes: bigint } {
    const bound = to === undefined ? null : toKey(to);
    const { objects, bytes } = this.#sql.measure.get(bucketId, toKey(from), bound) as {
      objects: number;
      bytes: string;
    };
    return { objects, bytes: BigInt(bytes) };
  }

  newest(): number {
    return (this.#sql.newest.get() as { version: number }).version;
  }

  clear(bucketId: string): Segment[] {
    const rows = this.#sql.allSegments.all(bucketId) as unknown as { segments: string }[];
    this.#sql.clear.run(bucketId);
    this.#sql.clearUploads.run(bucketId);
    this.#sql.unuse.run(bucketId);
    return rows.flatMap((row) => toSegments(row.segments));
  }

  configuration(bucketId: string, kind: ConfigurationKind): string | undefined {
    const row = this.#sql.configuration.get(bucketId, kind) as { text: string } | undefined;
    return row?.text;
  }

  configurations(kind: ConfigurationKind): { readonly bucketId: string; readonly text: string }[] {
    return this.#sql.configurations.all(kind) as unknown as { bucketId: string; text: string }[];
  }

  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void {
    if (text === undefined) this.#sql.deleteConfiguration.run(bucketId, kind);
    else this.#sql.setConfiguration.run(bucketId, kind, text);
  }
}

/** Reads rows lazily, in batches that grow: a listing with a delimiter may need a single row before it skips ahead; one without needs a page. */
function* inBatches<Read, Item>(
  read: (last: Read | undefined, size: number) => readonly Read[],
  toItem: (row: Read) => Item,
  expected = SMALLEST_BATCH,
): Iterable<Item> {
  let last: Read | undefined;
  for (let size = Math.min(expected, LARGEST_BATCH); ; size = Math.min(4 * size, LARGEST_BATCH)) {
    const rows = read(last, size);
    for (const row of rows) yield toItem(row);
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

function toBrief([keyInHex, size, etag, checksum, lastModified]: BriefRow): BriefObject {
  return { key: fromKey(Buffer.from(keyInHex, 'hex')), size, etag, checksum: checksum ?? undefined, lastModified };
}

function toObject(row: Row, bucketId: string, key: string): StoredObject {
  const { headers, metadata } = toAttributes(row.attributes);
  const object = {
    version: row.version,
    bucketId,
    key,
    size: row.size,
    etag: row.etag,
    checksum: fromJson<Checksum>(row.checksum),
    lastModified: row.lastModified,
    headers,
    metadata,
  };
  const { parts } = row;
  if (parts === null) return { ...object, parts: undefined };
  return {
    ...object,
    // Parsed lazily: there may be ten thousand parts, and few callers need them.
    get parts() {
      return fromJson<ObjectPart[]>(parts);
    },
  };
}
