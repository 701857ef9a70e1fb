import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { Emulator, type EmulatorOptions } from '../../../emulator';
import { RoughTerraform } from '../../adversity/terraform/rough-terraform';
import { clientFor, planeOf } from '../../host/emulator/s3/support';
import { canariesIn } from './support/canaries';
import { onOneTerraform } from './support/on-each-terraform';
import { plansInSilence } from './support/plans-in-silence';

/** The limits that end an otherwise endless operation, and the payload of a repeated create, with the real Terraform. */

const CANARY = 'canary-value-5f1c';

async function startOn(cli: string, options: EmulatorOptions = {}) {
  const emulator = await Emulator.start(options);
  const project = emulator.newProject();
  const terraform = await RoughTerraform.start(emulator, project, 'attached', cli);
  await terraform.settle({ lost_creates: 'adopt' }, '30s');
  return {
    ...{ emulator, project, terraform, workspace: terraform.workspace },
    async [Symbol.asyncDispose]() {
      await terraform[Symbol.asyncDispose]();
      await emulator.stop();
    },
  };
}

/** Terraform wraps lines at arbitrary places. */
const joined = (output: string) => output.replace(/[\s│╷╵]+/g, ' ');

onOneTerraform('first', (cli) => {
  it('force_destroy gives up a bucket that is filled again and again: how much is in it, and what to do', async () => {
    await using service = await startOn(cli);
    const { emulator, project, terraform, workspace } = service;
    const bucket = { max_size: 100_000, force_destroy: true };
    await terraform.configure({ coffer_bucket: { b: bucket } });
    await workspace.apply();
    const { id, alias } = await workspace.resource('coffer_bucket.b');
    const named = { id: String(id), alias: String(alias) };
    const s3 = clientFor(emulator, await planeOf(emulator, project).key([named], { write: true }));
    const put = (Key: string) => s3.send(new PutObjectCommand({ Bucket: named.alias, Key, Body: CANARY }));
    await put('a');
    const destroying = terraform.change('destroy');
    for (let round = 1; round <= 3; round += 1) {
      const held = emulator.faults.add({ operation: 'deleteBucket', pause: true, times: 1 });
      await held.whenMet();
      await put('b');
      held.release();
    }

    const { code, output } = await destroying;

    expect(code).toBe(1);
    expect(joined(output)).toMatch(/Bucket not emptied .* emptied 3 times.* Now 1 object and .*coffer_access_keys/);
    expect(joined(output)).toContain(JSON.stringify(id));
    expect(canariesIn(output, { value: CANARY })).toEqual([]);
    expect((await terraform.change('destroy')).code).toBe(0);
    // The key of the writer.
    expect(emulator.inspect.accessKeys()).toHaveLength(1);
  });

  it('P4: timeouts ends creates and destroys without a response; made objects are named, deleted again or in state', async () => {
    await using service = await startOn(cli);
    const { emulator, terraform, workspace } = service;
    const secret = { name: 'db', value_wo: CANARY, value_wo_version: '1' };
    const stored = (limits: object) => ({
      coffer_bucket: { b: { max_size: 1000 } },
      coffer_secret: { s: { ...secret, ...limits } },
      coffer_access_key: {
        k: {
          bucket_ids: [`\${coffer_bucket.b.id}`],
          permissions: { read: true },
          store_in: { secret_name: 'key' },
          ...limits,
        },
      },
    });
    await terraform.configure(stored({ timeouts: { create: '1s' } }));
    const creates = emulator.faults.add({ operation: 'createSecret', pause: true });

    const created = await terraform.change('apply');
    creates.remove();

    expect(created.code).toBe(1);
    expect(joined(created.output).split('The time limit was reached: 1s, by timeouts.create.')).toHaveLength(3);
    expect(joined(created.output)).toContain('may have made this: secret "db"');
    expect(joined(created.output)).toContain('The key has been deleted again.');
    expect(emulator.inspect.accessKeys()).toEqual([]);
    expect((await workspace.state()).map(({ address }) => address)).toEqual(['coffer_bucket.b']);

    await terraform.configure({ coffer_secret: { s: { ...secret, name: 'other', timeouts: { delete: '1s' } } } });
    await workspace.apply();
    await plansInSilence(workspace);
    const deletes = emulator.faults.add({ operation: 'deleteSecret', pause: true });
    const destroyed = await terraform.change('destroy');
    deletes.remove();

    expect(destroyed.code).toBe(1);
    expect(joined(destroyed.output)).toContain('The time limit was reached: 1s, by timeouts.delete.');
    expect((await workspace.state()).map(({ address }) => address)).toEqual(['coffer_secret.s']);
    const told = created.output + destroyed.output + (await workspace.read('terraform.tfstate'));
    expect(canariesIn(told, { value: CANARY })).toEqual([]);
  });

  it('P36: a service that replays makes one secret of two requests, and nothing is warned of', async () => {
    await using service = await startOn(cli, { knobs: { idempotencyKeys: 'replayed' }, lag: { newHidden: 40 } });
    const { emulator, terraform, workspace } = service;
    await terraform.configure({ coffer_secret: { s: { name: 'db', value_wo: CANARY, value_wo_version: '1' } } });
    emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });

    const { code, output } = await terraform.change('apply');

    expect(code, output).toBe(0);
    const [made, ...others] = emulator.inspect.secrets();
    expect(others).toEqual([]);
    expect((await workspace.resource('coffer_secret.s')).id).toBe(made?.id);
    expect(emulator.journal.count({ operation: 'createSecret' })).toBe(2);
    expect(output.match(/Warning: /g)).toHaveLength(1);
    expect(canariesIn(output, { value: CANARY })).toEqual([]);
  });
});
