import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { App, LocalBackend } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { hostPlatform } from '../../../framework/packaging/platforms';
import { PIPELINE } from '../../../projenrc/pipelines';
import { inRoot } from '../../../scripts/support/paths';
import { findTerraform } from '../../../scripts/support/terraform';
import { bucketIn, makeStack } from '../../host/src/support';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { mirrorOf } from '../support/builds';

/** What the page says about the lock file of an app: how to make it, and the copy after each synthesis, which is its last line. */
const keepLock =
  codeOf(readPage(`${PIPELINE}/README.md`), 'shell').find((code) => code.includes('.terraform.lock.hcl')) ?? '';
const copy = /^ *(?:- )?(cp \S+ \S+\/\.terraform\.lock\.hcl)$/m;
const copies = codeOf(readPage(`${PIPELINE}/README.md`), 'yaml').flatMap((code) => code.match(copy)?.[1] ?? []);

const STACK = 'cdktf.out/stacks/web-app';

it('coffer-plan plans, applies and rehearses a synthesized stack, whose lock file is kept beside the program as the page says', async () => {
  await using emulator = await Emulator.start();
  const { path: terraform } = await findTerraform();
  await using workspace = await Workspace.create(emulator, { installation: 'mirror' });
  const synthesize = async () => {
    const app = new App({ outdir: join(workspace.folder, 'cdktf.out') });
    await mkdir(app.outdir, { recursive: true });
    const stack = makeStack(app, 'web-app');
    bucketIn(stack);
    new LocalBackend(stack, { path: join(workspace.folder, 'web-app.tfstate') });
    app.synth();
  };
  const type = (script: string) =>
    workspace.runProgram('sh', ['-euc', script.replaceAll('terraform -chdir', `${terraform} -chdir`)], {
      env: {
        TF_CLI_ARGS_providers_lock: `-fs-mirror=${mirrorOf('compiled')} -platform=${hostPlatform().name}`,
        COFFER_PLAN_TERRAFORM: terraform,
      },
    });
  const coffer = (mode: string) => type(`cd ${STACK}\nsh ${inRoot(PIPELINE, 'coffer-plan.sh')} ${mode}`);
  await synthesize();
  const without = await coffer('plan');
  const kept = await type(keepLock);
  await workspace.runProgram('rm', ['-r', 'cdktf.out']);
  await synthesize();
  const copied = await type(copies[0] ?? '');

  const planned = await coffer('plan');
  const rehearsed = await coffer('rehearse');
  const afterRehearsal = emulator.inspect.buckets().length;
  const applied = await coffer('apply');

  expect(without.code).toBe(1);
  expect(without.output).toContain('In the folder of a synthesized stack, copy it there after the synthesis');
  expect([kept.code, kept.output]).toEqual([0, expect.stringContaining('coffer')]);
  expect(copied.code, copied.output).toBe(0);
  expect(copies).toEqual([copies[0], copies[0]]);
  expect([planned.code, planned.output]).toEqual([0, expect.stringContaining('coffer-plan: changes=true')]);
  expect([rehearsed.code, rehearsed.output]).toEqual([0, expect.stringContaining('No changes.')]);
  expect([applied.code, applied.output]).toEqual([0, expect.stringContaining('No changes.')]);
  expect([afterRehearsal, emulator.inspect.buckets().length]).toEqual([1, 2]);
});
