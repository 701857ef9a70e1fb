import { homedir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths';
import { must } from './run';

/** Versions of Terraform that can be installed for tests, oldest first; `scripts/command-lines/requirements/` pins each. */
export const INSTALLABLE = ['1.12', '1.13', '1.14', '1.15'] as const;

export type Installable = (typeof INSTALLABLE)[number];

/** The newest Terraform that this version of the provider is tested with. */
export const NEWEST: Installable = '1.15';

/** Whether a version such as `1.14` can be installed. */
export const isInstallable = (minor: string): minor is Installable => INSTALLABLE.some((one) => one === minor);

/** Python, which the installation needs, since its package index has the packages. */
export const PYTHON = 'python3';

/** Folder of installed command lines: `COFFER_COMMAND_LINES`, else in this account's cache folder. */
export function commandLineFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env.COFFER_COMMAND_LINES || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'coffer', 'command-lines');
}

/** Path of an installed Terraform. The first call installs it: a download of up to 65 MB, 170 MB on disk. */
export async function installCommandLine(minor: Installable, folder = commandLineFolder()): Promise<string> {
  const { stdout } = await must(PYTHON, [inRoot('scripts/command-lines/install.py'), folder, minor]);
  return stdout.trim();
}
