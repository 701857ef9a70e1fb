import { version } from 'jsii-pacmak/package.json';
import { SOURCES, withAssembly } from './constructs/assembly';
import { translateExamples } from './constructs/examples';
import { CODE_ONLY, packableTargets } from './constructs/languages';
import { CDKTF, forgetOurs, installFramework } from './constructs/maven';
import { pack, referenceFolder, writeReference } from './constructs/pack';
import type { Target } from './packages/chapters';
import { FOR_CDKTF } from './packages/library';
import { makeLowLevel } from './sources/low-level';
import { bin, inRoot } from './support/paths';
import { makeOnce } from './support/stamp';

/**
 * Compiles the construct library with jsii (warnings are errors), writes its reference, and packs it for every language whose tools
 * are installed, or for the `wanted` ones. Does nothing when the packages are up to date. Returns their folders.
 */
export async function buildConstructs(wanted?: readonly Target[]): Promise<readonly string[]> {
  const outdir = inRoot('dist');
  const targets = await packableTargets(wanted);
  const folders = [...targets, ...CODE_ONLY].map((target) => inRoot('dist', target));
  const reference = referenceFolder(FOR_CDKTF);
  await makeLowLevel();
  const made = { stamp: inRoot('dist', 'constructs.stamp'), folders: [...folders, reference] };
  await makeOnce({ ...made, sources: SOURCES, conditions: [version, targets] }, async () => {
    if (targets.includes('java')) await installFramework(CDKTF);
    await withAssembly(async (folder) => {
      await translateExamples(folder, bin('jsii-rosetta'), 'cdktf');
      await writeReference(folder, reference);
      const compiled = { library: FOR_CDKTF, folder, pacmak: CDKTF.pacmak, outdir };
      await pack(compiled, targets);
    });
    await forgetOurs(FOR_CDKTF);
  });
  return folders;
}
