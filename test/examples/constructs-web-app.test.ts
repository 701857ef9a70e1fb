import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { bin, inRoot } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import type { Build, Workspace } from '../support/workspace';
import { WebAppStory } from './web-app-story';

/** Runs the app as `cdktf synth` does, and lays its one stack where Terraform looks. */
async function synthesize({ folder }: Workspace): Promise<void> {
  const out = join(folder, 'cdktf.out');
  await must(bin('tsx'), [inRoot('examples/constructs/web-app/main.ts')], {
    cwd: folder,
    env: { CDKTF_OUTDIR: out, CHECKPOINT_DISABLE: '1', TMPDIR: join(folder, 'tmp') },
  });
  await copyFile(join(out, 'stacks/web-app/cdk.tf.json'), join(folder, 'main.tf.json'));
}

it.each<[Build]>([['compiled'], ['node']])(
  'is applied, rotated and destroyed with the %s provider, and shows no secret',
  async (build) => {
    const story = await WebAppStory.start(build, synthesize);

    await story.apply();
    await story.planNothing();
    await story.readOutputs();
    await story.rotate();
    await story.searchForValues();
    await story.destroy();
  },
);
