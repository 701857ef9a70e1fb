import { it } from 'vitest';
import { sampled } from '../../support/dice';
import type { Build } from '../support/builds';
import { synthesize } from './synthesize';
import { WebAppStory } from './web-app-story';

/** terraform-web-app.test.ts shows that the Node build applies it, too. */
const builds: readonly Build[] = sampled('builds of the web application', ['compiled', 'node'], 1);

it.each(builds)('is applied, rotated and destroyed with the %s provider, and shows no secret', async (build) => {
  const story = await WebAppStory.start(build, (workspace) => synthesize('web-app', workspace));

  await story.apply();
  await story.planNothing();
  await story.readOutputs();
  await story.rotate();
  await story.searchForValues();
  await story.destroy();
});
