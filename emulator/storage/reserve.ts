import { randomFillSync } from 'node:crypto';
import { closeSync, fchmodSync, fstatSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/formats/attempt';
import { unwritableSentence } from '../domain/unwritable';
import { RESERVE } from '../files/data-folder';
import type { Database } from '../sqlite/open';

const MIB = 2 ** 20;
/** Size of the reserve while much space is free, and while little is; never more than one part in `SHARE` of the volume. */
const SIZE_BYTES = { ample: MIB, low: 4 * MIB } as const;
const SHARE = 16;
/** Space is low below the first of these, and ample again above the second. */
const LOW_BYTES = 64 * MIB;
const AMPLE_BYTES = 128 * MIB;
const WATCH_MS = 1_000;
const PAGE_BYTES = 4_096;

/**
 * Disk space for work that must succeed on a full disk, above all deletes (E18): a file of the data folder that is removed while such work
 * needs its space.
 *
 * A delete appends to the database's log, and a checkpoint may enlarge the database by all that the log has added. So while space is low, the
 * log is checkpointed at a quarter of the reserve, and each use of the reserve begins and ends with a checkpoint: the log then begins anew in
 * space that it has already, and the reserve can be filled up again.
 */
export class Reserve {
  readonly #path: string;
  #isLow = false;
  #database: Pick<Database, 'connection'> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly folder: string) {
    this.#path = join(folder, RESERVE);
  }

  /** Before the database is opened: gives up the reserve if the start may need it. */
  openUp(): void {
    if (this.#space().free < SIZE_BYTES.ample) this.#release();
  }

  /** Once the database is open: fills the reserve, and watches the space. */
  watch(database: Pick<Database, 'connection'>): void {
    this.#database = database;
    this.check();
    this.#timer = setInterval(() => this.check(), WATCH_MS).unref();
  }

  /** Adapts to the free space, and fills the reserve as far as there is space. */
  check(): void {
    const { free, total } = this.#space();
    const isLow = free < (this.#isLow ? AMPLE_BYTES : LOW_BYTES);
    const wanted = Math.min(isLow ? SIZE_BYTES.low : SIZE_BYTES.ample, total / SHARE);
    if (isLow !== this.#isLow) {
      this.#isLow = isLow;
      if (isLow) this.#shortenLog(Math.max(1, Math.floor(wanted / 4 / PAGE_BYTES)));
      else attempt(() => this.#database?.connection.exec('PRAGMA wal_autocheckpoint = 4000'));
    }
    attempt(() => this.#resize(Math.floor(wanted / PAGE_BYTES) * PAGE_BYTES));
  }

  /** Runs work that must succeed on a full disk; if there is no space for it, again out of the reserve. `freed` is called after that. */
  run<T>(work: () => T, freed: () => void): T {
    try {
      return work();
    } catch (error) {
      if (unwritableSentence(error) === undefined) throw error;
      this.#release();
      this.#checkpoint();
      try {
        return work();
      } finally {
        this.#checkpoint();
        freed();
        this.check();
      }
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #shortenLog(pages: number): void {
    attempt(() => this.#database?.connection.exec(`PRAGMA wal_autocheckpoint = ${pages}`));
    this.#checkpoint();
  }

  #checkpoint(): void {
    attempt(() => this.#database?.connection.exec('PRAGMA wal_checkpoint(PASSIVE)'));
  }

  #release(): void {
    attempt(() => rmSync(this.#path, { force: true }));
  }

  #space(): { readonly free: number; readonly total: number } {
    const found = attempt(() => statfsSync(this.folder));
    // Some file systems do not say.
    if (!found?.blocks) return { free: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
    return { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
  }

  #resize(wanted: number): void {
    const descriptor = openSync(this.#path, 'a', 0o600);
    try {
      // Copying a folder may lose the mode.
      fchmodSync(descriptor, 0o600);
      const { size } = fstatSync(descriptor);
      if (size > wanted) truncateSync(this.#path, wanted);
      // Random, because some file systems give no space to zeros.
      for (let missing = wanted - size; missing > 0; ) {
        missing -= writeSync(descriptor, randomFillSync(Buffer.allocUnsafe(Math.min(missing, MIB / 4))));
      }
    } finally {
      closeSync(descriptor);
    }
  }
}
