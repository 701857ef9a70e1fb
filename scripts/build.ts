import { buildConstructs } from './build-constructs';
import { buildEmulator } from './build-emulator';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { must } from './support/run';

/** Builds everything that ships, into dist/. */
main(async () => {
  await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT, inherit: true });
  console.log(await buildEmulator());
  console.log((await buildConstructs()).join('\n'));
});
