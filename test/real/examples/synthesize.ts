import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import type { Workspace } from '../../support/workspace';

/** Runs an example with one stack as `cdktf synth` does, and copies the stack into the workspace. */
export async function synthesize(example: string, { folder }: Workspace): Promise<void> {
  const out = join(folder, 'cdktf.out');
  await must(bin('tsx'), [inRoot('examples/constructs', example, 'main.ts')], {
    cwd: folder,
    env: { CDKTF_OUTDIR: out, CHECKPOINT_DISABLE: '1', TMPDIR: join(folder, 'tmp') },
  });
  await copyFile(join(out, 'stacks', example, 'cdk.tf.json'), join(folder, 'main.tf.json'));
}
