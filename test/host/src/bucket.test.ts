import { Aspects, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import {
  Bucket,
  BucketWait,
  CofferProvider,
  DestroyCheck,
  Duration,
  l1,
  RemovalPolicy,
  Secret,
  Size,
} from '../../../src';
import { expr, makeApp, makeStack, onlyResource, resources, synth } from './support';

test('defines a bucket with its quota in bytes', () => {
  const stack = makeStack();

  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.gibibytes(10) });

  expect(synth(stack)).toHaveResourceWithProperties(l1.Bucket, { max_size: 10_737_418_240 });
  expect(onlyResource(stack, 'coffer_bucket')).toEqual({ max_size: 10_737_418_240 });
  expect(bucket.resource.node.path).toBe('app/Uploads/Resource');
});

test('hands on every prop', () => {
  const stack = makeStack();

  new Bucket(stack, 'Uploads', {
    maxSize: Size.bytes(1),
    description: '',
    waitFor: BucketWait.LISTED,
    createTimeout: Duration.seconds(90),
    deleteTimeout: Duration.hours(6),
    projectId: 'p-1',
    removalPolicy: RemovalPolicy.PROTECT,
    deletionProtection: true,
    emptyOnDelete: true,
    destroyCheck: DestroyCheck.SERVER,
    provider: new CofferProvider(stack, 'eu', { alias: 'eu' }),
  });

  expect(onlyResource(stack, 'coffer_bucket')).toEqual({
    max_size: 1,
    description: '',
    wait_for: 'listed',
    timeouts: { create: '90s', delete: '6h' },
    project_id: 'p-1',
    lifecycle: { prevent_destroy: true },
    deletion_protection: true,
    force_destroy: true,
    destroy_check: 'server',
    provider: 'coffer.eu',
  });
});

test('C7: by default a bucket may be destroyed', () => {
  const stack = makeStack();

  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1), removalPolicy: RemovalPolicy.DESTROY });

  expect(onlyResource(stack, 'coffer_bucket')).not.toHaveProperty('lifecycle');
});

/** A bucket and a secret with the same guards, and what expects an error about each of them. */
function guarded(stack: TerraformStack, props: { removalPolicy?: RemovalPolicy; deletionProtection?: boolean }) {
  new Bucket(stack, 'A', { maxSize: Size.bytes(1), ...props });
  new Secret(stack, 'B', { secretName: 'b', ...props });
  return (text: string) => {
    for (const name of ['Bucket "app/A"', 'Secret "app/B"']) expect(() => synth(stack)).toThrow(`${name} ${text}`);
  };
}

/** A stack whose provider protects. */
function protectedStack(): [TerraformStack, CofferProvider] {
  const stack = new TerraformStack(makeApp(), 'app');
  return [stack, new CofferProvider(stack, 'coffer', { deletionProtection: true })];
}

test.each<[way: string, take: (resource: l1.Bucket | l1.Secret) => void]>([
  [
    'set to false',
    (resource) => {
      resource.deletionProtection = false;
    },
  ],
  ['reset', (resource) => resource.resetDeletionProtection()],
  ['overridden', (resource) => resource.addOverride('deletion_protection', false)],
])('C8: an aspect cannot take deletion protection away (%s)', (_way, take) => {
  const stack = makeStack();
  const expectError = guarded(stack, { deletionProtection: true });
  const visit = (construct: IConstruct) => {
    if (construct instanceof l1.Bucket || construct instanceof l1.Secret) take(construct);
  };

  Aspects.of(stack).add({ visit });

  expectError('has "deletionProtection", but its resource is changed to have none: remove one of them');
});

test('C8: nothing takes deletion protection of a provider away', () => {
  const [stack, provider] = protectedStack();
  new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });

  provider.deletionProtection = false;

  expect(() => synth(stack)).toThrow(
    'CofferProvider "app/coffer" has "deletionProtection", but is changed to have none: remove one of them',
  );
});

test('an aspect may add deletion protection, and a token may decide', () => {
  const stack = makeStack();
  const unknown = new TerraformVariable(stack, 'protect', { type: 'bool' }).booleanValue;
  new Bucket(stack, 'A', { maxSize: Size.bytes(1) });
  new Bucket(stack, 'B', { maxSize: Size.bytes(1), deletionProtection: false });
  const token = new Bucket(stack, 'C', { maxSize: Size.bytes(1), deletionProtection: true });
  Aspects.of(stack).add({
    visit: (construct: IConstruct) => {
      if (construct instanceof l1.Bucket) construct.deletionProtection = construct === token.resource ? unknown : true;
    },
  });

  expect(Object.values(resources(stack, 'coffer_bucket')).map((each) => each.deletion_protection)).toEqual([
    true,
    true,
    expr('var.protect'),
  ]);
});

test('a bucket and a secret that are moved keep what they say to the ones that they are moved to', () => {
  const stack = makeStack();
  for (const id of ['Old', 'New']) {
    const props = { removalPolicy: RemovalPolicy.PROTECT, deletionProtection: true };
    const { resource } = new Bucket(stack, id, { maxSize: Size.bytes(1), ...props });
    const { resource: secret } = new Secret(stack, `${id}Secret`, { secretName: 's', ...props });
    if (id === 'New') for (const each of [resource, secret]) each.addMoveTarget(each.terraformResourceType);
    else for (const each of [resource, secret]) each.moveTo(each.terraformResourceType);
  }

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({ deletion_protection: true });
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ lifecycle: { prevent_destroy: true } });
});

test.each([true, false])('deletion protection that is %s is written as it is, beside what a policy says', (value) => {
  const stack = makeStack();

  new Bucket(stack, 'A', { maxSize: Size.bytes(1), deletionProtection: value });
  new Bucket(stack, 'B', { maxSize: Size.bytes(1), deletionProtection: value, removalPolicy: RemovalPolicy.PROTECT });

  expect(Object.values(resources(stack, 'coffer_bucket'))).toEqual([
    { max_size: 1, deletion_protection: value },
    { max_size: 1, deletion_protection: value, lifecycle: { prevent_destroy: true } },
  ]);
});

test('C7: RETAIN is an error that names what protects and what retains', () => {
  const stack = makeStack();
  const retain = { removalPolicy: RemovalPolicy.RETAIN };
  const text = (kind: string) =>
    '"removalPolicy" RETAIN has no effect once the construct is removed from the code: use RemovalPolicy.PROTECT. To stop managing an object ' +
    `that stays at the service, replace the construct with a Retained${kind} of the same id`;

  expect(() => new Bucket(stack, 'A', { maxSize: Size.bytes(1), ...retain })).toThrow(text('Bucket'));
  expect(() => new Secret(stack, 'B', { secretName: 'b', ...retain })).toThrow(text('Secret'));
  const bucket = new Bucket(stack, 'C', { maxSize: Size.bytes(1) });
  expect(() => bucket.applyRemovalPolicy(RemovalPolicy.RETAIN)).toThrow(text('Bucket'));
});

test.each(['props first', 'lifecycle first'])('C8: a guard stays whatever else the lifecycle says (%s)', (order) => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', {
    maxSize: Size.bytes(1),
    ...(order === 'props first' && { removalPolicy: RemovalPolicy.PROTECT }),
  });

  bucket.resource.lifecycle = { ignoreChanges: ['description'] };
  if (order !== 'props first') bucket.applyRemovalPolicy(RemovalPolicy.PROTECT);

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({
    lifecycle: { prevent_destroy: true, ignore_changes: ['description'] },
  });
});

test.each(['destroy first', 'protect first'])('C8: PROTECT stays beside DESTROY: %s', (order) => {
  const stack = makeStack();
  const { DESTROY, PROTECT } = RemovalPolicy;
  const [first, second] = order === 'destroy first' ? [DESTROY, PROTECT] : [PROTECT, DESTROY];

  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1), removalPolicy: first }).applyRemovalPolicy(second);

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({ lifecycle: { prevent_destroy: true } });
});

test('C8: an override that takes a guard away is an error', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Open', { maxSize: Size.bytes(1), removalPolicy: RemovalPolicy.PROTECT });

  bucket.resource.addOverride('lifecycle', { prevent_destroy: false });

  expect(() => synth(stack)).toThrow(
    'Bucket "app/Open" has the removal policy "protect", but an override of its lifecycle takes "prevent_destroy" away',
  );
});

test('C7: a token as quota is left to Terraform', () => {
  const stack = makeStack();
  const quota = new TerraformVariable(stack, 'quota', { type: 'number' });

  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(quota.numberValue) });

  expect(onlyResource(stack, 'coffer_bucket')).toEqual({ max_size: expr('var.quota') });
});

test('its id, alias and endpoint are references to what the service gave', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });

  new TerraformOutput(stack, 'all', { value: [bucket.bucketId, bucket.alias, bucket.endpoint] });

  const [name] = Object.keys(resources(stack, 'coffer_bucket'));
  expect(JSON.parse(synth(stack)).output.all.value).toEqual([
    `\${coffer_bucket.${name}.id}`,
    `\${coffer_bucket.${name}.alias}`,
    `\${coffer_bucket.${name}.endpoint}`,
  ]);
});

test('C7: imports what exists', () => {
  const stack = makeStack();

  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1), importId: 'b-1' });

  const [name] = Object.keys(resources(stack, 'coffer_bucket'));
  expect(JSON.parse(synth(stack)).import).toEqual([{ id: 'b-1', to: `coffer_bucket.${name}` }]);
});

test('C4: one found by its id defines nothing and reads nothing', () => {
  const stack = makeStack();

  const bucket = Bucket.fromBucketId(stack, 'Shared', 'b-1');

  expect(bucket.bucketId).toBe('b-1');
  expect(JSON.parse(synth(stack))).not.toHaveProperty('resource');
  expect(JSON.parse(synth(stack))).not.toHaveProperty('data');
});

test('depending on one that is defined elsewhere waits for nothing, depending on one of ours waits for it', () => {
  const stack = makeStack();
  const ours = new Bucket(stack, 'Ours', { maxSize: Size.bytes(1) });
  const elsewhere = Bucket.fromBucketId(stack, 'Elsewhere', 'b-1');

  const last = new Bucket(stack, 'Last', { maxSize: Size.bytes(1), dependsOn: [elsewhere, ours] });

  const all = resources(stack, 'coffer_bucket');
  expect(all[last.resource.friendlyUniqueId]).toMatchObject({
    depends_on: [`coffer_bucket.${ours.resource.friendlyUniqueId}`],
  });
});
