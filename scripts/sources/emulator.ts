import { writeFile } from 'node:fs/promises';
import { build, version } from 'esbuild';
import { membersOf } from '../emulator-docs/doc-comments';
import { inRoot } from '../support/paths';
import { makeOnce } from '../support/stamp';

const SENTENCES = inRoot('emulator/settings/sentences.js');
const BROWSER_CODE = inRoot('emulator/dashboard/browser-code.js');

/** The interfaces whose members are settings. */
const SETTINGS = [
  ['emulator/settings/knobs.ts', 'Knobs'],
  ['emulator/domain/rules.ts', 'Rules'],
  ['emulator/domain/lag.ts', 'Lag'],
  ['emulator/settings/settings.ts', 'Behaviour'],
] as const;

/** Makes the parts of the emulator that come from others of its sources, if they are not up to date. */
export async function makeEmulatorSources(): Promise<void> {
  await Promise.all([makeBrowserCode(), makeSentences()]);
}

/** Takes the sentence of each setting from its doc comment, as docs/emulator/dialects.md does: `emulator/settings/sentences.js`. */
const makeSentences = (): Promise<void> =>
  makeOnce(
    {
      stamp: inRoot('build/sentences.stamp'),
      folders: [SENTENCES],
      sources: [
        ...SETTINGS.map(([file]) => file),
        'scripts/emulator-docs/doc-comments.ts',
        'scripts/sources/emulator.ts',
      ],
      conditions: '',
    },
    async () => {
      const all = SETTINGS.flatMap(([file, name]) => membersOf(file, name));
      await writeFile(SENTENCES, `export const SENTENCES = ${JSON.stringify(Object.fromEntries(all), null, 2)};\n`);
    },
  );

/** Bundles the code for browsers into a text that the emulator serves, `emulator/dashboard/browser-code.js`, if it is not up to date. */
const makeBrowserCode = (): Promise<void> =>
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
