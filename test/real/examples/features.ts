import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import type { PageName } from './reference-program';
import type { Program } from './sibling';
import { asTwin } from './to-twin';

/** The file of each language's program, and the folder it belongs in. */
const FILES: Readonly<Record<PageName, readonly [name: string, folder: string]>> = {
  python: ['features.py', ''],
  java: ['Features.java', 'src/main/java'],
  go: ['features.go', ''],
};

/** The program of test/real/deploy/features.ts in another language, which then runs the program on the page of the package. */
export async function featuresIn(language: PageName, cli: 'cdktf' | 'cdktn'): Promise<Program> {
  const [name, folder] = FILES[language];
  const text = await readFile(inRoot('test/real/examples/features', name), 'utf8');
  return { file: join(folder, name), code: cli === 'cdktf' ? text : asTwin(name, text) };
}
