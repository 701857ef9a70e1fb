import type { ScanStart, Segment, UploadStore } from '../domain/objects/ports';
import type { ObjectAddress, Part, Upload } from '../domain/objects/records';
import { fromJson, fromKey, toAttributes, toJson, toKey, toSegments } from './object-columns';
import { type Database, prepareAll } from './open';

const COLUMNS =
  'position, random, bucket_id AS bucketId, key, checksum, initiated_at AS initiatedAt, access_key_id AS accessKeyId, attributes, is_overtaken AS isOvertaken';
const PART_COLUMNS = 'number, size, etag, checksum, last_modified AS lastModified';

interface Row extends Pick<Upload, 'bucketId' | 'initiatedAt' | 'accessKeyId'> {
  readonly position: number;
  readonly random: string;
  readonly key: Uint8Array;
  readonly checksum: string | null;
  readonly attributes: string;
  readonly isOvertaken: number;
}

type PartRow = Omit<Part, 'checksum'> & { readonly checksum: string | null };

/** Unfinished uploads. An id is the upload's position in hex plus a random suffix, so ids sort by creation. */
export class SqliteUploads implements UploadStore {
  readonly #sql;

  constructor(database: Database) {
    this.#sql = prepareAll(database, {
      insert: `INSERT INTO upload (random, bucket_id, key, checksum, initiated_at, access_key_id, attributes)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      find: `SELECT ${COLUMNS} FROM upload WHERE position = ? AND random = ? AND bucket_id = ? AND key = ?`,
      count: 'SELECT count(*) AS count FROM upload WHERE bucket_id = ?',
      scan: `SELECT ${COLUMNS} FROM upload WHERE bucket_id = ? AND (key, position) > (?, ?) ORDER BY key, position`,
      delete: 'DELETE FROM upload WHERE position = ?',
      allSegments: 'SELECT segments FROM part WHERE upload_position = ?',
      putPart: `INSERT OR REPLACE INTO part (upload_position, number, size, etag, checksum, last_modified, segments)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      parts: `SELECT ${PART_COLUMNS} FROM part WHERE upload_position = ? AND number > ? ORDER BY number LIMIT ?`,
      findPart: `SELECT ${PART_COLUMNS}, segments FROM part WHERE upload_position = ? AND number = ?`,
    });
  }

  insert(upload: Omit<Upload, 'id' | 'isOvertaken'>, random: string): Upload {
    const { bucketId, key, checksum, initiatedAt, accessKeyId, headers, metadata } = upload;
    const attributes = JSON.stringify({ headers, metadata });
    const inserted = this.#sql.insert.run(
      ...[random, bucketId, toKey(key), toJson(checksum), initiatedAt, accessKeyId, attributes],
    );
    return { ...upload, id: toId(Number(inserted.lastInsertRowid), random), isOvertaken: false };
  }

  find({ bucketId, key }: ObjectAddress, id: string): Upload | undefined {
    const row = this.#sql.find.get(positionOf(id), id.slice(POSITION_DIGITS), bucketId, toKey(key)) as Row | undefined;
    return row && toUpload(row);
  }

  count(bucketId: string): number {
    return (this.#sql.count.get(bucketId) as { count: number }).count;
  }

  *scan(bucketId: string, { key, inclusive }: ScanStart, afterId?: string): Iterable<Upload> {
    const none = inclusive ? 0 : Number.MAX_SAFE_INTEGER;
    const after = afterId === undefined ? none : positionOf(afterId);
    for (const row of this.#sql.scan.iterate(bucketId, toKey(key), after)) yield toUpload(row as unknown as Row);
  }

  delete(id: string): Segment[] {
    const position = positionOf(id);
    const rows = this.#sql.allSegments.all(position) as unknown as { segments: string }[];
    this.#sql.delete.run(position);
    return rows.flatMap(({ segments }) => toSegments(segments));
  }

  putPart(uploadId: string, part: Part, segments: readonly Segment[]): Segment[] {
    const { number, size, etag, checksum, lastModified } = part;
    const replaced = this.findPart(uploadId, number);
    this.#sql.putPart.run(
      ...[positionOf(uploadId), number, size, etag, toJson(checksum), lastModified, JSON.stringify(segments)],
    );
    return replaced?.segments ?? [];
  }

  parts(uploadId: string, after: number, limit: number): Part[] {
    return (this.#sql.parts.all(positionOf(uploadId), after, limit) as unknown as PartRow[]).map(toPart);
  }

  findPart(uploadId: string, number: number): { readonly part: Part; readonly segments: Segment[] } | undefined {
    const row = this.#sql.findPart.get(positionOf(uploadId), number) as (PartRow & { segments: string }) | undefined;
    return row && { part: toPart(row), segments: toSegments(row.segments) };
  }
}

const POSITION_DIGITS = 12;

const toId = (position: number, random: string) => position.toString(16).padStart(POSITION_DIGITS, '0') + random;

/** 0, which no upload has, for an invalid id. */
function positionOf(id: string): number {
  const digits = id.slice(0, POSITION_DIGITS);
  return /^[0-9a-f]{12}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
}

function toUpload(row: Row): Upload {
  const { bucketId, initiatedAt, accessKeyId } = row;
  const checksum = fromJson<NonNullable<Upload['checksum']>>(row.checksum);
  const named = { id: toId(row.position, row.random), bucketId, key: fromKey(row.key) };
  return {
    ...named,
    checksum,
    initiatedAt,
    accessKeyId,
    isOvertaken: row.isOvertaken === 1,
    ...toAttributes(row.attributes),
  };
}

function toPart({ number, size, etag, checksum, lastModified }: PartRow): Part {
  return { number, size, etag, checksum: fromJson(checksum), lastModified };
}
