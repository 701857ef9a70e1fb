import { Aspects, TerraformLocal } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  Duration,
  EphemeralAccessKey,
  type IBucketRef,
  Permission,
  RotatingAccessKey,
  SecretValue,
  Size,
} from '../../../src';
import { block, bucketIn, expr, makeApp, makeStack, onlyResource, synth } from './support';

const ref = (bucket: Bucket) => `\${coffer_bucket.${bucket.resource.friendlyUniqueId}.id}`;

test('C2: buckets and permission of a key, given at once', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];

  new AccessKey(stack, 'Key', {
    permission: Permission.READ_WRITE,
    buckets: [b, a],
    rotationTrigger: { month: '2026-03' },
    projectId: 'p-1',
    createTimeout: Duration.minutes(1),
  });

  expect(onlyResource(stack, 'coffer_access_key')).toEqual({
    bucket_ids: [ref(a), ref(b)],
    permissions: { read: true, write: true, owner: false },
    rotation_trigger: { month: '2026-03' },
    project_id: 'p-1',
    timeouts: { create: '1m' },
    lifecycle: { create_before_destroy: true },
  });
});

test.each([
  ['AccessKey', AccessKey],
  ['RotatingAccessKey', RotatingAccessKey],
  ['EphemeralAccessKey', EphemeralAccessKey],
] as const)('C2: grants that would widen each other are one error with buckets, way out and kind: %s', (kind, Key) => {
  const stack = makeStack();
  const key = new Key(stack, 'Key');

  bucketIn(stack, 'Assets').grantRead(key);
  bucketIn(stack, 'Uploads').grantWrite(key);

  expect(() => synth(stack)).toThrow(
    `${kind} "app/Key" has one permission for all its buckets, but they were opened to it differently: ` +
      'read on "app/Assets" (grant); write on "app/Uploads" (grant). All of them would get "read and write". ' +
      `Use one ${kind} per permission`,
  );
});

test('C12: a grant that asks for no more than the key declares opens the bucket with what is declared, in any order', () => {
  const stack = makeStack();
  const [a, b, c] = [bucketIn(stack, 'A'), bucketIn(stack, 'B'), bucketIn(stack, 'C')];
  const key = new AccessKey(stack, 'Key', { permission: Permission.READ_WRITE });

  b.grantRead(key);
  key.addBucket(a);
  c.grantWrite(key);
  a.grantReadWrite(key);

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    bucket_ids: [ref(a), ref(b), ref(c)],
    permissions: { read: true, write: true, owner: false },
  });
});

test.each<[string, Permission, (bucket: Bucket, key: AccessKey) => unknown, boolean[]]>([
  ['write', Permission.READ, (bucket, key) => bucket.grantWrite(key), [true, false, false]],
  ['read', Permission.WRITE, (bucket, key) => bucket.grantRead(key), [false, true, false]],
  ['owner', Permission.READ_WRITE, (bucket, key) => bucket.grantOwner(key), [true, true, false]],
])(
  'C12: a grant of %s that asks for more than the key declares is an error that names both places',
  (asked, permission, grant, flags) => {
    for (const buckets of ['in the props', 'added before', 'added after', 'nowhere else']) {
      const stack = makeStack();
      const bucket = bucketIn(stack, 'A');
      const key = new AccessKey(stack, 'Key', { permission, buckets: buckets === 'in the props' ? [bucket] : [] });

      if (buckets === 'added before') key.addBucket(bucket);
      grant(bucket, key);
      if (buckets === 'added after') key.addBucket(bucket);

      expect(() => synth(stack), buckets).toThrow(
        `AccessKey "app/Key" declares "permission" ${permission}, but a grant of bucket "app/A" asks for ${asked}: declare that`,
      );
      expect(key.resource.permissionsInput).toEqual({ read: flags[0], write: flags[1], owner: flags[2] });
    }
  },
);

test.each<[string, (key: AccessKey | RotatingAccessKey) => void, string]>([
  [
    'putPermissions',
    ({ resource }) => resource.putPermissions({ read: true, write: true, owner: true }),
    'write and owner',
  ],
  ['an override', ({ resource }) => resource.addOverride('permissions.write', true), 'write'],
  [
    'an override of the stack',
    ({ resource: { cdktfStack, terraformResourceType, friendlyUniqueId } }) =>
      cdktfStack.addOverride(`resource.${terraformResourceType}.${friendlyUniqueId}.permissions.owner`, true),
    'owner',
  ],
])('C12: a key that declares a permission and is widened by %s is an error', (_, widen, excess) => {
  for (const kind of [AccessKey, RotatingAccessKey]) {
    const stack = makeStack();
    const key = new kind(stack, 'Key', { permission: Permission.READ, buckets: [bucketIn(stack, 'A')] });

    widen(key);

    expect(() => synth(stack)).toThrow(
      `AccessKey "app/Key" declares "permission" read, but "permissions" of its resource was set with ${excess}, too: declare what`,
    );
  }
});

test('C12: an aspect that widens a declared permission is an error, and one that leaves it to Terraform is none', () => {
  const stack = makeStack();
  const props = { permission: Permission.READ, buckets: [bucketIn(stack, 'A')] };
  const [wide, open] = [new AccessKey(stack, 'Wide', props), new AccessKey(stack, 'Open', props)];
  open.resource.addOverride('permissions.write', expr('var.may_write'));
  Aspects.of(stack).add({
    visit: (node) => (node === wide ? wide.resource.putPermissions({ read: true, write: true }) : undefined),
  });

  expect(() => synth(stack)).toThrow(
    /^(?![\s\S]*"app\/Open")[\s\S]*"app\/Wide" declares "permission" read[\s\S]*with write, too/,
  );
});

test('a subclass may override addBucket, and use its own fields there', () => {
  class Watched extends AccessKey {
    public readonly added: string[] = [];

    public override addBucket(bucket: IBucketRef): void {
      this.added.push(bucket.node.path);
      super.addBucket(bucket);
    }
  }
  const stack = makeStack();

  const key = new Watched(stack, 'Key', { permission: Permission.READ, buckets: [bucketIn(stack, 'A')] });
  key.addBucket(bucketIn(stack, 'B'));

  expect(key.added).toEqual(['app/B']);
  expect(onlyResource(stack, 'coffer_access_key').bucket_ids).toHaveLength(2);
});

test('C4: an imported key by itself defines nothing', () => {
  const stack = makeStack();

  AccessKey.fromAccessKeyId(stack, 'Old', 'AK123');

  expect(JSON.parse(synth(stack))).not.toHaveProperty('resource');
  expect(() => AccessKey.fromAccessKeyId(stack, 'Empty', '')).toThrow('"accessKeyId" must not be empty (in app/Empty)');
});

test('C7: naming the default provider is the same as naming none', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const [provider] = stack.allProviders();
  if (!provider) throw new Error('no provider');
  const bucket = new Bucket(stack, 'A', { maxSize: Size.bytes(1), provider });

  bucket.grantRead(new AccessKey(stack, 'Key'));

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({ bucket_ids: [ref(bucket)] });
});

test.each([
  [AccessKey, ''],
  [RotatingAccessKey, '.current'],
])('puts its credentials into one sensitive output, under the name it is given: %o', (Key, current) => {
  const stack = makeStack();
  const key = new Key(stack, 'Key', { permission: Permission.READ, buckets: [bucketIn(stack, 'A')] });

  const output = key.outputCredentials('reader');

  for (const name of [undefined, 'reader']) expect(key.outputCredentials(name)).toBe(output);
  // C11: asking again does not fix the name.
  output.overrideLogicalId('last');

  const address = `${key.resource.terraformResourceType}.${key.resource.friendlyUniqueId}${current}`;
  expect(block(stack, 'output')).toEqual({
    last: {
      sensitive: true,
      description: expect.stringContaining('Credentials of access key app/Key.'),
      value: {
        access_key_id: expr(`${address}.access_key_id`),
        secret_access_key: expr(`${address}.secret_access_key`),
        endpoint: expr(`${address}.endpoint`),
      },
    },
  });
  for (const name of ['my output', '1st', '', key.accessKeyId])
    expect(() => key.outputCredentials(name)).toThrow('"name" must be a name that Terraform allows');
  expect(() => key.outputCredentials('other')).toThrow('are in output "last" already, got "other"');
});

test('C4: a key with credentials from elsewhere gives the environment of a bucket, and is no grantee', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  const key = AccessKey.fromAccessKeyAttributes(stack, 'Old', {
    accessKeyId: 'AK1',
    secretAccessKey: SecretValue.fromVariable(stack, 'old_secret'),
    endpoint: 'http-eu.example.com',
  });

  new TerraformLocal(stack, 'env', bucket.environment(key));

  expect(block(stack, 'locals', 'env')).toMatchObject({
    AWS_ACCESS_KEY_ID: 'AK1',
    AWS_SECRET_ACCESS_KEY: expr('var.old_secret'),
    // Terraform evaluates the expression at run time: this host has no scheme, although it begins like one.
    AWS_ENDPOINT_URL_S3: expect.stringContaining('startswith("http-eu.example.com", "https://")'),
  });
  bucket.grantRead(key);
  expect(() => synth(stack)).toThrow('bucket "app/Uploads" cannot be opened to "app/Old" (read)');
});
