import { writeFile } from 'node:fs/promises';
import { build, version } from 'esbuild';
import { inRoot } from '../support/paths';
import { makeOnce } from '../support/stamp';

const BROWSER_CODE = inRoot('emulator/dashboard/browser-code.js');

/** Bundles the code for browsers into a text that the emulator serves, `emulator/dashboard/browser-code.js`, if it is not up to date. */
export const makeBrowserCode = (): Promise<void> =>
  makeOnce(
    {
      stamp: inRoot('build/browser-code.stamp'),
      folders: [BROWSER_CODE],
      sources: [
        'emulator/dashboard/browser',
        'emulator/dashboard/sizes.ts',
        'emulator/domain/counts.ts',
        'scripts/sources/emulator.ts',
      ],
      conditions: version,
    },
    async () => {
      const { outputFiles } = await build({
        absWorkingDir: inRoot(),
        entryPoints: ['emulator/dashboard/browser/main.ts'],
        bundle: true,
        format: 'iife',
        target: 'es2022',
        minifyWhitespace: true,
        minifySyntax: true,
        legalComments: 'none',
        write: false,
      });
      await writeFile(BROWSER_CODE, `export const BROWSER_CODE = ${JSON.stringify(outputFiles[0]?.text)};\n`);
    },
  );
