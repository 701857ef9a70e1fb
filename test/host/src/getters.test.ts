import {
  Aspects,
  Fn,
  TerraformElement,
  TerraformHclModule,
  TerraformLocal,
  TerraformOutput,
  TerraformProvider,
  TerraformStack,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  CofferProvider,
  EphemeralAccessKey,
  Permission,
  PullSecret,
  RetainedBucket,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { expr, makeApp, makeStack, onlyResource, resources, synth, synthApp } from './support';

const opening = (stack: TerraformStack, id: string) => ({
  permission: Permission.READ,
  buckets: [Bucket.fromBucketId(stack, `${id}Bucket`, 'b-1')],
});

/** One construct of each class and kind, in a stack of its own. */
function everyConstruct(): [TerraformStack, readonly IConstruct[]] {
  const stack = makeStack();
  const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
  const access = new BucketAccess(stack, 'Access');
  const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });
  bucket.grantRead(access);
  const [stored, turningStored] = [
    new AccessKey(stack, 'Stored', opening(stack, 'Stored')),
    new RotatingAccessKey(stack, 'TurningStored', opening(stack, 'TurningStored')),
  ];
  const existing = new Secret(stack, 'Existing', { secretName: 'existing' });
  stored.storeInSecret(existing);
  const own = turningStored.storeIn('own');
  const endpoint = 'https://s3.example';
  return [
    stack,
    [
      access,
      bucket,
      stored,
      turningStored,
      existing,
      own,
      new AccessKey(stack, 'Key', opening(stack, 'Key')),
      new RotatingAccessKey(stack, 'Turning', opening(stack, 'Turning')),
      new EphemeralAccessKey(stack, 'Brief', opening(stack, 'Brief')),
      new AccessKey(stack, 'Taken', { ...opening(stack, 'Taken'), importId: 'k-1' }),
      AccessKey.fromAccessKeyId(stack, 'ById', 'AK'),
      AccessKey.fromAccessKeyAttributes(stack, 'Whole', { accessKeyId: 'AK', secretAccessKey: password, endpoint }),
      new Secret(stack, 'Secret', { secretName: 'secret', value: password }),
      Secret.fromSecretId(stack, 'SecretById', 's-1'),
      Secret.fromSecretName(stack, 'SecretByName', 'found'),
      Secret.fromSecretAttributes(stack, 'SecretWhole', { secretId: 's-2', secretName: 'whole' }),
      Bucket.fromBucketId(stack, 'BucketById', 'b-2'),
      Bucket.fromBucketAlias(stack, 'BucketByAlias', 'alias'),
      Bucket.fromBucketAttributes(stack, 'BucketWhole', { bucketId: 'b-3', alias: 'three', endpoint }),
      new PullSecret(stack, 'Pull', { server: 'ghcr.io', username: 'me', password }),
      PullSecret.fromPullSecretId(stack, 'PullById', 'ps-1'),
      new RetainedBucket(stack, 'Retained'),
    ],
  ];
}

/** The getters of our classes; what a property of CDKTF does is not ours. */
function gettersOf(construct: IConstruct): string[] {
  const getters: string[] = [];
  for (
    let type = Object.getPrototypeOf(construct);
    type?.constructor.name !== 'Construct';
    type = Object.getPrototypeOf(type)
  ) {
    const described = Object.entries(Object.getOwnPropertyDescriptors(type));
    getters.push(...described.filter(([, { get }]) => get).map(([name]) => name));
  }
  return getters;
}

/** Gives each low-level construct a logical id of its own, as a program may do at any time. */
function rename(stack: TerraformStack): void {
  const elements = stack.node.findAll().filter(TerraformElement.isTerraformElement);
  for (const element of elements) {
    if (element.node.id === 'Resource') element.overrideLogicalId(`id_${element.node.scope?.node.id}`);
  }
}

test('C11: a getter has no effect', () => {
  const [untouched] = everyConstruct();
  const [stack, constructs] = everyConstruct();

  const read = constructs.flatMap((construct) =>
    gettersOf(construct).filter((name) => {
      try {
        return (construct as unknown as Record<string, unknown>)[name] !== undefined;
      } catch {
        return false; // documented for objects that are referred to by their id alone
      }
    }),
  );
  for (const each of [untouched, stack]) rename(each);

  expect(read.length).toBeGreaterThan(60);
  expect(synth(stack)).toBe(synth(untouched));
});

test.each([AccessKey, RotatingAccessKey])(
  'C11: the environment of a stored key (%o) has all but the secret half',
  (Key) => {
    const stack = makeStack();
    const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });
    const key = new Key(stack, 'Key');
    bucket.grantRead(key);
    const { AWS_SECRET_ACCESS_KEY: _, ...others } = bucket.environment(key);
    const secret = key.storeIn('reader');
    key.secretAccessKey;

    new TerraformLocal(stack, 'environment', { ...others, secret: secret.secretName });

    const { locals } = JSON.parse(synth(stack));
    expect(Object.keys(locals.environment).sort()).toEqual([
      'AWS_ACCESS_KEY_ID',
      'AWS_ENDPOINT_URL_S3',
      'AWS_REGION',
      'S3_BUCKET',
      'secret',
    ]);
  },
);

class OtherProvider extends TerraformProvider {
  public constructor(
    stack: TerraformStack,
    private readonly password: string,
  ) {
    super(stack, 'other', { terraformResourceType: 'other' });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { password: this.password };
  }
}

const NOTHING =
  'AccessKey "app/Key" is stored in a secret, so its secret half is not in the state, and "secretAccessKey", outputCredentials and ' +
  '"environment" of a bucket have nothing to show';

test.each<[what: string, user: string, use: (stack: TerraformStack, half: string, key: AccessKey) => unknown]>([
  ['an output', '"app/out"', (stack, value) => new TerraformOutput(stack, 'out', { value, sensitive: true })],
  ['outputCredentials', '"app/Key"', (_stack, _half, key) => key.outputCredentials()],
  ['a local', '"app/local"', (stack, half) => new TerraformLocal(stack, 'local', { deep: [{ er: half }] })],
  ['a function', '"app/out"', (stack, half) => new TerraformOutput(stack, 'out', { value: Fn.upper(`a ${half}`) })],
  [
    'a module',
    '"app/module"',
    (stack, half) => new TerraformHclModule(stack, 'module', { source: 'acme/module/aws', variables: { half } }),
  ],
  ['another provider', '"app/other"', (stack, half) => new OtherProvider(stack, half)],
  [
    'a secret and an output',
    '"app/Copy", "app/out"',
    (stack, half) => {
      new TerraformOutput(stack, 'out', { value: half });
      new Secret(stack, 'Copy', { secretName: 'copy', value: SecretValue.unsafePlainText(half) });
    },
  ],
  ['an override of the stack', '"app"', (stack, half) => stack.addOverride('locals.half', half)],
  [
    'an aspect',
    '"app/Bucket"',
    (stack, half) => {
      const { resource } = new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });
      Aspects.of(stack).add({ visit: () => resource.addOverride('description', half) });
    },
  ],
])('C8: the secret half of a stored key has no text for %s', (_what, user, use) => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', opening(stack, 'Key'));

  use(stack, key.secretAccessKey, key);
  key.storeIn('reader');

  expect(() => synth(stack)).toThrow(`${NOTHING} in ${user}: refer to the secret, or do not store the key`);
});

test('C8: the secret half of a stored key has no text for another stack', () => {
  const app = makeApp();
  const [stack, other] = [makeStack(app), makeStack(app, 'other')];
  const key = new AccessKey(stack, 'Key', opening(stack, 'Key'));
  key.storeIn('reader');

  new TerraformOutput(other, 'out', { value: key.secretAccessKey });

  expect(() => synthApp(app)).toThrow(`${NOTHING} in "other/out"`);
});

test('C11: whoever used the secret half of a stored key may be removed', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', opening(stack, 'Key'));
  new TerraformOutput(stack, 'out', { value: key.secretAccessKey });
  key.storeIn('reader');

  stack.node.tryRemoveChild('out');

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({ store_in: { secret_name: 'reader' } });
});

test('an environment that is asked for twice for a key without the bucket is one error', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });
  const key = new AccessKey(stack, 'Key', opening(stack, 'Key'));
  for (const _ of ['once', 'twice']) bucket.environment(key);

  let problems: readonly string[] = [];
  try {
    synth(stack);
  } catch (error) {
    problems = String(error)
      .split('\n')
      .filter((line) => line.includes('"environment" of bucket'));
  }

  expect(problems).toHaveLength(1);
});

test('C11: asking for an output again does not fix its name', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', opening(stack, 'Key'));
  const output = key.outputCredentials('first');

  expect(key.outputCredentials('first')).toBe(output);
  output.overrideLogicalId('last');

  expect(Object.keys(JSON.parse(synth(stack)).output)).toEqual(['last']);
  expect(() => key.outputCredentials('other')).toThrow('are in output "last" already, got "other"');
});

test('C11: a number and a list may be read before a logical id is fixed', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  new CofferProvider(stack, 'coffer');
  const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
  const secret = new Secret(stack, 'Secret', { secretName: 's', value: password });
  const pull = new PullSecret(stack, 'Pull', { server: 'ghcr.io', username: 'me', password });
  new TerraformLocal(stack, 'read', { revision: secret.valueRevision, ids: pull.supersededIds });

  secret.resource.overrideLogicalId('fixed');
  pull.resource.overrideLogicalId('fixed');

  expect(JSON.parse(synth(stack)).locals.read).toEqual({
    revision: expr('coffer_secret.fixed.value_revision'),
    ids: expr('coffer_pull_secret.fixed.superseded_ids'),
  });
  expect(Object.keys(resources(stack, 'coffer_secret'))).toEqual(['fixed']);
});
