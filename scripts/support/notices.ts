import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import licenses from 'spdx-license-list/full';
import { inRoot } from './paths';

export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The packages in a bundle, in the order of their names. Throws if one shows no licence. */
export async function bundledPackages(inputs: Metafile['inputs']): Promise<readonly Bundled[]> {
  const folders = new Set(Object.keys(inputs).flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const packages = await Promise.all([...folders].map(readPackage));
  return packages.sort((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`, 'en'));
}

/** The text of one file with an introduction, further notices, and the packages' licences. */
export function noticesOf(packages: readonly Bundled[], head: string, ...more: readonly string[]): string {
  const notices = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`,
  );
  return [head, ...more, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the innermost package that a file belongs to, from the root of the checkout. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

type Manifest = Bundled & { readonly author?: string | { readonly name: string } };

async function readPackage(folder: string): Promise<Bundled> {
  const path = inRoot(folder);
  const { name, version, license, author } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest;
  const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return { name, version, license, text: await readFile(join(path, file), 'utf8') };
  if (typeof license !== 'string') throw new Error(`${name} ${version} shows no licence.`);
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  return { name, version, license, text: licenceText(license, `Copyright (c) ${holder}`) };
}

/** Lines of SPDX's texts that the copyright notice of a work replaces. */
const PLACEHOLDER =
  /^\s*Copyright (?:\(c\)|©) (?:<year>.*|.*Internet (?:Systems|Software) Consortium.*|.*Unicode, Inc\.)\n/gm;

/** The text of each licence in an SPDX expression, of alternatives the first, below a work's copyright notice. Throws if SPDX lacks a licence. */
export function licenceText(expression: string, copyright: string): string {
  const texts = expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .map((part) => {
      const [id = ''] = part.split(' OR ');
      const text = licenses[id]?.licenseText;
      if (!text) throw new Error(`SPDX has no licence "${id}".`);
      return text.replaceAll(PLACEHOLDER, '').trim();
    });
  return [copyright, ...texts].join('\n\n');
}
