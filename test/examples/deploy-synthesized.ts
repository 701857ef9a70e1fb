import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { WebAppStory } from './web-app-story';

/**
 * Deploys what the web application in another language has synthesized in its folder, which has to be what the TypeScript example
 * synthesizes. Gives the workspace, with nothing in it any more, and its emulator.
 */
export async function deploySynthesized(folder: string): Promise<WebAppStory> {
  const synthesized = join(folder, 'cdktf.out/stacks/web-app/cdk.tf.json');

  expect(await resourcesOf(synthesized)).toEqual(await resourcesOf(inRoot('test/src/examples/web-app.snap')));
  const story = await WebAppStory.start('compiled', async (workspace) => {
    // The state goes where the story searches for values.
    const code = (await readFile(synthesized, 'utf8')).replaceAll(folder, workspace.folder);
    await writeFile(join(workspace.folder, 'main.tf.json'), code);
  });
  await story.apply();
  await story.planNothing();
  await story.readOutputs();
  await story.searchForValues();
  await story.destroy();
  return story;
}

/** What a stack declares, without the comments that say from where. */
export async function resourcesOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const withoutComments = (key: string, value: unknown) => (key === '//' ? undefined : value);
  const { terraform: _, ...declared } = JSON.parse(await readFile(path, 'utf8'), withoutComments) as Record<
    string,
    unknown
  >;
  return declared;
}
