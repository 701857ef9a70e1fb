import { expect, it } from 'vitest';
import { Emulator, type Project } from '../../../emulator';
import { RoughTerraform } from '../../adversity/terraform/rough-terraform';
import { onOneTerraform } from './support/on-each-terraform';
import { plansInSilence } from './support/plans-in-silence';

/**
 * Creates whose response is lost, with the real Terraform (P2, P5). The provider runs in this process, with its own clock, because it searches 30 seconds for a create that may be lost.
 */

/** Terraform over a line that a test can disturb. */
async function startOn(cli: string) {
  const emulator = await Emulator.start();
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

const unversioned = { name: 'db', value_wo: 'ours' };

/** Terraform wraps lines at arbitrary places. */
const joined = (output: string) => output.replace(/[\s│╷╵]+/g, ' ');

/** What an apply that was killed has left: a secret of the same name, with an old value. */
async function makeSecret(baseUrl: string, { token, projectId }: Project): Promise<{ id: string }> {
  const response = await fetch(`${baseUrl}/secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: projectId, name: 'db', value: Buffer.from('old').toString('base64') }),
  });
  return (await response.json()) as { id: string };
}

onOneTerraform('first', (cli) => {
  const start = () => startOn(cli);

  it.each([['as usual'], ['with -compact-warnings', '-compact-warnings']])(
    'P2, P45: twelve keys of which three are made twice: all three that no state has are named, %s',
    async (_how, ...flags) => {
      await using service = await start();
      const { terraform, emulator, workspace } = service;
      const each = (name: string) => `\${coffer_bucket.b[count.index].${name}}`;
      const buckets = { b: { count: 12, max_size: 1000, description: `\${count.index}` } };
      await terraform.configure({ coffer_bucket: buckets });
      await workspace.apply();
      const keys = { k: { count: 12, bucket_ids: [each('id')], permissions: { read: true } } };
      await terraform.configure({ coffer_bucket: buckets, coffer_access_key: keys });
      // One response of each of three: a key whose second response is lost, too, is an error.
      for (const { id } of emulator.inspect.buckets().slice(0, 3)) {
        const where = { body: { 'bucket_ids[0]': id } };
        emulator.faults.add({ operation: 'createAccessKey', where, cut: 'after-commit', times: 1 });
      }

      const { code, output } = await terraform.change('apply', ...flags);

      const known = (await workspace.state()).map(({ values }) => values.id);
      const left = emulator.inspect.accessKeys().filter(({ id }) => !known.includes(id));
      expect(code, output).toBe(0);
      expect(left).toHaveLength(3);
      for (const { id } of left) expect(joined(output)).toContain(`Access key left over: ${JSON.stringify(id)}`);
    },
  );

  it.each([
    ['a value', { name: 'db', value: 'ours' }],
    ['a write-only value with a version', { ...unversioned, value_wo_version: '7' }],
    ['a write-only value with a version that is no number', { ...unversioned, value_wo_version: 'May' }],
    ['a write-only value without a version', unversioned],
    ['a fingerprint', { ...unversioned, change_detection: 'fingerprint' }],
  ])(
    'P5, P12: a taken name of %s: what the error says brings the value to the secret that is imported',
    async (_of, secret) => {
      await using service = await start();
      const { terraform, emulator, project, workspace } = service;
      const { id } = await makeSecret(emulator.baseUrl, project);
      await terraform.configure({ coffer_secret: { s: secret } });

      const { output } = await terraform.change('apply');

      const said = joined(output);
      expect(said).toContain(
        `to = coffer_secret.ADDRESS # of this resource, as it stands after "with" above id = "${id}"`,
      );
      expect(output).toMatch(/with coffer_secret\.s,/);
      const [, withImport] = /Set value_wo_version = "([^"]*)" with the import/.exec(said) ?? [];
      const [, next] = /then set value_wo_version = "([^"]*)" and apply again/.exec(said) ?? [];
      await workspace.write(`import {\n  to = coffer_secret.s\n  id = "${id}"\n}\n`, 'import.tf');
      const imported = withImport === undefined ? secret : { ...secret, value_wo_version: withImport };
      await terraform.configure({ coffer_secret: { s: imported } });
      await workspace.apply();
      expect(emulator.inspect.secretValue(id)).toBe(next === undefined ? 'ours' : 'old');
      if (next !== undefined) {
        await terraform.configure({ coffer_secret: { s: { ...secret, value_wo_version: next } } });
        await workspace.apply();
      }
      expect(emulator.inspect.secretValue(id)).toBe('ours');
      await plansInSilence(workspace);
    },
  );
});
