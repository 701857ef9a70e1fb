import { existsSync } from 'node:fs';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Library } from '../packages/library';
import { readmeOf, type Target } from '../packages/readme';
import { must } from '../support/run';

/** A compiled library, and what packs it. */
export interface Compiled {
  readonly library: Library;
  /** Where its assembly is. */
  readonly folder: string;
  /** The jsii-pacmak that goes with its framework. */
  readonly pacmak: string;
  /** Where the packages go, each in a folder that is named after its target. */
  readonly outdir: string;
}

/**
 * Packs a compiled library for languages, side by side, each with a page of its own. jsii has one page for all languages, in the
 * assembly, so each language gets a copy of that.
 */
export async function pack(compiled: Compiled, targets: readonly Target[], ...options: string[]): Promise<void> {
  await Promise.all(targets.map((target) => packOne(compiled, target, options)));
}

async function packOne({ library, folder, pacmak, outdir }: Compiled, target: Target, options: readonly string[]) {
  const copy = `${folder}-${target}`;
  try {
    await cp(folder, copy, { recursive: true, filter: (path) => path !== join(folder, 'node_modules') });
    // Beside the folder, so what it finds further up is found, too.
    const modules = join(folder, 'node_modules');
    if (existsSync(modules)) await symlink(modules, join(copy, 'node_modules'));
    const page = readmeOf(library, target);
    const assembly = JSON.parse(await readFile(join(copy, '.jsii'), 'utf8')) as object;
    await writeFile(join(copy, '.jsii'), JSON.stringify({ ...assembly, readme: { markdown: page } }, null, 2));
    await writeFile(join(copy, 'README.md'), page);
    await must(pacmak, ['--target', target, '--outdir', outdir, ...options], { cwd: copy });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
