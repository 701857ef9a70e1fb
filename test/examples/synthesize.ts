import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, inRoot } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import type { Workspace } from '../support/workspace';

/** Runs an example of one stack as `cdktf synth` does, and lays the stack where Terraform looks. */
export function synthesize(example: string, workspace: Workspace): Promise<void> {
  return synthesizeProgram(inRoot('examples/constructs', example, 'main.ts'), example, workspace);
}

/** Runs a program that makes stacks, and lays one of them where Terraform looks. */
export async function synthesizeProgram(program: string, stack: string, { folder }: Workspace): Promise<void> {
  const out = join(folder, 'cdktf.out');
  await must(bin('tsx'), [program], {
    cwd: folder,
    env: { CDKTF_OUTDIR: out, CHECKPOINT_DISABLE: '1', TMPDIR: join(folder, 'tmp') },
  });
  await copyFile(join(out, 'stacks', stack, 'cdk.tf.json'), join(folder, 'main.tf.json'));
}
