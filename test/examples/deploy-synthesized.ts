import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { WebAppStory } from './web-app-story';

/** Where the web application in another language has synthesized its stack. */
export const synthesizedIn = (folder: string) => join(folder, 'cdktf.out/stacks/web-app/cdk.tf.json');

/** A stack has to be what a snapshot of the constructs' own tests is, down to the providers that it requires. */
export async function expectDeclared(path: string, snapshot: string): Promise<void> {
  expect(await declaredIn(path)).toEqual(await declaredIn(inRoot('test/src/examples', snapshot)));
}

/**
 * Deploys what the web application in another language has synthesized in its folder. Gives the workspace, with nothing in it any more,
 * and its emulator.
 */
export async function deploySynthesized(folder: string): Promise<WebAppStory> {
  const synthesized = synthesizedIn(folder);
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

/** What a stack declares beside its providers. */
export async function resourcesOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { terraform: _, ...declared } = await declaredIn(path);
  return declared;
}

/** All that a stack declares, without the comments that say from where, and without its backend, which names a folder. */
async function declaredIn(path: string): Promise<Readonly<Record<string, unknown>>> {
  const withoutComments = (key: string, value: unknown) => (key === '//' || key === 'backend' ? undefined : value);
  return JSON.parse(await readFile(path, 'utf8'), withoutComments) as Record<string, unknown>;
}
