import type { ScanStart } from '../domain/objects/ports';
import type { BriefObject, Checksum } from '../domain/objects/records';
import { fromKey, toKey } from './object-columns';
import type { Database } from './open';
import { firstBatch, nextBatch } from './scan-batches';

type Row = readonly [keyInHex: string, size: number, etag: string, checksum: Checksum | null, lastModified: number];

/**
 * Reads what listings show of objects. A batch of rows comes as one JSON text: a row of its own for each object costs twice as much
 * (measured). Keys are in hexadecimal, because a text in JSON would end at a NUL.
 */
export class BriefObjects {
  readonly #from;
  readonly #after;

  constructor({ connection }: Database) {
    const batch = (operator: string) =>
      connection.prepare(
        `SELECT json_group_array(json_array(hex(key), size, etag, json(checksum), last_modified)) AS rows FROM (
           SELECT key, size, etag, checksum, last_modified FROM object
           WHERE bucket_id = ? AND key ${operator} ? ORDER BY key LIMIT ?
         )`,
      );
    this.#from = batch('>=');
    this.#after = batch('>');
  }

  *scan(bucketId: string, { key, inclusive, expected }: ScanStart): Iterable<BriefObject> {
    let [statement, from] = [inclusive ? this.#from : this.#after, toKey(key)];
    for (let size = firstBatch(expected); ; size = nextBatch(size)) {
      const { rows: text } = statement.get(bucketId, from, size) as { rows: string };
      const rows = JSON.parse(text) as Row[];
      for (const row of rows) yield toBrief(row);
      const last = rows.at(-1);
      if (rows.length < size || !last) return;
      [statement, from] = [this.#after, Buffer.from(last[0], 'hex')];
    }
  }
}

function toBrief([keyInHex, size, etag, checksum, lastModified]: Row): BriefObject {
  return { key: fromKey(Buffer.from(keyInHex, 'hex')), size, etag, checksum: checksum ?? undefined, lastModified };
}
