import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { onPath } from './on-path';
import { inRoot } from './paths';
import { must } from './run';
import { findTerraform, type TerraformCli } from './terraform';

/** Versions of Terraform that can be installed for tests, oldest first; `scripts/terraform-versions/requirements/` pins each. */
export const INSTALLABLE = ['1.12', '1.13', '1.14', '1.15'] as const;

export type Installable = (typeof INSTALLABLE)[number];

/** The newest Terraform that this version of the provider is tested with. */
export const NEWEST: Installable = '1.15';

/** Whether a version such as `1.14` can be installed. */
export const isInstallable = (minor: string): minor is Installable => INSTALLABLE.some((one) => one === minor);

/** Python, which the installation needs, since its package index has the packages. */
export const PYTHON = 'python3';

/** Folder of installed versions: `COFFER_COMMAND_LINES`, else in this account's cache folder. */
export function versionsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.COFFER_COMMAND_LINES || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'coffer', 'command-lines');
}

/** Path of an installed Terraform. The first call installs it: a download of up to 65 MB, 170 MB on disk. */
export const installTerraform = (minor: Installable): Promise<string> => install(minor);

/** Version of OpenTofu that can be installed for tests; `scripts/terraform-versions/opentofu.sha256` pins its archive. */
const OPENTOFU = '1.12.6';

/** The archive of OpenTofu for this machine, if there is one in a folder beside the checkout; it is never downloaded. */
export function openTofuArchive(beside = inRoot('..')): string | undefined {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const archive = join(beside, `shared/command-lines/tofu-${OPENTOFU}-${process.platform}-${architecture}.xz`);
  return existsSync(archive) ? archive : undefined;
}

/** In `COFFER_TOFU`, else `tofu` on the PATH, else installed from {@link openTofuArchive}, 115 MB on disk. Rejects for none, or one too old. */
export async function findOpenTofu(env: NodeJS.ProcessEnv = process.env, beside?: string): Promise<TerraformCli> {
  const archive = openTofuArchive(beside);
  const path =
    env.COFFER_TOFU ||
    (await onPath('tofu', env.PATH ?? '')) ||
    (archive && (await install(archive, versionsFolder(env))));
  if (!path) throw new Error('tofu is not on the PATH, and COFFER_TOFU does not name one');
  const found = await findTerraform({ ...env, COFFER_TERRAFORM: path });
  if (found.product !== 'OpenTofu') throw new Error(`${path} is ${found.product} ${found.version}, not OpenTofu`);
  return found;
}

async function install(what: string, folder = versionsFolder()): Promise<string> {
  const { stdout } = await must(PYTHON, [inRoot('scripts/terraform-versions/install.py'), folder, what]);
  return stdout.trim();
}
