import { TerraformLocal, type TerraformResourceLifecycle, type TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  CredentialsFormat,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { block, expr, makeStack, onlyResource, synth } from './support';

const props = (stack: TerraformStack, id = 'Bucket') => ({
  permission: Permission.READ,
  buckets: [Bucket.fromBucketId(stack, id, 'b-1')],
});
const KINDS = [
  ['AccessKey', 'coffer_access_key', (stack: TerraformStack) => new AccessKey(stack, 'Key', props(stack))],
  [
    'RotatingAccessKey',
    'coffer_rotating_access_key',
    (stack: TerraformStack) => new RotatingAccessKey(stack, 'Key', props(stack)),
  ],
] as const;

test.each(KINDS)('C1: %s stored by name is destroyed before the next one is made', (_kind, type, make) => {
  const stack = makeStack();
  const key = make(stack);
  key.resource.lifecycle = { ...key.resource.lifecycle, preventDestroy: true, ignoreChanges: ['bucket_ids'] };

  const secret = key.storeIn('reader');
  new TerraformLocal(stack, 'secret', [secret.secretId, secret.fqn]);

  const { store_in, lifecycle } = onlyResource(stack, type);
  const address = `${type}.${key.resource.friendlyUniqueId}`;
  // C8: the lifecycle keeps what else it says.
  expect([store_in, lifecycle]).toEqual([
    { secret_name: 'reader' },
    { prevent_destroy: true, ignore_changes: ['bucket_ids'] },
  ]);
  expect(block(stack, 'locals', 'secret')).toEqual([expr(`${address}.secret_id`), expr(address)]);
});

test.each(KINDS)(
  'C1: %s stored in a secret that exists is made before the old one is destroyed, unless its lifecycle says otherwise',
  (_kind, type, make) => {
    const lifecycles: readonly [TerraformResourceLifecycle | undefined, object][] = [
      [{ preventDestroy: true }, { prevent_destroy: true, create_before_destroy: true }],
      [{ ignoreChanges: 'all' }, { ignore_changes: 'all', create_before_destroy: true }],
      [undefined, { create_before_destroy: true }],
      [{ createBeforeDestroy: false }, { create_before_destroy: false }],
    ];
    for (const [given, lifecycle] of lifecycles) {
      const stack = makeStack();
      const secret = new Secret(stack, 'Reader', { secretName: 'reader', importId: 'name:reader' });
      const key = make(stack);
      key.resource.lifecycle = given as TerraformResourceLifecycle;

      key.storeInSecret(secret, { format: CredentialsFormat.ENV });

      const secret_id = expr(`coffer_secret.${secret.resource.friendlyUniqueId}.id`);
      expect(onlyResource(stack, type)).toMatchObject({ store_in: { secret_id, format: 'env' }, lifecycle });
    }
  },
);

test('a second secret for one key is an error at once', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', props(stack));

  key.storeIn('reader');
  expect(() => key.storeIn('other')).toThrow('AccessKey "app/Key" is stored in a secret already');
});

test('C7: a key and the secret it is stored in have one provider and one project', () => {
  const stack = makeStack();
  const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
  const secret = Secret.fromSecretName(stack, 'There', 'reader', { provider });
  new AccessKey(stack, 'Key', props(stack)).storeInSecret(secret);
  const elsewhere = Secret.fromSecretName(stack, 'Elsewhere', 'reader', { projectId: 'p-2' });
  new AccessKey(stack, 'Other', { ...props(stack, 'B'), projectId: 'p-1' }).storeInSecret(elsewhere);

  expect(() => synth(stack)).toThrow(
    'AccessKey "app/Key" is managed by provider "coffer", but secret "app/There" by "coffer.eu"',
  );
  expect(() => synth(stack)).toThrow(
    'AccessKey "app/Other" is made in project "p-1", but secret "app/Elsewhere" is in project "p-2"',
  );
});

test.each(['value_wo_version', 'all'])('a first value whose changes are ignored (%s) does not matter', (ignored) => {
  const stack = makeStack();
  const value = SecretValue.fromVariable(stack, 'first', { version: '1' });
  const secret = new Secret(stack, 'Reader', { secretName: 'reader', value });
  secret.resource.lifecycle = { ignoreChanges: ignored === 'all' ? ignored : [ignored] };

  new AccessKey(stack, 'Key', props(stack)).storeInSecret(secret);

  expect(onlyResource(stack, 'coffer_access_key')).toHaveProperty('store_in');
});

test.each(KINDS)(
  'C8: %s that its resource or an override stores has no secret half to show, and one that they no longer store is lost',
  (kind, type, make) => {
    const stored: readonly ((key: ReturnType<typeof make>, stack: TerraformStack) => void)[] = [
      ({ resource }) => resource.putStoreIn({ secretName: 'reader' }),
      ({ resource }) => resource.addOverride('store_in.secret_id', 's-1'),
      ({ resource }, stack) =>
        stack.addOverride(`resource.${type}.${resource.friendlyUniqueId}.store_in`, { secret_name: 'reader' }),
    ];
    for (const store of stored) {
      const stack = makeStack();
      const key = make(stack);
      key.outputCredentials();
      synth(stack);

      store(key, stack);

      expect(() => synth(stack)).toThrow(
        `${kind} "app/Key" is stored in a secret, so its secret half is not in the state`,
      );
    }

    const stack = makeStack();
    const key = make(stack);
    key.storeIn('reader');
    key.resource.resetStoreIn();

    expect(() => synth(stack)).toThrow(
      `${kind} "app/Key" was stored in a secret, but "storeIn" of its resource was taken away: remove one of them`,
    );
  },
);

test('C8: the secret half of a key that its resource imports cannot be output', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', props(stack));
  key.outputCredentials();

  key.resource.importFrom('GK31c2f218a2e44f485b94239e');

  expect(() => synth(stack)).toThrow(/AccessKey "app\/Key" cannot be output: the key is imported/);
});

test.each(KINDS)('C8: the secret of %s has the name that the resource has', (_kind, type, make) => {
  const changes: readonly ((key: ReturnType<typeof make>) => void)[] = [
    ({ resource }) => resource.putStoreIn({ secretName: 'other' }),
    ({ resource }) => resource.addOverride('store_in.secret_name', 'other'),
  ];
  for (const change of changes) {
    const stack = makeStack();
    const key = make(stack);
    const uploads = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
    key.addBucket(uploads);
    const secret = key.storeIn('reader');
    const connection = uploads.connection(key);

    change(key);

    new TerraformLocal(stack, 'names', [secret.secretName, connection.secretName]);
    expect(onlyResource(stack, type)).toMatchObject({ store_in: { secret_name: 'other' } });
    expect(block(stack, 'locals', 'names')).toEqual(['other', 'other']);
  }
});

test.each(KINDS)(
  'C8: the name of the secret of %s that was read before it was changed is an error',
  (kind, type, make) => {
    const changes: readonly [(key: ReturnType<typeof make>, stack: TerraformStack) => void, now: string][] = [
      [({ resource }) => resource.putStoreIn({ secretName: 'other' }), '"other"'],
      [({ resource }) => resource.putStoreIn({ secretId: 's-1' }), 'another secret'],
      [
        ({ resource }, stack) =>
          stack.addOverride(`resource.${type}.${resource.friendlyUniqueId}.store_in.secret_name`, 'other'),
        '"other"',
      ],
    ];
    for (const [change, now] of changes) {
      const stack = makeStack();
      const key = make(stack);
      const { secretName } = key.storeIn('reader');

      change(key, stack);

      expect(secretName).toBe('reader');
      expect(() => synth(stack)).toThrow(
        `the secret of ${kind} "app/Key" was asked for its "secretName", but "storeIn" of its resource was then changed to ${now}: pass the ` +
          'name to storeIn, or change the resource first',
      );
    }
  },
);
