import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { withDeclarations } from '../packages/declarations';
import { ENTRIES } from './bundle';

/** Writes the type declarations of the package into `folder`, a file per module, which share what they have in common. */
export const declareFramework = (folder: string): Promise<void> =>
  withDeclarations(Object.values(ENTRIES), async (work) => {
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
  });
