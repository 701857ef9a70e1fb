import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Newcomer, Typed } from './newcomer';

/** The last commands of every page. */
const COMMANDS = ['synth', 'diff', 'deploy', 'output', 'destroy'];

/**
 * Types the rest of a page, once its emulator is started: every command has to succeed with its expected effect, and nothing may
 * remain. Runs `onceDeployed` after the command that deploys.
 */
export async function typePage(
  newcomer: Newcomer,
  cli: 'cdktf' | 'cdktn',
  onceDeployed: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const deployed = await newcomer.type(/ deploy /);
  expectSuccess(deployed);
  await onceDeployed();
  const typed = [...deployed, ...(await newcomer.type())];

  expectSuccess(typed);
  const last = typed.slice(-COMMANDS.length);
  expect(last.map(({ command }) => command.split(' ').slice(0, 3).join(' '))).toEqual(
    COMMANDS.map((command) => `npx ${cli} ${command}`),
  );
  const { resources, outputs } = await declared(newcomer.folder);
  const [, diff, deploy, output, destroy] = last as [Typed, Typed, Typed, Typed, Typed];
  expect(resources).toBeGreaterThan(0);
  expect(diff.output).toContain(`Plan: ${resources} to add, 0 to change, 0 to destroy.`);
  expect(deploy.output).toContain(`Apply complete! Resources: ${resources} added, 0 changed, 0 destroyed.`);
  for (const name of outputs) expect(output.output).toContain(`${name} = `);
  expect(destroy.output).toContain(`Destroy complete! Resources: ${resources} destroyed.`);
  const { buckets, secrets, accessKeys } = await newcomer.stored();
  expect([buckets, secrets, accessKeys]).toEqual([[], [], []]);
}

/** Expects all commands to succeed; shows the output of those that failed. */
export function expectSuccess(typed: readonly Typed[]): void {
  expect(typed.filter(({ code }) => code !== 0).map(({ command, output }) => `${command}\n${output}`)).toEqual([]);
}

/** The number of resources and the names of the outputs in the synthesized stack of an example. */
async function declared(folder: string) {
  const stack = JSON.parse(await readFile(join(folder, await synthesizedIn(folder)), 'utf8')) as {
    readonly resource: Readonly<Record<string, object>>;
    readonly output: Readonly<Record<string, object>>;
  };
  const resources = Object.values(stack.resource).flatMap((ofType) => Object.keys(ofType)).length;
  return { resources, outputs: Object.keys(stack.output) };
}

/** The path of an example's only stack, relative to the folder of the example. */
async function synthesizedIn(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'cdktf.out/manifest.json'), 'utf8')) as {
    readonly stacks: Readonly<Record<string, { readonly synthesizedStackPath: string }>>;
  };
  const [stack, ...others] = Object.values(manifest.stacks);
  if (!stack || others.length > 0) throw new Error(`${folder} has synthesized ${1 + others.length} stacks`);
  return join('cdktf.out', stack.synthesizedStackPath);
}
