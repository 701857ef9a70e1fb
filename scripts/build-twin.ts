import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packableLanguages } from './constructs/languages';
import { JSII_FLAGS } from './support/assembly';
import { inRoot } from './support/paths';
import { must } from './support/run';
import { TWIN_LIBRARY, writeLibrary } from './twin/library';
import { installTools, TWIN, twinBin } from './twin/tools';

/** Java has to wait: Maven would need cdktn as well. */
const TARGETS = ['js', 'python', 'go'];

/**
 * Makes `cdktn-coffer`, the same constructs for CDK Terrain, and packs it for npm, Python and Go where their tools are. Gives the
 * folders of the packages.
 */
export async function buildTwin(): Promise<readonly string[]> {
  const dist = inRoot('dist', 'twin');
  const targets = (await packableLanguages()).map(({ target }) => target).filter((target) => TARGETS.includes(target));

  await rm(dist, { recursive: true, force: true });
  await installTools();
  await writeLibrary();
  await must(twinBin('jsii'), JSII_FLAGS, { cwd: TWIN_LIBRARY });
  // The module of cdktn, which ours is compiled against.
  if (targets.includes('go')) await must(twinBin('jsii-pacmak'), [join(TWIN, 'node_modules/cdktn'), '--target', 'go']);
  await must(twinBin('jsii-pacmak'), ['--target', ...targets, '--outdir', dist], { cwd: TWIN_LIBRARY });
  return targets.map((target) => join(dist, target));
}
