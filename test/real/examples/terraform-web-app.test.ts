import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import type { Build } from '../support/builds';
import { WebAppStory } from './web-app-story';

const EXAMPLE = inRoot('examples/terraform/web-app');

it.each<[Build]>([['compiled'], ['node']])(
  'is applied, rotated and destroyed with the %s provider, and shows no secret',
  async (build) => {
    const story = await WebAppStory.start(build, ({ folder }) => cp(EXAMPLE, folder, { recursive: true }));

    await story.apply();
    await story.planNothing();
    await story.readOutputs();
    await story.rotate('2');
    await story.searchForValues();
    await story.destroy();
  },
);

it('is formatted as Terraform formats', async () => {
  const { path } = await findTerraform();

  const { stdout } = await must(path, ['fmt', '-check', '-diff', EXAMPLE], {
    env: { TF_CLI_CONFIG_FILE: undefined },
  });

  expect(stdout).toBe('');
});
