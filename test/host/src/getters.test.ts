import { Aspects, TerraformHclModule, TerraformLocal, TerraformOutput, TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, CofferProvider, l1, Permission, PullSecret, Secret, SecretValue, Size } from '../../../src';
import { bucketIn, expr, makeApp, makeStack, onlyResource, resources, synth, synthApp } from './support';

const opening = (stack: TerraformStack, id: string) => ({
  permission: Permission.READ,
  buckets: [Bucket.fromBucketId(stack, `${id}Bucket`, 'b-1')],
});

test('C11: the environment of a stored key has all but the secret half', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  const key = new AccessKey(stack, 'Key');
  bucket.grantRead(key);
  const { AWS_SECRET_ACCESS_KEY: _, ...others } = bucket.environment(key);
  const secret = key.storeIn('reader');
  key.secretAccessKey;

  new TerraformLocal(stack, 'environment', { ...others, secret: secret.secretName });

  expect(JSON.parse(synth(stack)).locals.environment).toMatchObject({ S3_BUCKET: expect.anything(), secret: 'reader' });
});

const NOTHING =
  'AccessKey "app/Key" is stored in a secret, so its secret half is not in the state, and "secretAccessKey", outputCredentials and ' +
  '"environment" of a bucket have nothing to show';

test.each(
  Object.entries<readonly [user: string, use: (stack: TerraformStack, half: string, key: AccessKey) => unknown]>({
    'an output': ['"app/out"', (stack, value) => new TerraformOutput(stack, 'out', { value, sensitive: true })],
    outputCredentials: ['"app/Key"', (_stack, _half, key) => key.outputCredentials()],
    'a module': [
      '"app/module"',
      (stack, half) => new TerraformHclModule(stack, 'module', { source: 'acme/module/aws', variables: { half } }),
    ],
    'another provider': [
      '"app/other"',
      (stack, half) => new l1.CofferProvider(stack, 'other', { alias: 'other', token: half }),
    ],
    'a secret and an output': [
      '"app/Copy", "app/out"',
      (stack, half) => {
        new TerraformOutput(stack, 'out', { value: half });
        new Secret(stack, 'Copy', { secretName: 'copy', value: SecretValue.unsafePlainText(half) });
      },
    ],
    'an override of the stack': ['"app"', (stack, half) => stack.addOverride('locals.half', half)],
    'an aspect': [
      '"app/Bucket"',
      (stack, half) => {
        const { resource } = new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) });
        Aspects.of(stack).add({ visit: () => resource.addOverride('description', half) });
      },
    ],
  }),
)('C8: the secret half of a stored key has no text for %s', (_what, [user, use]) => {
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
