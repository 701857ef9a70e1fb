import { readFileSync } from 'node:fs';
import { buildForHost } from '../framework/packaging/build';
import { requireBun } from '../framework/packaging/bun';
import { version } from '../package.json';
import { NAMES } from '../projenrc/names';
import { bundleProvider } from './packages/provider-bundle';
import { main } from './support/main';
import { inRoot, ROOT } from './support/paths';

/** Everything else that the result depends on. */
const CONDITIONS = [
  'node_modules/esbuild/package.json',
  ...['build', 'compile', 'filesystem-mirror', 'node-edition'].map((file) => `framework/packaging/${file}.ts`),
];

/** Builds the provider for this machine, into dist/: `tsx scripts/build-provider.ts`. The last printed line is the path of the program. */
main(async () => {
  const { text: bundle } = await bundleProvider();
  const { program, isNew } = await buildForHost({
    provider: { ...NAMES, version },
    bundle,
    bun: requireBun(ROOT),
    folder: inRoot('dist'),
    conditions: CONDITIONS.map((file) => readFileSync(inRoot(file))),
  });
  if (!isNew) console.log('the provider is up to date');
  console.log(program);
});
