import { it } from 'vitest';
import type { Build } from '../support/workspace';
import { synthesize } from './synthesize';
import { WebAppStory } from './web-app-story';

it.each<[Build]>([['compiled'], ['node']])(
  'is applied, rotated and destroyed with the %s provider, and shows no secret',
  async (build) => {
    const story = await WebAppStory.start(build, (workspace) => synthesize('web-app', workspace));

    await story.apply();
    await story.planNothing();
    await story.readOutputs();
    await story.rotate();
    await story.searchForValues();
    await story.destroy();
  },
);
