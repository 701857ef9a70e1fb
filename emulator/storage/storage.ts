import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { unwritableSentence } from '../domain/unwritable';
import {
  type DataFolder,
  KEY_FILE,
  lostDatabase,
  markDataFolder,
  openDataFolder,
  readKeyFile,
  rewriteMarker,
} from '../files/data-folder';
import { syncFolder } from '../files/folders';
import type { Swept } from '../files/leftover-files';
import { ObjectFiles } from '../files/object-files';
import { sweepTemporaryFolders } from '../files/temporary-folder';
import { type Cipher, hasKey, KEY_BYTES, openCipher, parseKey } from '../sqlite/cipher';
import { FileLedger } from '../sqlite/file-ledger';
import { type Database, openDatabase } from '../sqlite/open';
import { type PlaneName, requirePlane } from '../sqlite/plane-mark';
import { toStartError } from '../sqlite/start-error';
import { openStores } from '../sqlite/stores';
import { createRandom } from '../system/random';
import { Reserve } from './reserve';

/** An open data folder, or memory. */
export interface Storage {
  readonly database: Database;
  readonly files: ObjectFiles;
  readonly ledger: FileLedger;
  readonly stores: ReturnType<typeof openStores>;
  readonly cipher: Cipher;
  /** The key from which all others are derived. */
  readonly key: Buffer;
  /** Runs work that must succeed on a full disk: out of the reserve, if there is no other space. It may run twice. */
  readonly fromReserve: <T>(work: () => T) => T;
  /** Why nothing can be written now, in a sentence; undefined: something can. Memory always takes it. */
  findTrouble(): string | undefined;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Replaces the key file of the folder. */
  readonly encryptionKey?: string | undefined;
  /** Whether acknowledged writes survive a power cut too. Default false. */
  readonly durable?: boolean | undefined;
  /** Where its objects must be. Default: wherever they are. */
  readonly plane?: PlaneName | undefined;
  /** RNG seed of the key in memory, so that snapshots fit every emulator with the same seed. A folder draws its own key. */
  readonly seed?: string | number | undefined;
  /** Receives lines about lost and unknown files. Default: discards them. */
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Opens the folder (its lock first), finds or creates its key, and opens the stores. Removes the files of a killed emulator that
 * were never complete, or that no row names any more; logs anything else that is wrong with files.
 */
export function openStorage(folder: string | undefined, options: StorageOptions = {}): Storage {
  const { durable = false, log = () => {} } = options;
  const found = folder === undefined ? undefined : openDataFolder(folder);
  const reserve = folder === undefined ? undefined : new Reserve(folder);
  reserve?.openUp();
  const database = openDatabase(folder, undefined, {
    durable,
    toLost: folder !== undefined && found?.isMarked ? () => lostDatabase(folder, false) : undefined,
  });
  try {
    const key = findKey(folder, options, database);
    const cipher = openCipher(database, key);
    if (folder !== undefined && options.plane !== undefined) requirePlane(database, folder, options.plane);
    const ledger = new FileLedger(database);
    const isKept = folder !== undefined;
    const files = new ObjectFiles(folder, isKept ? { durable, freed: ledger } : {});
    const stores = openStores(database, cipher, files);
    stores.blobs.deleteLeftOvers();
    if (folder !== undefined && found !== undefined) {
      const swept = sweep(ledger, files);
      tell(folder, { ...swept, found }, ledger, log);
      // The marker says that there is a database, so the database is made durable first.
      if (!found.isMarked && ledger.checkpoint()) markDataFolder(folder);
      if (durable) for (const path of [folder, ...found.made.map(dirname)]) syncFolder(path);
    } else ledger.ignore();
    sweepOnce();
    const findTrouble = folder === undefined ? () => undefined : watchWritable(folder);
    reserve?.watch(database);
    const freed = () => void files.idle().then(() => reserve?.check());
    const fromReserve = reserve ? <T>(work: () => T) => reserve.run(work, freed) : <T>(work: () => T) => work();
    return {
      ...{ database, files, ledger, stores, cipher, key, fromReserve, findTrouble },
      close: () => close(database, files, reserve),
    };
  } catch (error) {
    database.close();
    throw toStartError(error, folder);
  }
}

/** Removes superfluous files, and records this process as the writer from now on. */
function sweep(ledger: FileLedger, files: ObjectFiles): Swept {
  const [named, freed, writers] = [ledger.named(), ledger.freed(), ledger.writers()];
  const found = files.sweep({ named, freed, writers });
  // Needed after a kill too: the rows read here may not have reached the disk yet.
  if (freed.size > 0 && ledger.checkpoint()) {
    files.removeNow(found.superfluous);
    ledger.forget(freed);
  } else files.removeNow(found.superfluous.filter((file) => !freed.has(file)));
  ledger.begin(files.writer);
  return found;
}

async function close(database: Database, files: ObjectFiles, reserve: Reserve | undefined): Promise<void> {
  reserve?.stop();
  // Before the database closes: removed files are recorded in it.
  await files.idle();
  database.close();
  await files.close();
}

let isSwept = false;

/** Scanning for temporary folders takes time: the first emulator of a process does it for all. */
function sweepOnce(): void {
  if (isSwept) return;
  isSwept = true;
  sweepTemporaryFolders();
}

function findKey(folder: string | undefined, { encryptionKey, seed }: StorageOptions, database: Database): Buffer {
  if (encryptionKey !== undefined) return parseKey(encryptionKey, 'The encryption key');
  if (folder === undefined && seed === undefined) return randomBytes(KEY_BYTES);
  // It has its own random stream, apart from that of the ids, which a snapshot shows.
  if (folder === undefined) return Buffer.from(createRandom(`${seed} encryption key`).bytes(KEY_BYTES));
  const text = readKeyFile(folder, () => randomBytes(KEY_BYTES).toString('base64'), hasKey(database));
  return parseKey(text, join(folder, KEY_FILE));
}

/** Maximum number of lines for each kind of problem. */
const NAMED = 20;

function tell(
  folder: string,
  { strays, damage, found }: Pick<Swept, 'strays' | 'damage'> & { readonly found: DataFolder },
  ledger: Pick<FileLedger, 'ownersOf'>,
  log: (line: string) => void,
): void {
  const title = `The data folder ${folder}: `;
  for (const remark of found.remarks) log(`${title}${remark}`);
  some(log, [...damage], ([file, says]) => {
    const owners = ledger.ownersOf(file).join(', ') || 'nothing any more';
    return `${title}the file objects/${file} ${says}; bytes of ${owners} are lost. Restore the file, or upload or delete the object.`;
  });
  some(
    log,
    [...found.setAside, ...strays],
    (path) => `${title}the database does not know this file, which is kept: ${path}`,
  );
}

function some<T>(log: (line: string) => void, things: readonly T[], toLine: (thing: T) => string): void {
  for (const thing of things.slice(0, NAMED)) log(toLine(thing));
  if (things.length > NAMED) log(`and ${things.length - NAMED} more.`);
}

/** Anybody may ask, and each look writes to the disk. */
const LEAST_MS = 1_000;

/** Returns a function that tells in a sentence why nothing can be written; undefined: something can. It tries a small file, at most once a second. */
function watchWritable(folder: string): () => string | undefined {
  let at = Number.NEGATIVE_INFINITY;
  let found: string | undefined;
  return () => {
    if (performance.now() - at < LEAST_MS) return found;
    at = performance.now();
    found = tryToWrite(folder);
    return found;
  };
}

function tryToWrite(folder: string): string | undefined {
  try {
    rewriteMarker(folder);
    return undefined;
  } catch (error) {
    return unwritableSentence(error) ?? `The emulator cannot write what it keeps (${(error as Error).message}).`;
  }
}
