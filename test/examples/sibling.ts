import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Newcomer, Typed } from './newcomer';

/** A program in one file. */
export interface Program {
  readonly file: string;
  readonly code: string;
}

/** What of an example says which packages it rests on, and how a program beside it is run with them. */
const BESIDE = {
  python: { shared: [], command: '../python/.venv/bin/python main.py' },
  java: { shared: ['pom.xml', '.mvn'], command: 'mvn -q -B compile exec:java' },
  go: { shared: ['go.mod', 'go.sum'], command: 'go run .' },
} as const;

/**
 * Runs a program in a folder beside the example of a newcomer, with the packages that the page of the example has installed.
 *
 * @param name of the folder
 */
export async function runBeside(
  newcomer: Newcomer,
  language: keyof typeof BESIDE,
  name: string,
  { file, code }: Program,
): Promise<{ readonly folder: string; readonly typed: Typed }> {
  const folder = join(newcomer.folder, '..', name);
  await mkdir(dirname(join(folder, file)), { recursive: true });
  for (const shared of BESIDE[language].shared) {
    await cp(join(newcomer.folder, shared), join(folder, shared), { recursive: true });
  }
  if (language === 'java') {
    const pom = join(folder, 'pom.xml');
    // Its `mainClass` wins over one on the command line.
    await writeFile(pom, (await readFile(pom, 'utf8')).replace('coffer.example.Main', 'Main'));
  }
  await writeFile(join(folder, file), code);
  return { folder, typed: await newcomer.say(`cd ../${name} && ${BESIDE[language].command}`) };
}
