import { cp } from 'node:fs/promises';
import { it } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { sampled } from '../../support/dice';
import type { Build } from '../support/builds';
import { WebAppStory } from './web-app-story';

const EXAMPLE = inRoot('examples/terraform/web-app');

const BUILDS: readonly Build[] = ['compiled', 'node'];

it.each(sampled('builds of the provider for the web application', BUILDS, 1))(
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
