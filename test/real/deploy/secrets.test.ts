import { Fn, TerraformOutput, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Bucket, CofferFunctions, RemovalPolicy, Secret, SecretEncoding, SecretValue, Size } from '../../../src';
import { clientOf } from '../../host/emulator/support';
import { deploy } from './deployment';

/** Plain text that Terraform would interpret as templates, and with characters that JSON escapes. */
const ODD = `a\${b}%{c}$d "quoted" \\back\nline`;

it('values of every source arrive as they are, and only plain text is kept', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const send = clientOf(emulator, emulator.token);
  const old = { project_id: emulator.projectId, name: 'taken-over', value: 'b2xk' };
  const oldId = String((await send('POST', '/secrets', old)).json.id);
  const variables = {
    password: `canary "pass\\word" \${x}`,
    image: 'ghcr.io/acme/web:1.2',
    session: 'canary \u00e4',
    quota: '1.5 MiB',
  };
  const deployment = await deploy(
    emulator,
    (stack) => {
      const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
      const variable = (name: string) => new TerraformVariable(stack, name, { type: 'string' }).stringValue;
      const server = CofferFunctions.registryServer(variable('image'));
      const config = CofferFunctions.dockerConfigJson([
        { server, username: 'octo"cat\\', password },
        { server: 'quay.io', username: 'me', password: SecretValue.unsafePlainText(ODD) },
      ]);
      const session = new TerraformVariable(stack, 'session', { type: 'string', sensitive: true });
      session.addOverride('ephemeral', true);
      const encoded = SecretValue.fromEphemeral(Fn.base64encode(session.stringValue), { version: '1' });
      const props = { encoding: SecretEncoding.BASE64, removalPolicy: RemovalPolicy.PROTECT };
      new Secret(stack, 'Variable', { secretName: 'variable', value: password });
      new Secret(stack, 'Plain', { secretName: 'plain', value: SecretValue.unsafePlainText(ODD) });
      new Secret(stack, 'Config', { secretName: 'config', value: config });
      new Secret(stack, 'Encoded', { secretName: 'encoded', value: encoded, ...props });
      new Secret(stack, 'Old', { secretName: 'taken-over', value: password, importId: oldId });

      const maxSize = Size.bytes(CofferFunctions.parseSize(variable('quota')));
      const bucket = new Bucket(stack, 'Bucket', { maxSize, description: CofferFunctions.formatSize(3 * 2 ** 20) });
      new TerraformOutput(stack, 'server', { value: server });
      new TerraformOutput(stack, 'size', { value: CofferFunctions.formatSize(bucket.resource.maxSize) });
      const found = Secret.fromSecretName(stack, 'Found', 'taken-over', {});
      new TerraformOutput(stack, 'found', { value: found.secretId });
    },
    { variables },
  );

  const outputs = await deployment.outputs();
  const values = Object.fromEntries(inspect.secrets().map(({ id, name }) => [name, inspect.secretValue(id)]));
  const again = await deployment.workspace.planActions();
  const state = await deployment.readState();
  const destroyed = await deployment.workspace.run(['destroy', '-auto-approve', '-input=false', '-no-color']);

  const auth = (login: string) => ({ auth: Buffer.from(login).toString('base64') });
  expect({ ...values, config: JSON.parse(values.config ?? '') }).toEqual({
    variable: variables.password,
    plain: ODD,
    config: { auths: { 'ghcr.io': auth(`octo"cat\\:${variables.password}`), 'quay.io': auth(`me:${ODD}`) } },
    encoded: variables.session,
    // P12: an imported value stays until its version changes.
    'taken-over': 'old',
  });
  expect(inspect.buckets()).toMatchObject([{ maxSize: 1_572_864n, description: '3MiB' }]);
  expect(outputs).toEqual({ server: 'ghcr.io', size: '1536KiB', found: oldId });
  expect(again).toEqual({});
  expect(state).not.toContain('canary');
  expect(state).toContain(oldId);
  expect([destroyed.code, destroyed.output]).toEqual([1, expect.stringContaining('prevent_destroy')]);
});
