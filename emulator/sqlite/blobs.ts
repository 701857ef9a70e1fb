import type { DatabaseSync } from 'node:sqlite';
import type { BlobContent, BlobStore, Dropped, NewBlob, Segment } from '../domain/objects/ports';
import { type Database, prepareAll } from './open';

interface ReferredRow {
  readonly id: number;
  readonly refs: number;
  readonly file: string | null;
}

/** Blobs: small ones with their bytes, larger ones with the name of their file. */
export class SqliteBlobs implements BlobStore {
  readonly #sql;

  constructor(database: Database) {
    this.#sql = prepareAll(database, {
      insert: 'INSERT INTO blob (refs, size, file, bytes) VALUES (1, ?, ?, ?)',
      findMany: 'SELECT id, refs, file FROM blob WHERE id IN (SELECT value FROM json_each(?))',
      addReferences: 'UPDATE blob SET refs = refs + ? WHERE id = ?',
      content: 'SELECT file, bytes FROM blob WHERE id = ?',
      deleteMany: 'DELETE FROM blob WHERE id IN (SELECT value FROM json_each(?))',
      deleteUnreferenced: 'DELETE FROM blob WHERE id = ? AND refs = 0 RETURNING file',
      deleteLeftOvers: 'DELETE FROM blob WHERE refs = 0',
    });
  }

  insert(blob: NewBlob): number {
    const [file, bytes] = 'file' in blob ? [blob.file, null] : [null, blob.bytes];
    return Number(this.#sql.insert.run(blob.size, file, bytes).lastInsertRowid);
  }

  addReferences(segments: readonly Segment[]): void {
    for (const [id, count] of countById(segments)) this.#sql.addReferences.run(count, id);
  }

  dropReferences(segments: readonly Segment[], isRetained: (id: number) => boolean): Dropped {
    const counts = countById(segments);
    const dropped = { files: [] as string[], dying: [] as number[] };
    const free: number[] = [];
    const found = this.#sql.findMany.all(JSON.stringify([...counts.keys()])) as unknown as ReferredRow[];
    for (const { id, refs, file } of found) {
      const count = Number(counts.get(id));
      if (refs === count && !isRetained(id)) {
        free.push(id);
        if (file !== null) dropped.files.push(file);
      } else {
        this.#sql.addReferences.run(-count, id);
        if (refs === count) dropped.dying.push(id);
      }
    }
    if (free.length > 0) this.#sql.deleteMany.run(JSON.stringify(free));
    return dropped;
  }

  deleteUnreferenced(id: number): string | undefined {
    const row = this.#sql.deleteUnreferenced.get(id) as { file: string | null } | undefined;
    return row?.file ?? undefined;
  }

  content(id: number): BlobContent {
    const row = this.#sql.content.get(id) as { file: string | null; bytes: Uint8Array | null } | undefined;
    if (row?.bytes) return { bytes: row.bytes };
    if (row?.file) return { file: row.file };
    throw new Error(`There is no blob with the id ${id}.`);
  }

  deleteLeftOvers(): void {
    this.#sql.deleteLeftOvers.run();
  }
}

/** Names of the files that rows refer to. */
export function fileNames(connection: DatabaseSync): string[] {
  const rows = connection.prepare('SELECT file FROM blob WHERE file IS NOT NULL').all();
  return (rows as unknown as { file: string }[]).map(({ file }) => file);
}

function countById(segments: readonly Segment[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const [id] of segments) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
