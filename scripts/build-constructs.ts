import { JSII_FLAGS } from './support/assembly';
import { bin, inRoot, ROOT } from './support/paths';
import { must } from './support/run';

/** Compiles the construct library with jsii (warnings are errors) and packs it for npm. Gives the folder of the package. */
export async function buildConstructs(): Promise<string> {
  await must(bin('jsii'), JSII_FLAGS, { cwd: ROOT });
  await must(bin('jsii-pacmak'), ['--target', 'js', '--outdir', 'dist'], { cwd: ROOT });
  return inRoot('dist', 'js');
}
