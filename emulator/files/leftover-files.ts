import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from './folders';
import { parseName } from './object-names';

/** The records of the database about files. */
export interface Known {
  /** Files that rows name, and the minimum size of each in bytes. */
  readonly named: ReadonlyMap<string, number>;
  /** Files that rows named in the past. */
  readonly freed: ReadonlySet<string>;
  /** Writers that may have left incomplete files. */
  readonly writers: ReadonlySet<string>;
}

export interface Swept {
  /** To be removed: freed, or never completed. */
  readonly superfluous: readonly string[];
  /** Files that the database does not know, by their current paths. */
  readonly strays: readonly string[];
  /** Damage to files that rows name: `is missing`, or how short the file is. */
  readonly damage: ReadonlyMap<string, string>;
}

/**
 * Compares the files of a data folder with what its database knows, and moves unknown files to `lost+found`: the database may
 * be a copy from before they were written. Does not touch anything that lacks the name and type of our files.
 *
 * @param dataFolder undefined: a temporary folder
 * @param folder folder of the files; undefined: there is none
 */
export function sweep(dataFolder: string | undefined, folder: string | undefined, known: Known): Swept {
  const superfluous: string[] = [];
  const strays: string[] = [];
  const damage = new Map([...known.named.keys()].map((file) => [file, 'is missing']));
  if (folder === undefined) return { superfluous, strays, damage };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name: file } = entry;
    const path = join(folder, file);
    const name = parseName(file);
    if (name === undefined || !entry.isFile()) continue;
    const size = known.named.get(file);
    if (size !== undefined) {
      const { size: has } = lstatSync(path);
      if (has >= size) damage.delete(file);
      else damage.set(file, `has ${has} of ${size} bytes`);
    } else if (known.freed.has(file) || (name.isHalf && known.writers.has(name.writer))) {
      superfluous.push(file);
    } else {
      strays.push((dataFolder && setAside(dataFolder, path)) ?? path);
    }
  }
  return { superfluous, strays, damage };
}
