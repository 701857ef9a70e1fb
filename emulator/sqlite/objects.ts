import type { Fill, NewObject, ObjectStore, ScanStart, Segment } from '../domain/objects/ports';
import type {
  BriefObject,
  Checksum,
  ConfigurationKind,
  ObjectAddress,
  ObjectPart,
  StoredObject,
} from '../domain/objects/records';
import { BriefObjects } from './brief-objects';
import { fromJson, fromKey, toAttributes, toJson, toKey, toSegments } from './object-columns';
import type { Database } from './open';
import { firstBatch, nextBatch } from './scan-batches';

/** Omits bucket and key: the caller knows them, and each column costs a microsecond. */
const COLUMNS = 'version, size, etag, checksum, last_modified, attributes, parts';

interface Row {
  readonly version: number;
  readonly size: number;
  readonly etag: string;
  readonly checksum: string | null;
  readonly last_modified: number;
  readonly attributes: string;
  /** JSON; null: uploaded in one piece. */
  readonly parts: string | null;
}

type ManyRow = Pick<Row, 'version' | 'size'> & { readonly segments: string };

/** Objects, and how much of their bucket they use: both change together. */
export class SqliteObjects implements ObjectStore {
  readonly #brief;
  readonly #fill;
  readonly #use;
  readonly #find;
  readonly #findCompleted;
  readonly #segments;
  readonly #insert;
  readonly #delete;
  readonly #findMany;
  readonly #deleteMany;
  readonly #scanFrom;
  readonly #scanAfter;
  readonly #scanBefore;
  readonly #scanFromEnd;
  readonly #measure;
  readonly #newest;
  readonly #allSegments;
  readonly #clear;
  readonly #clearUploads;
  readonly #unuse;
  readonly #configuration;
  readonly #configurations;
  readonly #setConfiguration;
  readonly #deleteConfiguration;

  constructor(database: Database) {
    const { connection } = database;
    this.#brief = new BriefObjects(database);
    // Sums of sizes may need all 63 bits, so they are read as text, like quotas.
    this.#fill = connection.prepare(
      'SELECT CAST(max_size AS TEXT) AS max_size, CAST(used_bytes AS TEXT) AS bytes, used_objects AS objects FROM bucket WHERE id = ?',
    );
    this.#use = connection.prepare(
      'UPDATE bucket SET used_bytes = used_bytes + ?, used_objects = used_objects + ? WHERE id = ?',
    );
    this.#find = connection.prepare(`SELECT ${COLUMNS} FROM object WHERE bucket_id = ? AND key = ?`);
    this.#findCompleted = connection.prepare(
      `SELECT ${COLUMNS} FROM object WHERE bucket_id = ? AND key = ? AND upload_id = ?`,
    );
    this.#segments = connection.prepare('SELECT segments FROM object WHERE version = ?');
    this.#insert = connection.prepare(
      `INSERT INTO object (bucket_id, key, size, etag, checksum, last_modified, upload_id, attributes, parts, segments)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#delete = connection.prepare('DELETE FROM object WHERE version = ?');
    // Keys in hexadecimal: a text in JSON would end at a NUL.
    this.#findMany = connection.prepare(
      'SELECT version, size, segments FROM object WHERE bucket_id = ? AND key IN (SELECT unhex(value) FROM json_each(?))',
    );
    this.#deleteMany = connection.prepare('DELETE FROM object WHERE version IN (SELECT value FROM json_each(?))');
    const scan = (operator: string) =>
      connection.prepare(
        `SELECT ${COLUMNS}, key FROM object WHERE bucket_id = ? AND key ${operator} ? ORDER BY key LIMIT ?`,
      );
    this.#scanFrom = scan('>=');
    this.#scanAfter = scan('>');
    const scanBack = (condition: string) =>
      connection.prepare(
        `SELECT ${COLUMNS}, key FROM object WHERE bucket_id = ? ${condition} ORDER BY key DESC LIMIT ?`,
      );
    this.#scanBefore = scanBack('AND key < ?');
    this.#scanFromEnd = scanBack('');
    this.#measure = connection.prepare(
      `SELECT count(*) AS objects, CAST(coalesce(sum(size), 0) AS TEXT) AS bytes FROM object
       WHERE bucket_id = ?1 AND key >= ?2 AND (?3 IS NULL OR key < ?3)`,
    );
    this.#newest = connection.prepare('SELECT coalesce(max(version), 0) AS version FROM object');
    this.#allSegments = connection.prepare(
      `SELECT segments FROM object WHERE bucket_id = ?1 UNION ALL
       SELECT segments FROM part WHERE upload_position IN (SELECT position FROM upload WHERE bucket_id = ?1)`,
    );
    this.#clear = connection.prepare('DELETE FROM object WHERE bucket_id = ?');
    this.#clearUploads = connection.prepare('DELETE FROM upload WHERE bucket_id = ?');
    this.#unuse = connection.prepare('UPDATE bucket SET used_bytes = 0, used_objects = 0 WHERE id = ?');
    this.#configuration = connection.prepare('SELECT text FROM bucket_configuration WHERE bucket_id = ? AND kind = ?');
    this.#configurations = connection.prepare(
      'SELECT bucket_id, text FROM bucket_configuration WHERE kind = ? ORDER BY bucket_id',
    );
    this.#setConfiguration = connection.prepare(
      'INSERT OR REPLACE INTO bucket_configuration (bucket_id, kind, text) VALUES (?, ?, ?)',
    );
    this.#deleteConfiguration = connection.prepare('DELETE FROM bucket_configuration WHERE bucket_id = ? AND kind = ?');
  }

  fill(bucketId: string): Fill | undefined {
    const row = this.#fill.get(bucketId) as { max_size: string; bytes: string; objects: number } | undefined;
    return row && { maxSize: BigInt(row.max_size), bytes: BigInt(row.bytes), objects: row.objects };
  }

  find({ bucketId, key }: ObjectAddress): StoredObject | undefined {
    const row = this.#find.get(bucketId, toKey(key)) as Row | undefined;
    return row && toObject(row, bucketId, key);
  }

  findCompleted({ bucketId, key }: ObjectAddress, uploadId: string): StoredObject | undefined {
    const row = this.#findCompleted.get(bucketId, toKey(key), uploadId) as Row | undefined;
    return row && toObject(row, bucketId, key);
  }

  segments(version: number): Segment[] | undefined {
    const row = this.#segments.get(version) as { segments: string } | undefined;
    return row && toSegments(row.segments);
  }

  put({ uploadId, ...object }: NewObject, segments: readonly Segment[], current?: StoredObject): StoredObject {
    const { bucketId, key, size, etag, checksum, lastModified, headers, metadata, parts } = object;
    if (current) this.#delete.run(current.version);
    const { lastInsertRowid } = this.#insert.run(
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
    this.#use.run(BigInt(size - (current?.size ?? 0)), current ? 0 : 1, bucketId);
    return { ...object, version: Number(lastInsertRowid) };
  }

  delete({ version, size, bucketId }: StoredObject): void {
    this.#delete.run(version);
    this.#use.run(BigInt(-size), -1, bucketId);
  }

  deleteMany(bucketId: string, keys: readonly string[]): Segment[] {
    const inHex = JSON.stringify(keys.map((key) => toKey(key).toString('hex')));
    const found = this.#findMany.all(bucketId, inHex) as unknown as ManyRow[];
    if (found.length === 0) return [];
    this.#deleteMany.run(JSON.stringify(found.map(({ version }) => version)));
    const bytes = found.reduce((sum, { size }) => sum + BigInt(size), 0n);
    this.#use.run(-bytes, -found.length, bucketId);
    return found.flatMap(({ segments }) => toSegments(segments));
  }

  *scan(bucketId: string, { key, inclusive, expected }: ScanStart): Iterable<StoredObject> {
    let [statement, from] = [inclusive ? this.#scanFrom : this.#scanAfter, toKey(key)];
    for (let size = firstBatch(expected); ; size = nextBatch(size)) {
      const rows = statement.all(bucketId, from, size) as unknown as (Row & { key: Uint8Array })[];
      for (const row of rows) yield toObject(row, bucketId, fromKey(row.key));
      const last = rows.at(-1);
      if (rows.length < size || !last) return;
      [statement, from] = [this.#scanAfter, Buffer.from(last.key)];
    }
  }

  *scanBack(bucketId: string, before: string | undefined): Iterable<StoredObject> {
    let from = before === undefined ? undefined : toKey(before);
    for (let size = firstBatch(); ; size = nextBatch(size)) {
      const found = from ? this.#scanBefore.all(bucketId, from, size) : this.#scanFromEnd.all(bucketId, size);
      const rows = found as unknown as (Row & { key: Uint8Array })[];
      for (const row of rows) yield toObject(row, bucketId, fromKey(row.key));
      const last = rows.at(-1);
      if (rows.length < size || !last) return;
      from = Buffer.from(last.key);
    }
  }

  measure(bucketId: string, from: string, to: string | undefined): { objects: number; bytes: bigint } {
    const bound = to === undefined ? null : toKey(to);
    const { objects, bytes } = this.#measure.get(bucketId, toKey(from), bound) as { objects: number; bytes: string };
    return { objects, bytes: BigInt(bytes) };
  }

  newest(): number {
    return (this.#newest.get() as { version: number }).version;
  }

  scanBrief(bucketId: string, start: ScanStart): Iterable<BriefObject> {
    return this.#brief.scan(bucketId, start);
  }

  clear(bucketId: string): Segment[] {
    const rows = this.#allSegments.all(bucketId) as unknown as { segments: string }[];
    this.#clear.run(bucketId);
    this.#clearUploads.run(bucketId);
    this.#unuse.run(bucketId);
    return rows.flatMap((row) => toSegments(row.segments));
  }

  configuration(bucketId: string, kind: ConfigurationKind): string | undefined {
    const row = this.#configuration.get(bucketId, kind) as { text: string } | undefined;
    return row?.text;
  }

  configurations(kind: ConfigurationKind): { readonly bucketId: string; readonly text: string }[] {
    const rows = this.#configurations.all(kind) as unknown as { bucket_id: string; text: string }[];
    return rows.map(({ bucket_id: bucketId, text }) => ({ bucketId, text }));
  }

  setConfiguration(bucketId: string, kind: ConfigurationKind, text: string | undefined): void {
    if (text === undefined) this.#deleteConfiguration.run(bucketId, kind);
    else this.#setConfiguration.run(bucketId, kind, text);
  }
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
    lastModified: row.last_modified,
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
