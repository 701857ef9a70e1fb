import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot, ROOT } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { RELEASE } from './support/build-release';

const script = (name: string) => inRoot('scripts/workflows', name);

test('what the workflow of a release does on each platform works here', async () => {
  const { path } = await findTerraform();
  const { stdout } = await must('bash', [script('start-emulator.sh'), join(RELEASE, 'npm')], { cwd: ROOT });
  const env = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  onTestFinished(() => void process.kill(Number(env.EMULATOR_PROCESS)));

  const programs = { PATH: `${join(path, '..')}:${process.env.PATH}` };
  const { output } = await must('sh', [script('smoke.sh'), RELEASE], { cwd: ROOT, env: { ...env, ...programs } });

  expect(output).toContain('Apply complete! Resources: 2 added');
  expect(output).toContain('No changes.');
  expect(output).toContain('Destroy complete! Resources: 2 destroyed.');
});
