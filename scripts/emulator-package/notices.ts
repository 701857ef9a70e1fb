import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { inRoot } from '../support/paths';

/** A package whose code is part of ours. */
interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The licences of all packages that went into a bundle, as the text of one file. Throws for a package that shows none. */
export async function noticesOf(inputs: Metafile['inputs']): Promise<string> {
  const folders = new Set(Object.keys(inputs).flatMap((path) => packageFolder(path) ?? []));
  const packages = await Promise.all([...folders].map(readPackage));
  packages.sort((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`, 'en'));
  const notices = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`,
  );
  return ['The programs in this package contain the code of these others.\n', ...notices].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}

/** The innermost package that a file belongs to, from the root of the checkout. */
function packageFolder(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

async function readPackage(folder: string): Promise<Bundled> {
  const path = inRoot(folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Bundled;
  const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined && typeof license !== 'string') throw new Error(`${name} ${version} shows no licence.`);
  return { name, version, license, text: file === undefined ? '' : await readFile(join(path, file), 'utf8') };
}
