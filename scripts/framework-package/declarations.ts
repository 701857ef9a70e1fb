import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { bin, inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { ENTRIES } from './bundle';

/** Writes the type declarations of the package into `folder`, a file per module, which share what they have in common. */
export async function declareFramework(folder: string): Promise<void> {
  await mkdir(inRoot('dist'), { recursive: true });
  const work = await mkdtemp(join(inRoot('dist'), 'declarations-'));
  try {
    const project = join(work, 'tsconfig.json');
    // `npm run lint` checks the types; checking them again here would take most of the time.
    const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true };
    const compilerOptions = { ...emit, outDir: work, rootDir: ROOT };
    const files = Object.values(ENTRIES).map((entry) => inRoot(`${entry}.ts`));
    const settings = { extends: inRoot('tsconfig.code.json'), compilerOptions, files, include: [], exclude: [] };
    await writeFile(project, JSON.stringify(settings));
    await must(bin('tsc'), ['-p', project], { cwd: ROOT });
    const bundled = await rollup({
      input: Object.fromEntries(Object.entries(ENTRIES).map(([name, entry]) => [name, join(work, `${entry}.d.ts`)])),
      plugins: [dts()],
      external: (id) => !/^[./]/.test(id),
      onwarn: ({ message }) => {
        throw new Error(message);
      },
    });
    await bundled.write({
      dir: folder,
      format: 'es',
      entryFileNames: '[name].d.mts',
      chunkFileNames: 'shared/[name].mts',
    });
    await bundled.close();
  } finally {
    await rm(work, { recursive: true });
  }
}
