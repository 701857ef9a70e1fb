import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inRoot } from '../../../scripts/support/paths';
import { WebAppStory } from './web-app-story';

/** The path of the stack that the web application in another language has synthesized. */
export const synthesizedIn = (folder: string) => join(folder, 'cdktf.out/stacks/web-app/cdk.tf.json');

/** Expects a stack to equal a snapshot of the constructs' own tests, including its required providers. */
export async function expectDeclared(path: string, snapshot: string): Promise<void> {
  expect(await declaredIn(path)).toEqual(await declaredIn(inRoot('test/host/src/examples', snapshot)));
}

/**
 * Deploys the stack that the web application in another language has synthesized in its folder, and destroys it again. Returns the
 * story, with its workspace and emulator.
 */
export async function deploySynthesized(folder: string): Promise<WebAppStory> {
  const synthesized = synthesizedIn(folder);
  const story = await WebAppStory.start('compiled', async (workspace) => {
    // Moves the state to the folder where the story searches for values.
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

/** The declarations of a stack without its `terraform` block. */
export async function resourcesOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { terraform: _, ...declared } = await declaredIn(path);
  return declared;
}

/** The declarations of a stack, without the comments about their origin, and without its backend, which names a folder. */
async function declaredIn(path: string): Promise<Readonly<Record<string, unknown>>> {
  const withoutComments = (key: string, value: unknown) => (key === '//' || key === 'backend' ? undefined : value);
  return JSON.parse(await readFile(path, 'utf8'), withoutComments) as Record<string, unknown>;
}
