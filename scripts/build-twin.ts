import { join } from 'node:path';
import { packableLanguages } from './constructs/languages';
import { JSII_FLAGS } from './support/assembly';
import { inRoot } from './support/paths';
import { must } from './support/run';
import { makeOnce } from './support/stamp';
import { TWIN_LIBRARY, TWIN_SOURCES, writeLibrary } from './twin/library';
import { installTools, TWIN, twinBin } from './twin/tools';

const CDKTN = join(TWIN, 'node_modules/cdktn');

/** Java has to wait: Maven would need cdktn as well. */
const TARGETS = ['js', 'python', 'go'];

/**
 * Makes `cdktn-coffer`, the same constructs for CDK Terrain, and packs it for npm, Python and Go where their tools are. Nothing is done
 * when the packages are up to date. Gives their folders.
 */
export async function buildTwin(): Promise<readonly string[]> {
  const dist = inRoot('dist', 'twin');
  const targets = (await packableLanguages()).map(({ target }) => target).filter((target) => TARGETS.includes(target));
  const folders = targets.map((target) => join(dist, target));

  // The module of cdktn, which ours is compiled against.
  const modules = targets.includes('go') ? [join(CDKTN, 'dist/go')] : [];

  await installTools();
  await writeLibrary();
  const made = { stamp: join(dist, 'stamp'), folders: [...folders, ...modules], conditions: { targets } };
  await makeOnce({ ...made, sources: TWIN_SOURCES }, async () => {
    await must(twinBin('jsii'), JSII_FLAGS, { cwd: TWIN_LIBRARY });
    if (modules.length > 0) await must(twinBin('jsii-pacmak'), [CDKTN, '--target', 'go']);
    await must(twinBin('jsii-pacmak'), ['--target', ...targets, '--outdir', dist], { cwd: TWIN_LIBRARY });
  });
  return folders;
}
