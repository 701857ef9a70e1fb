import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from './run';

/**
 * Installs the packages of the `package-lock.json` in `manifests` into another folder, once per lock file. For packages that must not be among the
 * checkout's development dependencies. `options` are added to those of `npm ci`.
 */
export async function installLocked(manifests: string, folder: string, ...options: string[]): Promise<void> {
  const lock = await readFile(join(manifests, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules', '.installed-lock.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lock) return;

  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(manifests, file), join(folder, file));
  await must('npm', ['ci', '--no-audit', '--no-fund', ...options], { cwd: folder });
  await writeFile(installed, lock);
}
