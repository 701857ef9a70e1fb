import { Lazy, ref, TerraformCount, TerraformIterator, TerraformOutput, type TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketGrants,
  type BucketMap,
  EphemeralAccessKey,
  l1,
  Secret,
  SecretValue,
  Size,
} from '../../src';
import { block, bucketIn, expr, makeApp, makeStack, onlyResource, resources, synth, synthApp } from './support';

const REPEAT: Readonly<Record<string, (resource: l1.Bucket) => void>> = {
  'a for_each': (resource) => {
    resource.forEach = TerraformIterator.fromList(['a', 'b']);
  },
  'a for_each in an override': (resource) => resource.addOverride('for_each', { a: 1 }),
  'a count': (resource) => {
    resource.count = 2;
  },
  'a TerraformCount of none': (resource) => {
    resource.count = TerraformCount.of(0);
  },
  'a count in an override': (resource) => resource.addOverride('count', expr('var.count')),
};

test.each(Object.entries(REPEAT))(
  'C8: a grant and an attribute of a bucket with %s are errors that name the form that works',
  (name, repeat) => {
    const stack = makeStack();
    const bucket = bucketIn(stack);
    const key = new AccessKey(stack, 'Key');
    bucket.grantRead(key);
    new TerraformOutput(stack, 'name', { value: `s3://${bucket.alias}` });
    new TerraformOutput(stack, 'again', { value: [bucket.alias] });

    repeat(bucket.resource);

    const [by, index] = /count/i.test(name) ? ['count', '0'] : ['for_each', '"a"'];
    const { friendlyUniqueId } = bucket.resource;
    const forms = (attribute: string) => expr(`coffer_bucket.${friendlyUniqueId}[${index}].${attribute}`);
    const said = (attribute: string, users: string) =>
      `"${attribute}" of "app/Uploads" is used by ${users}, but "app/Uploads" has a "${by}", so Terraform has to know which ` +
      'instance is meant: define it with Bucket.forEach, which has references to one and to all of them, or name one, such as ' +
      forms(attribute);
    expect(() => synth(stack)).toThrow(said('id', '"app/Key"'));
    expect(() => synth(stack)).toThrow(said('alias', '"app/again", "app/name"'));
  },
);

test('C8: so are those of a low-level bucket, of a secret, of a key, of a look-up and of an ephemeral key', () => {
  const stack = makeStack();
  const low = new l1.Bucket(stack, 'Low', { maxSize: 1, count: 2 });
  const key = new AccessKey(stack, 'Key');
  BucketGrants.fromBucket(low).read(key);
  key.resource.count = 2;
  key.outputCredentials('credentials');
  const secret = new Secret(stack, 'Secret', { secretName: 'secret' });
  secret.resource.count = 2;
  const found = Bucket.fromBucketAlias(stack, 'Found', 'assets');
  (found.node.findChild('Resource') as l1.DataCofferBucket).count = 2;
  const brief = new EphemeralAccessKey(stack, 'Brief');
  found.grantRead(brief);
  brief.resource.addOverride('count', 2);
  const value = SecretValue.fromEphemeral(brief.secretAccessKey);
  new Secret(stack, 'Copy', { secretName: 'copy', value });
  new TerraformOutput(stack, 'name', { value: secret.secretName });
  new TerraformOutput(stack, 'size', { value: low.maxSize });

  const told = String(problemsOf(stack));
  expect(told).toContain('"id" of "app/Low" is used by "app/Key"');
  expect(told).toContain('"max_size" of "app/Low" is used by "app/size"');
  expect(told).toContain('"access_key_id" of "app/Key" is used by "app/Key/Credentials"');
  expect(told).toContain('"name" of "app/Secret" is used by "app/name"');
  expect(told).toContain('define it with Secret.forEach');
  expect(told).toContain('"id" of "app/Found" is used by "app/Brief"');
  expect(told).toContain('"secret_access_key" of "app/Brief" is used by "app/Copy"');
  expect(told).toContain('define one construct for each instead, or name one, such as ${ephemeral.coffer_access_key.');
});

test('C8: other stacks that use one are named, and so is their number', () => {
  const app = makeApp();
  const service = makeStack(app, 'service');
  const bucket = bucketIn(service);
  bucket.resource.count = 2;
  const web = makeStack(app, 'web');
  for (let index = 0; index < 7; index += 1) new TerraformOutput(web, `use${index}`, { value: bucket.alias });

  expect(() => app.synth()).toThrow(
    '"alias" of "service/Uploads" is used by "web/use0", "web/use1", "web/use2", "web/use3", "web/use4" and 2 more, but',
  );
});

test('C8: a secret value in a wrong place hides no reference, and is reported with it', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const bucket = bucketIn(stack);
  bucket.resource.count = 2;
  new TerraformOutput(stack, 'leak', { value: { password: SecretValue.fromVariable(stack, 'password') } });
  new TerraformOutput(stack, 'name', { value: bucket.alias });

  expect(() => app.synth()).toThrow('"alias" of "app/Uploads" is used by "app/name"');
  expect(() => app.synth()).toThrow('"app/leak" has a SecretValue');
});

test('what Terraform accepts of a repeated block stays legal', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack);
  const other = bucketIn(stack, 'Other');
  const iterator = TerraformIterator.fromMap({ a: 'x', b: 'y' });
  bucket.resource.forEach = iterator;
  const key = new AccessKey(stack, 'Key', { dependsOn: [bucket] });
  other.grantRead(key);
  key.resource.count = 2;
  const { friendlyUniqueId } = bucket.resource;
  const each = new l1.Secret(stack, 'Each', {
    name: iterator.key,
    forEach: TerraformIterator.fromResources(bucket.resource),
  });
  new TerraformOutput(stack, 'all', { value: bucket.fqn });
  new TerraformOutput(stack, 'one', { value: expr(`coffer_bucket.${friendlyUniqueId}["a"].alias`) });
  // Never put into the code.
  expect(bucket.alias).not.toBe('');

  const code = synth(stack);

  expect(JSON.parse(code).output.all.value).toBe(expr(`coffer_bucket.${friendlyUniqueId}`));
  expect(block(stack, 'resource', 'coffer_secret', each.friendlyUniqueId)).toMatchObject({
    for_each: expr(`coffer_bucket.${friendlyUniqueId}`),
  });
  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    bucket_ids: [expr(`coffer_bucket.${other.resource.friendlyUniqueId}.id`)],
    count: 2,
  });
  expect(Object.keys(resources(stack, 'coffer_bucket'))).toHaveLength(2);
});

test('a block that is repeated no longer when it is synthesized is like any other', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const bucket = bucketIn(stack);
  bucket.resource.count = 2;
  new TerraformOutput(stack, 'name', { value: bucket.alias });

  bucket.resource.count = undefined;

  expect(JSON.parse(synthApp(app).app ?? '').output.name.value).toBe(
    expr(`coffer_bucket.${bucket.resource.friendlyUniqueId}.alias`),
  );
});

function problemsOf(stack: TerraformStack): unknown {
  try {
    return synth(stack);
  } catch (error) {
    return error;
  }
}

test('a reference to all instances of a list is right', () => {
  const stack = makeStack();
  const { resource } = bucketIn(stack);
  resource.count = 2;
  const all = `coffer_bucket.${resource.friendlyUniqueId}.*.id`;
  new TerraformOutput(stack, 'ids', { value: ref(all, stack) });

  expect(block(stack, 'output', 'ids', 'value')).toBe(expr(all));

  resource.addOverride('for_each', { a: 1 });
  expect(() => synth(stack)).toThrow('"id" of "app/Uploads" is used by "app/ids", but "app/Uploads" has a "for_each"');
});

type Define = (stack: TerraformStack, before: BucketMap | undefined) => BucketMap | undefined;

const tenantsIn = (stack: TerraformStack) =>
  Bucket.forEach(stack, 'Tenant', TerraformIterator.fromList(['a', 'b']), { maxSize: Size.bytes(1) });

test.each<[what: string, define: Define]>([
  ['a map each', tenantsIn],
  [
    'a map each, and something of that of the stack before',
    (stack, before) => {
      if (before) new TerraformOutput(stack, 'before', { value: [before.at('a').alias, before.aliases] });
      return tenantsIn(stack);
    },
  ],
  [
    'a connection each of a key that is stored nowhere',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      const bucket = bucketIn(stack);
      bucket.grantRead(key);
      new TerraformOutput(stack, 'endpoint', { value: bucket.connection(key).endpoint });
      return undefined;
    },
  ],
])('the search for uses resolves a stack as often in an app of many stacks as in one of few: %s', (_what, define) => {
  const resolutionsIn = (stacks: number): number => {
    const app = makeApp();
    let count = 0;
    const counted = Lazy.stringValue({ produce: () => `resolved ${++count > 0}` });
    let before: BucketMap | undefined;
    for (let index = 0; index < stacks; index += 1) {
      const stack = makeStack(app, `stack-${index}`);
      before = define(stack, before);
      new TerraformOutput(stack, 'counted', { value: counted });
    }
    synthApp(app);
    return count / stacks;
  };

  expect(resolutionsIn(8)).toBe(resolutionsIn(2));
});
