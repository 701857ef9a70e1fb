import { Aspects, TerraformStack } from 'cdktf';
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
import { expr, makeApp, makeStack, onlyResource, synth } from './support';

test('hands on every prop', () => {
  const stack = makeStack();

  new Bucket(stack, 'Uploads', {
    maxSize: Size.bytes(1),
    description: '',
    waitFor: BucketWait.LISTED,
    createTimeout: Duration.seconds(90),
    readTimeout: Duration.seconds(1),
    updateTimeout: Duration.milliseconds(1_500),
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
    timeouts: { create: '90s', read: '1s', update: '1500ms', delete: '6h' },
    project_id: 'p-1',
    lifecycle: { prevent_destroy: true },
    deletion_protection: true,
    force_destroy: true,
    destroy_check: 'server',
    provider: 'coffer.eu',
  });
});

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
  new Bucket(stack, 'A', { maxSize: Size.bytes(1), deletionProtection: true });
  new Secret(stack, 'B', { secretName: 'b', deletionProtection: true });
  const visit = (construct: IConstruct) => {
    if (construct instanceof l1.Bucket || construct instanceof l1.Secret) take(construct);
  };

  Aspects.of(stack).add({ visit });

  for (const name of ['Bucket "app/A"', 'Secret "app/B"'])
    expect(() => synth(stack)).toThrow(`${name} has "deletionProtection", but its resource is changed to have none`);
});

test('C8: nothing takes deletion protection of a provider away', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  const provider = new CofferProvider(stack, 'coffer', { deletionProtection: true });
  new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });

  provider.deletionProtection = false;

  expect(() => synth(stack)).toThrow(
    'CofferProvider "app/coffer" has "deletionProtection", but is changed to have none: remove one of them',
  );
});

test('a token may decide on deletion protection', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1), deletionProtection: true });

  bucket.resource.addOverride('deletion_protection', expr('var.protect'));

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({ deletion_protection: expr('var.protect') });
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

test('C8: PROTECT stays whatever else the lifecycle says, and beside DESTROY, in any order', () => {
  const { DESTROY, PROTECT } = RemovalPolicy;
  for (const [first, second] of [
    [DESTROY, PROTECT],
    [PROTECT, DESTROY],
  ] as const) {
    const stack = makeStack();
    const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1), removalPolicy: first });

    bucket.resource.lifecycle = { ignoreChanges: ['description'] };
    bucket.applyRemovalPolicy(second);

    expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({
      lifecycle: { prevent_destroy: true, ignore_changes: ['description'] },
    });
  }
});

test('C8: an override that takes a guard away is an error', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Open', { maxSize: Size.bytes(1), removalPolicy: RemovalPolicy.PROTECT });

  bucket.resource.addOverride('lifecycle', { prevent_destroy: false });

  expect(() => synth(stack)).toThrow(
    'Bucket "app/Open" has the removal policy "protect", but an override of its lifecycle takes "prevent_destroy" away',
  );
});
