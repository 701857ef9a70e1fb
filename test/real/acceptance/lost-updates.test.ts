import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { RoughTerraform } from '../../adversity/terraform/rough-terraform';
import { onEachTerraform } from './support/on-each-terraform';
import { plansInSilence } from './support/plans-in-silence';

/** Updates that are lost on their way, and a configuration that is set back then (P48). The plan has an update without a difference of an argument. */
onEachTerraform('lost updates', (cli) => {
  it('P48: what was configured before a lost update is sent again, and after that plans are empty', async () => {
    await using emulator = await Emulator.start({ dialect: 'extended' });
    const project = emulator.newProject();
    await using terraform = await RoughTerraform.start(emulator, project, 'attached', cli);
    await terraform.settle({ pull_secret_api: 'full' }, '30s');
    const configure = (value: string, version: string) =>
      terraform.configure({
        coffer_secret: {
          plain: { name: 'plain', value },
          versioned: { name: 'versioned', value_wo: value, value_wo_version: version },
        },
        coffer_pull_secret: { p: { server: 'ghcr.io', username: 'octo', password: value } },
      });
    await configure('old-value', '1');
    await terraform.change('apply');
    const lost = (['updateSecret', 'updatePullSecret'] as const).map((operation) =>
      emulator.faults.add({ operation, cut: 'after-commit' }),
    );
    await configure('new-value', '2');
    expect((await terraform.change('apply')).code).toBe(1);
    for (const fault of lost) fault.remove();
    await configure('old-value', '1');

    const { code, output } = await terraform.change('apply');

    expect(code, output).toBe(0);
    expect(output).toContain('0 added, 3 changed, 0 destroyed');
    // P45: Terraform merges warnings of equal summary.
    expect(new Set(output.match(/Sent again after a failure: "[^"]+"/g))).toHaveLength(3);
    const secrets = emulator.inspect.secrets().map(({ id }) => emulator.inspect.secretValue(id));
    expect(secrets).toEqual(['old-value', 'old-value']);
    await plansInSilence(terraform.workspace);
  });
});
