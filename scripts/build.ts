import { join } from 'node:path';
import { buildConstructs } from './build-constructs';
import { buildEmulator } from './build-emulator';
import { buildPythonEmulator } from './build-emulator-python';
import { buildFramework } from './build-framework';
import { buildTwin } from './build-twin';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { isPlain, runInPlainCopy } from './support/plain-checkout';
import { must } from './support/run';

/** Builds everything that ships, into dist/. */
main(async () => {
  if (!isPlain()) {
    await runInPlainCopy(ROOT, join('node_modules', '.bin', 'tsx'), ['scripts/build.ts']);
    // What names its own path is written again at home.
    return buildProvider();
  }
  await buildProvider();
  for (const archive of Object.values(await buildFramework())) console.log(archive);
  console.log(await buildEmulator());
  console.log(await buildPythonEmulator());
  for (const folder of [...(await buildConstructs()), ...(await buildTwin())]) console.log(folder);
});

async function buildProvider(): Promise<void> {
  await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT, inherit: true });
}
