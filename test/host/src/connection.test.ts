import { TerraformOutput, type TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, EphemeralAccessKey, Permission, Secret, SecretValue } from '../../../src';
import { block, bucketIn, expr, makeApp, makeStack, onlyResource, synth, synthApp } from './support';

const show = (stack: TerraformStack, value: unknown, id = 'shown'): unknown => {
  new TerraformOutput(stack, id, { value });
  return block(stack, 'output', id, 'value');
};

test('C8: a key may be stored after somebody asked for its connection', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  const key = new AccessKey(stack, 'Key');
  const { secretName, region, bucket: alias } = bucket.connection(key);
  expect([region, alias]).toEqual(['us-east-1', bucket.alias]);
  const secret = new Secret(stack, 'Sink', { secretName: 'sink' });
  new TerraformOutput(stack, 'name', { value: `of ${secretName}` });

  bucket.grantRead(key);
  key.storeInSecret(secret);

  expect(block(stack, 'output', 'name', 'value')).toBe(
    `of ${expr(`coffer_secret.${secret.resource.friendlyUniqueId}.name`)}`,
  );
});

test('C11: the connection of a key that is stored nowhere is an error only where its secret is used', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const bucket = bucketIn(stack);
  const [key, brief] = [new AccessKey(stack, 'Key'), new EphemeralAccessKey(stack, 'Brief')];
  for (const each of [key, brief]) bucket.grantRead(each);

  const { endpoint, secretName } = bucket.connection(key);
  const connection = bucket.connection(brief);

  new TerraformOutput(stack, 'endpoint', { value: endpoint });
  expect(JSON.parse(synthApp(app).app ?? '')).toMatchObject({
    output: { endpoint: { value: expect.stringMatching(/coffer_access_key\.Key_\w+\.endpoint/) } },
  });
  const said = (name: string, user: string) =>
    `"secretName" of a connection of bucket "app/Uploads" is used by "${user}", but ${name} is stored in no secret`;
  for (const [id, name, kind] of [
    ['one', secretName, 'AccessKey "app/Key"'],
    ['other', connection.secretName, 'EphemeralAccessKey "app/Brief"'],
  ] as const) {
    new TerraformOutput(new Construct(stack, 'Web'), id, { value: [`x-${name}`] });
    for (const run of [() => synthApp(app), () => synth(stack)]) expect(run).toThrow(said(kind, `app/Web/${id}`));
    stack.node.tryRemoveChild('Web');
  }
});

test('the name of a secret that is known by its id alone is an error where it is used', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  const key = new AccessKey(stack, 'Key');
  bucket.grantRead(key);
  key.storeInSecret(Secret.fromSecretId(stack, 'Sink', 's-1'));

  const { secretName } = bucket.connection(key);

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({ store_in: { secret_id: 's-1' } });
  new TerraformOutput(stack, 'name', { value: secretName });
  expect(() => synth(stack)).toThrow('the name of secret "app/Sink" is not known, since it is referred to by its id');
});

test('a key that does not open the bucket has no connection to it; one that is defined elsewhere may', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  const key = new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucketIn(stack, 'Other')] });
  const legacy = AccessKey.fromAccessKeyAttributes(stack, 'Legacy', {
    accessKeyId: 'GK1',
    secretAccessKey: SecretValue.fromVariable(stack, 'legacy'),
    endpoint: 'https://s3.example.com',
  });

  expect(show(stack, bucket.connection(legacy).accessKeyId)).toBe('GK1');
  bucket.connection(key);

  expect(() => synth(stack)).toThrow(
    '"connection" of bucket "app/Uploads" was asked for AccessKey "app/Key", which does not open it',
  );
  expect(() => Bucket.fromBucketId(stack, 'Old', 'b-1').connection(key)).toThrow(
    'the alias of bucket "app/Old" is not known',
  );
  expect(() => bucket.connection(key, { region: '' })).toThrow('"region" must not be empty (in app/Uploads)');
});
