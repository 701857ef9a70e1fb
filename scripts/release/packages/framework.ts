import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildFramework } from '../../build-framework';
import type { Release } from '../provider-packages';
import { normalize } from './normalize';

/** Adds the npm package of the framework. It contains our own code only; what it depends on is in its bill of materials. */
export async function addFramework({ folder, modifiedMs }: Release): Promise<void> {
  const packed = await buildFramework();
  const name = `npm/${basename(packed)}`;
  await writeFile(join(folder, name), await normalize(name, await readFile(packed), modifiedMs));
}
