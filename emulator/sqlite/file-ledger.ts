import { unwritableSentence } from '../domain/unwritable';
import { type Database, prepareAll } from './open';

/** The records of the database about the files of a data folder. */
export class FileLedger {
  readonly #sql;

  constructor(private readonly database: Database) {
    this.#sql = prepareAll(database, {
      forget: 'DELETE FROM freed_file WHERE file = ?',
      checkpoint: 'PRAGMA wal_checkpoint(PASSIVE)',
    });
  }

  /** Files that rows name, and the minimum size of each in bytes. */
  named(): Map<string, number> {
    const rows = this.#all('SELECT file, size FROM blob WHERE file IS NOT NULL');
    return new Map(rows.map(({ file, size }) => [String(file), Number(size)]));
  }

  /** Files that rows named in the past: to be removed. */
  freed(): Set<string> {
    return new Set(this.#all('SELECT file FROM freed_file').map(({ file }) => String(file)));
  }

  /** Writers that may have left incomplete files. */
  writers(): Set<string> {
    return new Set(this.#all('SELECT writer FROM file_writer').map(({ writer }) => String(writer)));
  }

  /** Registers the current writer; the files that earlier writers left have been dealt with. */
  begin(writer: string): void {
    const { connection, transaction } = this.database;
    transaction(() => {
      connection.exec('DELETE FROM file_writer');
      connection.prepare('INSERT INTO file_writer (writer) VALUES (?)').run(writer);
    });
  }

  /** Makes everything committed survive a power cut. False: not all of it does yet, because of a reader; try again. */
  checkpoint(): boolean {
    try {
      const { log, checkpointed } = this.#sql.checkpoint.get() as { log: number; checkpointed: number };
      return log === checkpointed;
    } catch (error) {
      // There is no space to enlarge the database. What is in its log is durable as soon as the log is.
      if (unwritableSentence(error) === undefined) throw error;
      this.database.syncLog();
      return true;
    }
  }

  /** Notes that the files are gone. */
  forget(files: Iterable<string>): void {
    this.database.transaction(() => {
      for (const file of files) this.#sql.forget.run(file);
    });
  }

  /** Stops noting freed files. In memory, leftovers disappear with the process or its temporary folder. */
  ignore(): void {
    this.database.connection.exec('DROP TRIGGER blob_freed');
  }

  /** Owners of the bytes in a file: bucket and key of objects and of unfinished uploads. */
  ownersOf(file: string): string[] {
    const owned = `EXISTS (SELECT 1 FROM json_each(segments) JOIN blob ON blob.id = json_extract(json_each.value, '$[0]')
      WHERE blob.file = :file)`;
    const rows = this.#all(
      `SELECT alias, key FROM object JOIN bucket ON bucket.id = bucket_id WHERE ${owned}
      UNION SELECT alias, key FROM part JOIN upload ON upload.position = upload_position
        JOIN bucket ON bucket.id = bucket_id WHERE ${owned}`,
      { file },
    );
    return rows.map(({ alias, key }) => `${alias}/${Buffer.from(key as Uint8Array).toString()}`);
  }

  #all(sql: string, parameters: Record<string, string> = {}): Record<string, unknown>[] {
    return this.database.connection.prepare(sql).all(parameters);
  }
}
