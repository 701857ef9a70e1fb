import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toOpenApi } from '../contract/openapi';
import { version } from '../package.json';
import { EMULATOR_PAGES, emulatorFiles } from './emulator-docs/pages';
import { generateDocs } from './generate-docs';
import { generateInstallPages } from './generate-install-pages';
import { generateRegistries } from './generate-registries';
import { drawOverview } from './pictures/overview';
import { THEMES } from './pictures/svg';
import { makeCodecs } from './sources/codecs';
import { makeEmulatorSources } from './sources/emulator';
import { makeGoMessages } from './sources/go-messages';
import { makeLowLevel } from './sources/low-level';
import { main } from './support/main';
import { onPath } from './support/on-path';
import { bin, inRoot, ROOT } from './support/paths';
import { must } from './support/run';

/** Generates all generated files, in the order of their dependencies. */
const steps: readonly (readonly [what: string, make: () => Promise<unknown>])[] = [
  ['project files', () => must(bin('tsx'), [inRoot('.projenrc.ts')], { cwd: ROOT })],
  ['wire codecs', makeCodecs],
  ["emulator's own sources", makeEmulatorSources],
  [
    'messages of the conformance program',
    async () => ((await onPath('go')) ? makeGoMessages() : 'left out for want of Go'),
  ],
  ['OpenAPI document', () => writeDocs([['openapi.json', openApi()]])],
  [
    "the emulator's pages",
    () => writeDocs([...emulatorFiles()].map(([path, text]) => [`${EMULATOR_PAGES}/${path}`, text])),
  ],
  ['low-level constructs', makeLowLevel],
  ['registries of the constructs', generateRegistries],
  ['reference of the provider', generateDocs],
  ['pages that install the constructs', generateInstallPages],
  [
    'picture of the README',
    () =>
      writeDocs(Object.entries(THEMES).map(([name, theme]) => [`pictures/overview-${name}.svg`, drawOverview(theme)])),
  ],
];

main(async () => {
  for (const [what, make] of steps) {
    const said = await make();
    console.log(`ok  ${what}${typeof said === 'string' ? `: ${said}` : ''}`);
  }
});

async function writeDocs(texts: readonly (readonly [path: string, text: string])[]): Promise<void> {
  for (const [path, text] of texts) {
    await mkdir(dirname(inRoot('docs', path)), { recursive: true });
    await writeFile(inRoot('docs', path), text);
  }
}

const openApi = () => `${JSON.stringify(toOpenApi({ title: 'Secrets and S3 storage service', version }), null, 2)}\n`;
