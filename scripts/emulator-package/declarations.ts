import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { withDeclarations } from '../packages/declarations';

const ENTRIES = {
  index: 'emulator/index',
  jest: 'emulator/testing/jest',
  'node-test': 'emulator/testing/node-test',
  vitest: 'emulator/testing/vitest',
} as const;

/** The path by which the test runner helpers import the emulator, which is a separate file. */
const INDEX = '../index';
const OWN_FILE = './index.cjs';

/** Writes type declarations into `folder`, one file per entry of the package, independent of any other package's types. */
export async function bundleDeclarations(folder: string): Promise<void> {
  await withDeclarations(Object.values(ENTRIES), async (work) => {
    await bundle(join(work, ENTRIES.index), `${folder}/index.d.cts`);
    await bundle(join(work, ENTRIES.jest), `${folder}/jest.d.cts`);
    await bundle(join(work, ENTRIES['node-test']), `${folder}/node-test.d.cts`);
    await bundle(join(work, ENTRIES.vitest), `${folder}/vitest.d.mts`);
  });
  await writeFile(`${folder}/index.d.mts`, "export * from './index.cjs';\n");
  await writeFile(`${folder}/jest.d.mts`, "export * from './jest.cjs';\n");
  await writeFile(`${folder}/node-test.d.mts`, "export * from './node-test.cjs';\n");
}

async function bundle(entry: string, file: string): Promise<void> {
  const bundled = await rollup({
    input: `${entry}.d.ts`,
    plugins: [dts()],
    external: (id) => id === INDEX || !/^[./]/.test(id),
    onwarn: ({ message }) => {
      throw new Error(`${file}: ${message}`);
    },
  });
  const { output } = await bundled.write({
    file,
    format: 'es',
    // The classes are disposable; a project without that library in its settings still has to know the type.
    banner: '/// <reference lib="esnext.disposable" />',
    paths: (id) => (id.endsWith('/emulator/index') ? OWN_FILE : id),
  });
  await bundled.close();
  const foreign = output[0].imports.filter((path) => path !== OWN_FILE);
  if (foreign.length > 0) throw new Error(`${file} needs the types of ${foreign.join(', ')}.`);
}
