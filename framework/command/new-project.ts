import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The project that every new one begins as, beside this module: it is called example/scratch. */
const TEMPLATE = join(import.meta.dirname, 'template');

/** Names that npm leaves out of packages, or that tools would take for theirs, without their dot. */
const DOTTED = ['gitignore', 'npmrc', 'oxlintrc.json', 'github'];

/**
 * Writes the project of a new provider, `NAME` or `OWNER/NAME`, to the folder `terraform-provider-NAME` in `where`, and returns its path. Throws for a
 * name that registries or Terraform refuse, and for a folder that exists. `version` is that of this package.
 */
export async function newProject(name: string, where: string, version: string): Promise<string> {
  const [, owner = 'example', short] = /^(?:([a-z0-9]+(?:-[a-z0-9]+)*)\/)?([a-z][a-z0-9]*)$/i.exec(name) ?? [];
  if (short === undefined || short !== short.toLowerCase())
    throw new Error(
      `${name} is no name for a provider, such as notes or example/notes, of lower-case letters and digits.`,
    );
  const folder = join(where, `terraform-provider-${short}`);
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  const names = { 'example/scratch': `${owner}/${short}`, SCRATCH: short.toUpperCase(), scratch: short };
  const filled = (text: string) =>
    Object.entries({ ...names, KIT_VERSION: version }).reduce((all, [from, to]) => all.replaceAll(from, to), text);
  for (const entry of await readdir(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const parts = filled(from.slice(TEMPLATE.length + 1)).split(/[\\/]/);
    const to = join(folder, ...parts.map((part) => (DOTTED.includes(part) ? `.${part}` : part)));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, filled(await readFile(from, 'utf8')));
  }
  return folder;
}
