import { copyFile, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot, ROOT } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';

/**
 * Makes a folder as a fresh clone has it after `npm ci`: what git tracks, the installed packages, and what `npm ci` generates. Nothing is
 * built in it.
 */
export async function freshClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'coffer-clone-'));
  // Files that are new and not ignored will be tracked.
  const { stdout } = await must('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const { stdout: deleted } = await must('git', ['ls-files', '-z', '--deleted'], { cwd: ROOT });
  const gone = new Set(deleted.split('\0'));
  for (const file of stdout.split('\0').filter((path) => path !== '' && !gone.has(path))) {
    await mkdir(dirname(join(clone, file)), { recursive: true });
    await copyFile(inRoot(file), join(clone, file));
  }
  await symlink(inRoot('node_modules'), join(clone, 'node_modules'));
  await must('npm', ['run', 'prepare'], { cwd: clone });
  return clone;
}
