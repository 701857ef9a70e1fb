import { buildConstructs } from './build-constructs';
import { buildEmulator } from './build-emulator';
import { buildTwin } from './build-twin';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { must } from './support/run';

/** Builds everything that ships, into dist/. */
main(async () => {
  await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT, inherit: true });
  console.log(await buildEmulator());
  for (const folder of [...(await buildConstructs()), ...(await buildTwin())]) console.log(folder);
});
