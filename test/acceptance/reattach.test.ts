import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { type Build, executableOf, Workspace } from '../support/workspace';

/** Starts the provider by hand, as a developer does, and gives the variable that makes Terraform use it. */
async function startProvider(build: Build) {
  const child = spawn(executableOf(build), ['--debug'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  while (!/TF_REATTACH_PROVIDERS='(.*)'/.test(text)) text += String((await once(child.stdout, 'data'))[0]);
  const [, reattach = ''] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(text) ?? [];
  return {
    reattach,
    running: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

describe.each<[Build]>([['compiled'], ['node']])('with the %s provider', (build) => {
  it('P18: two aliases for two projects in one process never see each other', async () => {
    await using emulator = await Emulator.start();
    const [one, two] = [emulator.newProject(), emulator.newProject()];
    await using provider = await startProvider(build);
    await using workspace = await Workspace.create(emulator, {
      build,
      env: { TF_REATTACH_PROVIDERS: provider.reattach },
    });
    await workspace.write(`
      provider "coffer" {
        base_url   = ${JSON.stringify(emulator.baseUrl)}
        token      = ${JSON.stringify(one.token)}
        project_id = ${JSON.stringify(one.projectId)}
      }
      provider "coffer" {
        alias      = "two"
        base_url   = ${JSON.stringify(emulator.baseUrl)}
        token      = ${JSON.stringify(two.token)}
        project_id = ${JSON.stringify(two.projectId)}
      }
      resource "coffer_secret" "one" {
        count    = 10
        name     = "secret-\${count.index}"
        value_wo = "v"
      }
      resource "coffer_secret" "two" {
        provider = coffer.two
        count    = 10
        name     = "secret-\${count.index}"
        value_wo = "v"
      }
    `);

    await workspace.apply();

    expect(await workspace.planActions()).toEqual({});
    const projects = (await workspace.state()).map(({ address, values }) => [address.slice(0, 17), values.project_id]);
    expect(new Set(projects.map(String))).toEqual(
      new Set([`coffer_secret.one,${one.projectId}`, `coffer_secret.two,${two.projectId}`]),
    );
    await workspace.destroy();
    expect(emulator.inspect.secrets()).toEqual([]);
    expect(provider.running()).toBe(true);
  });
});

it('explains itself to whoever starts it by hand', async () => {
  const child = spawn(executableOf('compiled'), [], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });

  const [code] = await once(child, 'close');

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/Terraform/);
});
