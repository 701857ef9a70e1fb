import { join } from 'node:path';
import { buildConstructs } from './build-constructs';
import { buildEmulator } from './build-emulator';
import { buildPythonEmulator } from './build-emulator-python';
import { buildFramework } from './build-framework';
import { buildTwin } from './build-twin';
import type { Target } from './packages/chapters';
import { main } from './support/main';
import { bin, inRoot, ROOT } from './support/paths';
import { isPlain, runInPlainCopy } from './support/plain-checkout';
import { must } from './support/run';

/** The construct libraries by the names of their frameworks. */
const LIBRARIES = { cdktn: buildTwin, cdktf: buildConstructs } as const;

/** Languages of the constructs as arguments. */
const LANGUAGES: Readonly<Record<string, Target>> = { typescript: 'js', python: 'python', java: 'java', go: 'go' };

/** Builds everything that ships, into dist/; with languages or frameworks as arguments, only the provider and their packages of the constructs. */
main(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !(name in LANGUAGES || name in LIBRARIES));
  if (unknown.length > 0) {
    const names = [...Object.keys(LANGUAGES), ...Object.keys(LIBRARIES)].join(', ');
    throw new Error(`Cannot build ${unknown.join(', ')}. Arguments: ${names}; none builds everything.`);
  }
  if (!isPlain()) {
    await runInPlainCopy(ROOT, join('node_modules', '.bin', 'tsx'), ['scripts/build.ts', ...chosen]);
    // What names its own path is written again at home.
    return buildProvider();
  }
  await buildProvider();
  if (chosen.length === 0) {
    for (const archive of Object.values(await buildFramework())) console.log(archive);
    console.log(await buildEmulator());
    console.log(await buildPythonEmulator());
  }
  const targets = chosen.flatMap((name) => LANGUAGES[name] ?? []);
  const frameworks = Object.entries(LIBRARIES).filter(([name]) => chosen.includes(name));
  for (const [, build] of frameworks.length > 0 ? frameworks : Object.entries(LIBRARIES)) {
    for (const folder of await build(targets.length > 0 ? targets : undefined)) console.log(folder);
  }
});

async function buildProvider(): Promise<void> {
  await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT, inherit: true });
}
