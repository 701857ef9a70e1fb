import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { JSII_FLAGS } from './constructs/assembly';
import { translateExamples } from './constructs/examples';
import { CODE_ONLY, packableTargets } from './constructs/languages';
import { CDKTN, forgetOurs, installFramework } from './constructs/maven';
import { pack, referenceFolder, writeReference } from './constructs/pack';
import { TWIN, TWIN_LIBRARY, TWIN_SOURCES, writeLibrary } from './constructs/twin';
import type { Target } from './packages/chapters';
import { FOR_CDKTN } from './packages/library';
import { printSchema } from './sources/schema';
import { bin, inRoot } from './support/paths';
import { must } from './support/run';
import { makeOnce } from './support/stamp';

/**
 * Builds `cdktn-coffer`, the same constructs for CDK Terrain, with its reference, and packs it for every language whose tools are
 * installed, or for the `wanted` ones. Does nothing when the packages are up to date. Returns their folders.
 */
export async function buildTwin(wanted?: readonly Target[]): Promise<readonly string[]> {
  const dist = inRoot('dist', 'twin');
  const targets = await packableTargets(wanted);
  const folders = [...targets, ...CODE_ONLY].map((target) => join(dist, target));
  const reference = referenceFolder(FOR_CDKTN);
  const { pacmak } = CDKTN;

  // The Go module of cdktn, against which ours is compiled: jsii-pacmak looks for it in the npm package only.
  const modules = targets.includes('go') ? [join(TWIN, 'go')] : [];

  await writeLibrary();
  const made = {
    stamp: join(dist, 'stamp'),
    folders: [...folders, ...modules, reference],
    conditions: { targets, schema: printSchema() },
  };
  await makeOnce({ ...made, sources: [...TWIN_SOURCES, 'scripts/constructs'] }, async () => {
    await must(bin('jsii'), JSII_FLAGS, { cwd: TWIN_LIBRARY });
    if (modules.length > 0) await must(pacmak, [CDKTN.folder, '--target', 'go']);
    if (targets.includes('java')) await installFramework(CDKTN);
    await translateExamples(TWIN_LIBRARY, bin('jsii-rosetta'), 'cdktn');
    await writeReference(TWIN_LIBRARY, reference);
    const compiled = { library: FOR_CDKTN, folder: TWIN_LIBRARY, pacmak, outdir: dist };
    await pack(compiled, targets);
    for (const module of modules) await rename(join(CDKTN.folder, 'dist/go'), module);
    await forgetOurs(FOR_CDKTN);
  });
  return folders;
}
