import { TerraformIterator, TerraformOutput, type TerraformStack } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Bucket, RemovalPolicy, RetainedBucket, RetainedSecret, Secret, SecretValue, Size } from '../../../src';
import { deploy } from './deployment';
import { fill } from './fill';

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

it('C8: an override of a retained bucket has effect: another address is let go of', async () => {
  await using emulator = await Emulator.start();
  const deployment = await deploy(emulator, (stack) => {
    const archive = new Bucket(stack, 'Archive', { maxSize: Size.mebibytes(1) });
    archive.resource.forEach = TerraformIterator.fromList(['a']);
    archive.resource.overrideLogicalId('archive');
  });

  await deployment.change((stack) => {
    new RetainedBucket(stack, 'Anything').resource.addOverride('from', 'coffer_bucket.archive');
  });

  expect(emulator.inspect.buckets()).toHaveLength(1);
  expect(JSON.parse(await deployment.readState()).resources).toEqual([]);
});

it('C8: a construct with deletion protection is not destroyed with its code, and is once that is lifted', async () => {
  await using emulator = await Emulator.start();
  const define = (deletionProtection: boolean) => (stack: TerraformStack) => {
    new Bucket(stack, 'Archive', { maxSize: Size.mebibytes(1), deletionProtection });
  };
  const deployment = await deploy(emulator, define(true));

  const refused = await deployment.change(() => {}).catch(String);
  await deployment.change(define(false));
  const kept = emulator.inspect.buckets().length;
  await deployment.change(() => {});

  expect(refused).toContain('Error: Protected from deletion');
  expect([kept, emulator.inspect.buckets().length]).toEqual([1, 0]);
});

it('C7: a bucket that is to be emptied is destroyed with what lies in it; another one is not', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  const deployment = await deploy(emulator, (stack) => {
    const maxSize = Size.mebibytes(1);
    const scratch = new Bucket(stack, 'Scratch', { maxSize, emptyOnDelete: true });
    const kept = new Bucket(stack, 'Kept', { maxSize });
    new TerraformOutput(stack, 'scratch', { value: scratch.alias });
    new TerraformOutput(stack, 'kept', { value: kept.alias });
  });
  const aliases = await deployment.outputs<{ scratch: string; kept: string }>();
  for (const alias of Object.values(aliases)) await fill(emulator, alias);

  const destroyed = await deployment.workspace.run(['destroy', '-auto-approve', '-input=false', '-no-color']);

  expect(destroyed.code).toBe(1);
  expect(destroyed.output).toContain('force_destroy');
  expect(inspect.buckets()).toMatchObject([{ alias: aliases.kept }]);
});
