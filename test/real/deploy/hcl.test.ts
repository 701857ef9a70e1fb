import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  AccessKey,
  Bucket,
  CofferFunctions,
  CofferProvider,
  CredentialsFormat,
  Duration,
  l1,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { deploy } from './deployment';

/** Text with every character that is special to HCL, its templates or its renderer in CDKTF. */
const ODD = `C:\\new "quoted" \\" $ \${not.a.reference} %{if} $\${x} %%{y} }{ \ttab\r\nline <<EOF\nEOF\n`;

/** Every kind of construct, and every nested attribute. */
function everything(stack: TerraformStack): void {
  new CofferProvider(stack, 'other', { alias: 'other', requestTimeout: Duration.seconds(20), s3Region: 'eu"1' });
  const assets = new Bucket(stack, 'Assets', {
    maxSize: Size.mebibytes(5),
    description: 'An \\"odd\\" one',
    createTimeout: Duration.minutes(3),
  });
  const key = new AccessKey(stack, 'Key', { rotationTrigger: { 'a key': 'quoted "text"' } });
  assets.grantReadWrite(key);
  key.outputCredentials('key');
  const rotating = new RotatingAccessKey(stack, 'Rotating', { overlap: Duration.hours(3), dependsOn: [assets] });
  assets.grantRead(rotating);
  rotating.storeIn('rotating', { format: CredentialsFormat.JSON });

  const password = SecretValue.fromVariable(stack, 'password', { version: '1', description: 'Of the database' });
  new Secret(stack, 'Password', { secretName: 'password', value: password });
  new Secret(stack, 'Odd', { secretName: 'odd', value: SecretValue.unsafePlainText(ODD) });
  const login = [{ server: 'ghcr.io', username: 'octo"cat\\', password }];
  new Secret(stack, 'Config', { secretName: 'config', value: CofferFunctions.dockerConfigJson(login) });
  // In composers `${…}` is an expression unless it is escaped, and `%{` is text (C13).
  const text = ODD.replace(/\$\{/g, (opening) => opening.charAt(0) + opening);
  const url = SecretValue.template('postgres://{user}:{password}@h/$$', { user: text, password });
  const object = { [text]: text, url, size: assets.resource.maxSize };
  new Secret(stack, 'Composed', { secretName: 'composed', objectValue: object });
  new PullSecret(stack, 'Registry', { server: 'ghcr.io', username: 'o"c', password });

  const quota = new TerraformVariable(stack, 'quota', { type: 'string', default: '10MiB' });
  new Bucket(stack, 'Quota', {
    maxSize: Size.bytes(CofferFunctions.parseSize(quota.stringValue)),
    description: `of "${quota.stringValue}" \\`,
  });
  new l1.DataCofferSecrets(stack, 'all', { nameRegex: '^pass\\w+$' });
}

it('HCL says what JSON says: Terraform plans nothing when one takes the place of the other', async () => {
  await using emulator = await Emulator.start();
  let made: TerraformStack | undefined;
  const { workspace } = await deploy(
    emulator,
    (stack) => {
      everything(stack);
      made = stack;
    },
    { variables: { password: 'canary-of-hcl' } },
  );
  const values = Object.fromEntries(
    emulator.inspect.secrets().map(({ id, name }) => [name, emulator.inspect.secretValue(id)]),
  );
  const hcl = Testing.synthHcl(made as TerraformStack);

  await rm(join(workspace.folder, 'main.tf.json'));
  await writeFile(join(workspace.folder, 'main.tf'), hcl);

  expect(values.odd).toBe(ODD);
  const user = encodeURIComponent(ODD);
  expect(JSON.parse(values.composed ?? '')).toEqual({
    [ODD]: ODD,
    size: 5 * 2 ** 20,
    url: expect.stringContaining(user),
  });
  expect(hcl).not.toMatch(/^\s*(permissions|store_in|timeouts) \{/m);
  expect(await workspace.planActions()).toEqual({});
});
