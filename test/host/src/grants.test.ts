import { TerraformOutput, TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, CofferProvider, Permission, Size } from '../../../src';
import { block, bucketIn, expr, makeApp, makeStack, onlyResource, synth, synthApp } from './support';

test('C7: providers of two stacks that lead to the same place, or nobody knows where, are fine', () => {
  const app = makeApp();
  const [one, two] = [makeStack(app, 'one'), makeStack(app, 'two')];
  const provider = new CofferProvider(two, 'named', { alias: 'named', baseUrl: 'https://eu.example' });

  bucketIn(one, 'A').grantRead(new AccessKey(two, 'Key', { provider, projectId: 'p-1' }));

  expect(Object.keys(synthApp(app))).toEqual(['one', 'two']);
});

test('C4: a bucket is looked up by its alias, and waited for', () => {
  const stack = makeStack();

  const bucket = Bucket.fromBucketAlias(stack, 'Old', 'uploads-7f', { projectId: 'p-1' });
  new TerraformOutput(stack, 'address', { value: bucket.fqn });

  const [[name, found]] = Object.entries(block(stack, 'data', 'coffer_bucket') as object) as [[string, object]];
  expect(found).toEqual({ alias: 'uploads-7f', project_id: 'p-1' });
  expect(block(stack, 'output', 'address')).toEqual({ value: expr(`data.coffer_bucket.${name}`) });
});

test('C4: a bucket with attributes defines nothing; one with an id alone says what is not known of it', () => {
  const stack = makeStack();

  const attributes = { bucketId: 'b-1', alias: 'uploads', endpoint: 's3.example' };
  const whole = Bucket.fromBucketAttributes(stack, 'Whole', attributes);
  const part = Bucket.fromBucketId(stack, 'Part', 'b-2');

  expect(whole).toMatchObject(attributes);
  expect(JSON.parse(synth(stack))).not.toHaveProperty('resource');
  expect(() => part.alias).toThrow('the alias of bucket "app/Part" is not known, since it is referred to by its id');
  expect(() => part.endpoint).toThrow('use Bucket.fromBucketAttributes or Bucket.fromBucketAlias');
  expect(() => Bucket.fromBucketAttributes(stack, 'Bad', { bucketId: 'b', alias: '', endpoint: '' })).toThrow(
    '"alias" must not be empty (in app/Bad)\n"endpoint" must not be empty (in app/Bad)',
  );
});

test('the environment for a key that does not open the bucket is an error; a grant afterwards is in time', () => {
  const stack = makeStack();
  const [a, b] = [bucketIn(stack, 'A'), bucketIn(stack, 'B')];
  const key = new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [a] });

  b.environment(key);
  expect(a.environment(key, { region: 'eu' }).AWS_REGION).toBe('eu');

  expect(() => synth(stack)).toThrow(
    '"environment" of bucket "app/B" was asked for AccessKey "app/Key", which does not open it',
  );
  b.grantRead(key);
  expect(onlyResource(stack, 'coffer_access_key').bucket_ids).toHaveLength(2);
});

test('C7: a key and a bucket that overrides or a URL written in another way put in one place are not told apart', () => {
  const app = makeApp();
  const [one, two] = ['/v1', '/v1/'].map((path, index) => {
    const stack = new TerraformStack(app, `stack${index}`);
    new CofferProvider(stack, 'coffer', { baseUrl: `https://api.example.com${path}` });
    return stack;
  }) as [TerraformStack, TerraformStack];
  bucketIn(one, 'Far').grantRead(new AccessKey(two, 'Key'));
  const provider = new CofferProvider(one, 'eu', { alias: 'eu', projectId: 'p-1' });
  const eu = new Bucket(one, 'Eu', { maxSize: Size.bytes(1), provider });
  for (const [id, address] of Object.entries({ Eu: 'coffer.eu', Unknown: expr('var.provider') })) {
    const key = new AccessKey(one, `${id}Key`);
    key.resource.addOverride('provider', address);
    eu.grantRead(key);
  }
  const other = new AccessKey(one, 'OtherProject', { projectId: 'p-2', provider });
  other.resource.addOverride('project_id', 'p-1');
  eu.grantRead(other);

  expect(Object.keys(synthApp(app))).toEqual(['stack0', 'stack1']);

  other.resource.addOverride('project_id', 'p-3');
  expect(() => synthApp(app)).toThrow('is made in project "p-3", but bucket "stack0/Eu" is in project "p-1"');
});
