import { TerraformOutput } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  CofferTesting,
  EphemeralAccessKey,
  type IBucket,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretValue,
} from '../../../src';
import {
  block,
  bucketIn,
  expr,
  makeApp,
  makeStack,
  onlyResource,
  resources,
  synth,
  synthApp,
  warnings,
} from './support';

test('C11: what is removed leaves its name, its import and its grants', () => {
  const stack = makeStack();
  const uploads = bucketIn(stack, 'Uploads');
  const old = new Construct(stack, 'Old');
  new Secret(old, 'Secret', { secretName: 'db', importId: 's-1' });
  uploads.grantOwner(new AccessKey(old, 'Boss'));
  uploads.grantRead(new AccessKey(stack, 'Reader'));
  new AccessKey(old, 'Stored', { permission: Permission.READ, buckets: [uploads] }).storeIn('reader');
  new CofferProvider(old, 'coffer');

  stack.node.tryRemoveChild('Old');
  new Secret(stack, 'Secret', { secretName: 'db', importId: 's-1' });
  new Secret(stack, 'Reader secret', { secretName: 'reader' });

  expect(Object.keys(resources(stack, 'coffer_secret'))).toHaveLength(2);
  expect(warnings(stack)).toEqual([]);
  expect(CofferTesting.grantsOf(stack).map(({ grantee }) => grantee.node.path)).toEqual(['app/Reader']);
});

test('C11: a logical id may be fixed from outside after a grant, and whatever else refers to it', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack, 'Uploads');
  const keys = [
    new AccessKey(stack, 'Key'),
    new RotatingAccessKey(stack, 'Turning'),
    new EphemeralAccessKey(stack, 'Brief'),
  ];
  for (const key of keys) bucket.grantRead(key);
  const key = new AccessKey(stack, 'Last', { permission: Permission.READ, buckets: [bucket], dependsOn: [bucket] });
  const secret = new Secret(stack, 'Secret', { secretName: 's', dependsOn: [key] });
  new TerraformOutput(stack, 'all', { value: [bucket.alias, key.secretAccessKey, secret.secretId, secret.secretName] });
  new TerraformOutput(stack, 'url', { value: bucket.environment(key).AWS_ENDPOINT_URL_S3 });

  bucket.resource.overrideLogicalId('uploads');
  key.resource.overrideLogicalId('last');
  secret.resource.overrideLogicalId('secret');

  const ids = [expr('coffer_bucket.uploads.id')];
  for (const type of ['coffer_access_key', 'coffer_rotating_access_key']) {
    for (const made of Object.values(resources(stack, type))) expect(made).toMatchObject({ bucket_ids: ids });
  }
  expect(Object.values(block(stack, 'ephemeral', 'coffer_access_key') as object)).toMatchObject([{ bucket_ids: ids }]);
  expect(block(stack, 'resource', 'coffer_access_key', 'last')).toMatchObject({
    depends_on: ['coffer_bucket.uploads'],
  });
  expect(block(stack, 'resource', 'coffer_secret', 'secret')).toMatchObject({ depends_on: ['coffer_access_key.last'] });
  expect(block(stack, 'output', 'all')).toEqual({
    value: [
      expr('coffer_bucket.uploads.alias'),
      expr('coffer_access_key.last.secret_access_key'),
      expr('coffer_secret.secret.id'),
      expr('coffer_secret.secret.name'),
    ],
  });
  expect(JSON.stringify(block(stack, 'output', 'url'))).toContain('startswith(coffer_access_key.last.endpoint, ');
});

test('C11: a logical id may be fixed after a grant across stacks', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const bucket = bucketIn(storage, 'Uploads');
  bucket.grantRead(new AccessKey(web, 'Key'));

  bucket.resource.overrideLogicalId('uploads');

  const code = synthApp(app);
  expect(code.web).toContain('.outputs.cross-stack-output-coffer_bucketuploadsid}');
  expect(code.storage).toContain(expr('coffer_bucket.uploads.id'));
});

test('C11: a bucket that is referred to by the id of another construct is the same one', () => {
  const app = makeApp();
  const [stack, other] = [makeStack(app), makeStack(app, 'other')];
  const bucket = bucketIn(stack, 'Uploads');
  const [again, low, far] = [
    Bucket.fromBucketId(stack, 'Again', bucket.bucketId),
    Bucket.fromBucketId(stack, 'Low', bucket.resource.id),
    Bucket.fromBucketId(other, 'Far', bucket.bucketId),
  ];
  const [here, there] = [new AccessKey(stack, 'Key'), new AccessKey(other, 'Key')];
  for (const each of [bucket, again, low]) each.grantRead(here);
  again.grantWrite(here);
  far.grantRead(there);
  bucket.grantWrite(there);

  synthApp(app);

  const found = (key: AccessKey, each: IBucket) => CofferTesting.requireGrant(key, each, Permission.READ_WRITE);
  for (const key of [here, there]) expect(found(key, bucket)).toBeUndefined();
  for (const each of [again, low, far]) expect(found(here, each)).toBeUndefined();
});

test('C11: a provider may be replaced, and one that is written by hand counts', () => {
  const stack = makeStack();
  new Secret(stack, 'Secret', { secretName: 's', value: SecretValue.unsafePlainText('x') });
  synth(stack);
  stack.node.tryRemoveChild('coffer');
  new CofferProvider(stack, 'eu', { alias: 'eu' });
  expect(() => synth(stack)).toThrow('"app/Secret" of stack "app" would use a CofferProvider without an alias');

  stack.addOverride('provider.coffer', [{ alias: 'eu' }, { project_id: 'p-1' }]);
  expect(block(stack, 'provider', 'coffer')).toContainEqual({ project_id: 'p-1' });
  stack.addOverride('provider', undefined);

  new CofferProvider(stack, 'coffer');
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ name: 's' });
});
