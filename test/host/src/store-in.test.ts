import { TerraformLocal, type TerraformResourceLifecycle, type TerraformStack, TerraformVariable } from 'cdktf';
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
import { block, expr, makeApp, makeStack, onlyResource, resources, synth, synthApp } from './support';

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

  const secret = make(stack).storeIn('reader');
  new TerraformLocal(stack, 'secret_id', secret.secretId);
  new TerraformLocal(stack, 'address', secret.fqn);

  const { store_in, lifecycle } = onlyResource(stack, type);
  const address = `${type}.${Object.keys(resources(stack, type))}`;
  expect([store_in, lifecycle]).toEqual([{ secret_name: 'reader' }, undefined]);
  expect(block(stack, 'locals', 'secret_id')).toBe(expr(`${address}.secret_id`));
  expect(block(stack, 'locals', 'address')).toBe(expr(address));
});

test.each(KINDS)(
  'C1: %s stored in a secret that exists is made before the old one is destroyed',
  (_kind, type, make) => {
    const stack = makeStack();
    const secret = new Secret(stack, 'Reader', { secretName: 'reader', importId: 'name:reader' });

    make(stack).storeInSecret(secret, { format: CredentialsFormat.ENV });

    expect(onlyResource(stack, type)).toMatchObject({
      store_in: {
        secret_id: expr(`${secret.resource.terraformResourceType}.${secret.resource.friendlyUniqueId}.id`),
        format: 'env',
      },
      lifecycle: { create_before_destroy: true },
    });
  },
);

test.each(KINDS)(
  'C8: %s stored by name keeps what its lifecycle says beside the order of a replacement',
  (_kind, type, make) => {
    const stack = makeStack();
    const key = make(stack);
    key.resource.lifecycle = { ...key.resource.lifecycle, preventDestroy: true, ignoreChanges: ['bucket_ids'] };

    key.storeIn('reader');

    expect(onlyResource(stack, type)).toMatchObject({
      store_in: { secret_name: 'reader' },
      lifecycle: { prevent_destroy: true, ignore_changes: ['bucket_ids'] },
    });
    expect(onlyResource(stack, type)).not.toMatchObject({ lifecycle: { create_before_destroy: true } });
  },
);

test.each(KINDS)(
  'C8: %s is made before the old one is destroyed whatever else its lifecycle says',
  (_kind, type, make) => {
    const lifecycles = [
      [{ preventDestroy: true }, { prevent_destroy: true, create_before_destroy: true }],
      [
        { ignoreChanges: 'all' as const, createBeforeDestroy: undefined },
        { ignore_changes: 'all', create_before_destroy: true },
      ],
      [undefined, { create_before_destroy: true }],
      [{ createBeforeDestroy: false }, { create_before_destroy: false }],
    ] as const;
    const synthesized = lifecycles.map(([lifecycle]) => {
      const stack = makeStack();
      make(stack).resource.lifecycle = lifecycle as TerraformResourceLifecycle | undefined;
      return onlyResource(stack, type).lifecycle;
    });

    expect(synthesized).toEqual(lifecycles.map(([, expected]) => expected));
  },
);

test.each([
  [CredentialsFormat.PLAIN, 'plain'],
  [CredentialsFormat.JSON, 'json'],
  [CredentialsFormat.ENV, 'env'],
])("%s is a format in Terraform's words", (format, word) => {
  const stack = makeStack();

  new AccessKey(stack, 'Key', props(stack)).storeIn('reader', { format });

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({ store_in: { secret_name: 'reader', format: word } });
});

test.each(KINDS)('what would show the secret half of a stored %s is one error', (kind, _type, make) => {
  const stack = makeStack();
  const key = make(stack);
  key.outputCredentials();
  key.storeIn('reader');

  expect(() => synth(stack)).toThrow(
    `${kind} "app/Key" is stored in a secret, so its secret half is not in the state, and "secretAccessKey", outputCredentials`,
  );
});

test('the public parts of a stored key are in the state', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', props(stack));
  key.storeIn('reader');

  new TerraformLocal(stack, 'public', [key.keyId, key.accessKeyId, key.endpoint]);

  expect(block(stack, 'locals', 'public')).toHaveLength(3);
});

test('a second secret for one key is an error at once', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', props(stack));

  key.storeIn('reader');
  expect(() => key.storeIn('other')).toThrow('AccessKey "app/Key" is stored in a secret already');
});

test('C7: a name that is a token is not checked', () => {
  const stack = makeStack();
  const name = new TerraformVariable(stack, 'name', { type: 'string' }).stringValue;

  new AccessKey(stack, 'Key', props(stack)).storeIn(name);

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({ store_in: { secret_name: expr('var.name') } });
});

test("the name of a key's secret is its own, in its project", () => {
  const stack = makeStack();
  const value = SecretValue.fromVariable(stack, 'value', { version: '1' });
  new Secret(stack, 'Secret', { secretName: 'reader', value });
  new AccessKey(stack, 'Elsewhere', { ...props(stack), projectId: 'p-2' }).storeIn('reader');
  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    project_id: 'p-2',
    store_in: { secret_name: 'reader' },
  });

  new RotatingAccessKey(stack, 'Key', props(stack, 'Second')).storeIn('reader');

  expect(() => synth(stack)).toThrow('Secret "app/Secret" and "app/Key" have the same "secretName" "reader"');
});

test('two keys in one secret are an error, also in the secret that one of them made', () => {
  const stack = makeStack();
  const shared = Secret.fromSecretId(stack, 'Shared', 's-1');
  const [one, two, three, four] = ['1', '2', '3', '4'].map(
    (n) => new AccessKey(stack, `Key${n}`, props(stack, `B${n}`)),
  );
  one?.storeInSecret(shared);
  two?.storeInSecret(Secret.fromSecretId(stack, 'Again', 's-1'));
  const own = three?.storeIn('own');
  if (own) four?.storeInSecret(own);

  expect(() => synth(stack)).toThrow('AccessKey "app/Key2" and "app/Key1" are stored in one secret, "app/Again"');
  expect(() => synth(stack)).toThrow(
    'AccessKey "app/Key4" and "app/Key3" are stored in one secret, "app/Key3/StoredIn"',
  );
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

test('a key is stored in a secret of another stack', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];

  new AccessKey(storage, 'Key', props(storage)).storeInSecret(new Secret(web, 'Secret', { secretName: 's' }));

  expect(synthApp(app).storage).toMatch(/"secret_id": "\$\{data\.terraform_remote_state\./);
});

test.each(KINDS)('C8: %s is not stored in a secret whose value is managed in the same app', (kind, _type, make) => {
  const app = makeApp();
  const [stack, other] = [makeStack(app), makeStack(app, 'other')];
  const value = SecretValue.fromVariable(other, 'first', { version: '1' });
  const secret = new Secret(other, 'Reader', { secretName: 'reader', value });

  make(stack).storeInSecret(Secret.fromSecretId(stack, 'Same', secret.secretId));

  expect(() => synthApp(app)).toThrow(
    `${kind} "app/Key" is stored in secret "other/Reader", whose value is managed here: each would overwrite the other`,
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
