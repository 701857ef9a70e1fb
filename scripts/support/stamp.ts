import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { filesIn } from './folders';
import { inRoot, ROOT } from './paths';

export interface Recipe {
  /** File that records the inputs of the last build. */
  readonly stamp: string;
  /** Output folders, or files. */
  readonly folders: readonly string[];
  /** Input files and folders, from the root of the checkout. */
  readonly sources: readonly string[];
  /** Other dependencies, such as tool versions. */
  readonly conditions: unknown;
}

/** Rebuilds the folders, unless all exist and the inputs are unchanged, wherever the checkout is. It first removes the existing ones. */
export async function makeOnce(recipe: Recipe, make: () => Promise<void>): Promise<void> {
  const made = await digestOf(recipe);
  if ((await readFile(recipe.stamp, 'utf8').catch(() => '')) === made && (await allExist(recipe.folders))) return;

  await rm(recipe.stamp, { force: true });
  for (const folder of recipe.folders) await rm(folder, { recursive: true, force: true });
  await make();
  await mkdir(dirname(recipe.stamp), { recursive: true });
  await writeFile(recipe.stamp, made);
}

async function allExist(folders: readonly string[]): Promise<boolean> {
  const found = await Promise.all(folders.map((folder) => stat(folder).catch(() => undefined)));
  return found.every((each) => each !== undefined);
}

async function digestOf({ sources, conditions }: Recipe): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(conditions));
  for (const source of sources) {
    for (const file of await filesAt(inRoot(source))) hash.update(relative(ROOT, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}

const filesAt = async (path: string) => ((await stat(path)).isFile() ? [path] : filesIn(path));
