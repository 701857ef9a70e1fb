import type { TerraformStack } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import {
  Bucket,
  CofferProvider,
  RemovalPolicy,
  RetainedBucket,
  RetainedSecret,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { deploy } from './deployment';

it('C7: what is retained leaves the state and stays at the service, protected or not', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const deployment = await deploy(emulator, (stack) => {
    const protect = { removalPolicy: RemovalPolicy.PROTECT, deletionProtection: true };
    new Bucket(stack, 'Archive', { maxSize: Size.mebibytes(1), ...protect });
    new Bucket(stack, 'Named', { maxSize: Size.mebibytes(2) }).resource.overrideLogicalId('named');
    new Secret(stack, 'Password', { secretName: 'password', value: SecretValue.unsafePlainText('kept'), ...protect });
  });
  const before = [inspect.buckets(), inspect.secrets()];

  await deployment.change((stack) => {
    new RetainedBucket(stack, 'Archive');
    new RetainedBucket(stack, 'Elsewhere', { logicalId: 'named' });
    new RetainedSecret(stack, 'Password');
  });
  const again = await deployment.workspace.planActions();

  expect(before.map((list) => list.length)).toEqual([2, 1]);
  expect([inspect.buckets(), inspect.secrets()]).toEqual(before);
  expect(inspect.secretValue(inspect.secrets()[0]?.id ?? '')?.toString()).toBe('kept');
  expect(JSON.parse(await deployment.readState()).resources).toEqual([]);
  expect(again).toEqual({});
});

it('C8: below a provider that protects, DESTROY takes a word of its own, and then destroys', async () => {
  await using emulator = await Emulator.start();
  const define =
    (...ids: readonly string[]) =>
    (stack: TerraformStack) => {
      stack.node.tryRemoveChild('coffer');
      new CofferProvider(stack, 'coffer', { deletionProtection: true });
      const destroy = { removalPolicy: RemovalPolicy.DESTROY, deletionProtection: false };
      for (const id of ids)
        new Bucket(stack, id, { maxSize: Size.bytes(1), description: id, ...(id === 'Scratch' && destroy) });
    };
  const deployment = await deploy(emulator, define('Kept', 'Scratch'));

  await deployment.change(define('Kept'));
  const refused = await deployment.change(define()).catch(String);

  expect(refused).toContain('Error: Protected from deletion');
  expect(emulator.inspect.buckets()).toMatchObject([{ description: 'Kept' }]);
});
