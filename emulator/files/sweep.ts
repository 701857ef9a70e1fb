import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from './lost-and-found';
import { parseName } from './object-names';

/** What the database knows of files. */
export interface Known {
  /** Those that rows name, and how many bytes each has to have. */
  readonly named: ReadonlyMap<string, number>;
  /** Those that rows named once. */
  readonly freed: ReadonlySet<string>;
  /** Those who may have left files half written. */
  readonly writers: ReadonlySet<string>;
}

/** What a sweep has found. */
export interface Swept {
  /** To be removed: freed, or never whole. */
  readonly superfluous: readonly string[];
  /** Whole files that the database does not know: where they lie now. */
  readonly strays: readonly string[];
  /** Files that rows name: `is missing`, or how short they are. */
  readonly damage: ReadonlyMap<string, string>;
}

/**
 * Compares the files of a data folder with what its database knows, and moves those that it does not know to `lost+found`: the
 * database may be a copy from before they were written. What has not the name and the shape of our files is not touched.
 *
 * @param dataFolder undefined: a temporary folder
 * @param folder of the files; undefined: there is none
 */
export function sweep(dataFolder: string | undefined, folder: string | undefined, known: Known): Swept {
  const superfluous: string[] = [];
  const strays: string[] = [];
  const damage = new Map([...known.named.keys()].map((file) => [file, 'is missing']));
  for (const entry of folder === undefined ? [] : readdirSync(folder, { withFileTypes: true })) {
    const { name: file } = entry;
    const path = join(folder ?? '', file);
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
