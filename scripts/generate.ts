import { generateDocs } from './generate-docs';
import { generateEmulatorDocs } from './generate-emulator-docs';
import { generateInstallPages } from './generate-install-pages';
import { generateOpenApi } from './generate-openapi';
import { generatePictures } from './generate-pictures';
import { generateRegistries } from './generate-registries';
import { makeCodecs } from './sources/codecs';
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
  [
    'messages of the conformance program',
    async () => ((await onPath('go')) ? makeGoMessages() : 'left out for want of Go'),
  ],
  ['OpenAPI document', generateOpenApi],
  ["the emulator's pages", generateEmulatorDocs],
  ['low-level constructs', makeLowLevel],
  ['registries of the constructs', generateRegistries],
  ['reference of the provider', generateDocs],
  ['pages that install the constructs', generateInstallPages],
  ['picture of the README', generatePictures],
];

main(async () => {
  for (const [what, make] of steps) {
    const said = await make();
    console.log(`ok  ${what}${typeof said === 'string' ? `: ${said}` : ''}`);
  }
});
