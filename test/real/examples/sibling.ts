import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Newcomer, Typed } from './newcomer';

/** A program in one file, or a part of one. */
export interface Program {
  readonly file: string;
  readonly code: string;
}

/** The files of an example that name its packages, and the command that runs a program beside it with them, by its main file. */
const BESIDE = {
  python: { shared: [], command: (main: string) => `../python/.venv/bin/python ${main}` },
  java: { shared: ['pom.xml', '.mvn'], command: () => 'mvn -q -B compile exec:java' },
  go: { shared: ['go.mod', 'go.sum'], command: () => 'go run .' },
} as const;

/**
 * Runs a program in a folder beside the example of a newcomer, with the packages installed by the page of the example.
 *
 * @param name of the folder
 * @param files the main file first
 */
export async function runBeside(
  newcomer: Newcomer,
  language: keyof typeof BESIDE,
  name: string,
  ...files: readonly [Program, ...Program[]]
): Promise<{ readonly folder: string; readonly typed: Typed }> {
  const folder = join(newcomer.folder, '..', name);
  const { shared, command } = BESIDE[language];
  for (const { file, code } of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), code);
  }
  for (const each of shared) await cp(join(newcomer.folder, each), join(folder, each), { recursive: true });
  const main = basename(files[0].file);
  if (language === 'java') {
    const pom = join(folder, 'pom.xml');
    // Its `mainClass` takes precedence over one on the command line.
    await writeFile(pom, (await readFile(pom, 'utf8')).replace('coffer.example.Main', basename(main, '.java')));
  }
  return { folder, typed: await newcomer.say(`cd ../${name} && ${command(main)}`) };
}
