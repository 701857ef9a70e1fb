import { buildConstructs } from './build-constructs';
import { buildEmulator } from './build-emulator';
import { buildPythonEmulator } from './build-emulator-python';
import { buildTwin } from './build-twin';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { must } from './support/run';

/** Builds everything that ships, into dist/. */
main(async () => {
  await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT, inherit: true });
  console.log(await buildEmulator());
  console.log(await buildPythonEmulator());
  for (const folder of [...(await buildConstructs()), ...(await buildTwin())]) console.log(folder);
});
