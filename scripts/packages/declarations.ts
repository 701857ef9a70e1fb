import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../support/folders';
import { inRoot, ROOT, TSC } from '../support/paths';
import { must } from '../support/run';

/**
 * Emits the declarations of modules, by their paths without the ending, and of all that they import. Calls `use` with the folder that
 * mirrors the checkout, and deletes it afterwards. The compiler comes before the bundler, which is sixty times slower on sources.
 */
export async function withDeclarations(entries: readonly string[], use: (folder: string) => Promise<void>) {
  // A fresh clone has no dist/.
  await mkdir(inRoot('dist'), { recursive: true });
  await using folder = await temporaryFolder(join(inRoot('dist'), 'declarations-'));
  const project = join(folder.path, 'tsconfig.json');
  // `npm run lint` checks the types; checking them again here would take most of the time.
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true };
  const compilerOptions = { ...emit, outDir: folder.path, rootDir: ROOT };
  const files = entries.map((entry) => inRoot(`${entry}.ts`));
  const settings = { extends: inRoot('tsconfig.code.json'), compilerOptions, files, include: [], exclude: [] };
  await writeFile(project, JSON.stringify(settings));
  await must(TSC, ['-p', project], { cwd: ROOT });
  await use(folder.path);
}
