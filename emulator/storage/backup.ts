import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from '../files/data-folder';
import { copyHeld } from '../sqlite/stores';
import type { Storage } from './storage';

/**
 * The whole database as it is now, as a file that a data folder takes. What is sealed in it stays so. A control plane that starts with
 * it holds: it may lack what is made from now on.
 */
export function backUpDatabase({ database }: Pick<Storage, 'database'>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-backup-'));
  try {
    const file = join(folder, DATABASE);
    copyHeld(database, file);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
