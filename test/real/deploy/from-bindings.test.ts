import { type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  AccessKey,
  Bucket,
  l1,
  Permission,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { deploy } from './deployment';

/** Classes as `cdktf get` generates them: ours are generated from the same schema. */
function generated(stack: TerraformStack): void {
  const variable = new TerraformVariable(stack, 'password', { type: 'string', sensitive: true });
  variable.addOverride('ephemeral', true);
  const archive = new l1.Bucket(stack, 'archive', { maxSize: 1024 });
  const opening = { bucketIds: [archive.id], permissions: { read: true } };
  new l1.AccessKey(stack, 'reader', { ...opening, storeIn: { secretName: 'archive-reader' } });
  new l1.RotatingAccessKey(stack, 'rotating', { ...opening, storeIn: { secretName: 'archive-rotating' } });
  new l1.Secret(stack, 'login', { name: 'login', valueWo: variable.stringValue, valueWoVersion: '1' });
  const registry = { server: 'registry.example.com', username: 'u' };
  new l1.PullSecret(stack, 'pull', { ...registry, passwordWo: variable.stringValue, passwordWoVersion: '1' });
}

function constructs(stack: TerraformStack): void {
  const archive = new Bucket(stack, 'Archive', { maxSize: Size.kibibytes(1) });
  archive.resource.overrideLogicalId('archive');
  const opening = { permission: Permission.READ, buckets: [archive] };
  const reader = new AccessKey(stack, 'Reader', opening);
  reader.storeIn('archive-reader');
  reader.resource.overrideLogicalId('reader');
  const rotating = new RotatingAccessKey(stack, 'Rotating', opening);
  rotating.storeIn('archive-rotating');
  rotating.resource.overrideLogicalId('rotating');
  const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
  const login = new Secret(stack, 'Login', { secretName: 'login', value: password });
  login.resource.overrideLogicalId('login');
  login.resource.valueWoVersion = '1';
  const pull = new PullSecret(stack, 'Pull', { server: 'registry.example.com', username: 'u', password });
  pull.resource.overrideLogicalId('pull');
  pull.resource.passwordWoVersion = '1';
}

it('constructs in place of generated classes change nothing, as their page says', async () => {
  await using emulator = await Emulator.start();
  const deployment = await deploy(emulator, generated, { variables: { password: 'secret' } });
  const before = await deployment.workspace.state();
  emulator.journal.clear();

  await deployment.change(constructs);

  expect(emulator.journal.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  const state = await deployment.workspace.state();
  expect(state.map(({ address }) => address).sort()).toEqual(before.map(({ address }) => address).sort());
});
