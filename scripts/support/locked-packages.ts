import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from './run';

/**
 * Installs what a `package-lock.json` names into another folder, once per lock file. For packages that must not stand among the development
 * dependencies of the checkout.
 */
export async function installLocked(manifests: string, folder: string): Promise<void> {
  const lock = await readFile(join(manifests, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules', '.installed-lock.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lock) return;

  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(manifests, file), join(folder, file));
  await must('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  await writeFile(installed, lock);
}
