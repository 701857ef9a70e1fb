import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../support/paths';
import { must } from '../support/run';

/** Where the twin is made. */
export const TWIN = inRoot('build', 'twin');

/** A command that {@link installTools} has installed. */
export const twinBin = (name: string) => join(TWIN, 'node_modules', '.bin', name);

/**
 * Installs cdktn and the tools of the versions that it asks for, once. They stand beside the library, and not among the development
 * dependencies, because cdktn wants another jsii-pacmak than the one that packs `cdktf-coffer`.
 */
export async function installTools(): Promise<void> {
  const lock = await readFile(inRoot('scripts/twin/package-lock.json'), 'utf8');
  const installed = join(TWIN, 'node_modules', '.installed-lock.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lock) return;

  await mkdir(TWIN, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    await copyFile(inRoot('scripts/twin', file), join(TWIN, file));
  }
  await must('npm', ['ci', '--no-audit', '--no-fund'], { cwd: TWIN });
  await writeFile(installed, lock);
}
