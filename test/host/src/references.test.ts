import { Fn, TerraformCount, TerraformIterator, TerraformOutput, type TerraformStack, Testing } from 'cdktf';
import { expect, it } from 'vitest';
import { AccessKey, Bucket, type l1, PullSecret, RotatingAccessKey, Secret, SecretValue, Size } from '../../../src';
import { makeApp, makeStack, synthApp } from './support';

const A_GIB = Size.gibibytes(1);

type Repeatable = Pick<l1.Bucket, 'count' | 'forEach'>;

/** Pairs of our reference and the one that CDKTF creates for the low-level construct, which `repeat` changes before. */
function pairs(stack: TerraformStack, repeat: (resource: Repeatable) => void = () => undefined): [string, string][] {
  const bucket = new Bucket(stack, 'Bucket', { maxSize: A_GIB });
  const secret = new Secret(stack, 'Secret', { secretName: 'secret' });
  const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
  const pull = new PullSecret(stack, 'Pull', { server: 'ghcr.io', username: 'someone', password });
  const key = new AccessKey(stack, 'Key');
  const rotating = new RotatingAccessKey(stack, 'Rotating');
  for (const each of [key, rotating]) bucket.grantRead(each);
  const found = Bucket.fromBucketAlias(stack, 'Found', 'assets');
  const foundSecret = Secret.fromSecretName(stack, 'FoundSecret', 'secret');
  const data = found.node.findChild('Resource') as l1.DataCofferBucket;
  const secretData = foundSecret.node.findChild('Resource') as l1.DataCofferSecret;
  const resources = [bucket, secret, pull, key, rotating].map(({ resource }) => resource);
  for (const resource of [...resources, data, secretData]) repeat(resource);
  const { current } = rotating.resource;
  return [
    [bucket.bucketId, bucket.resource.id],
    [bucket.alias, bucket.resource.alias],
    [bucket.endpoint, bucket.resource.endpoint],
    [bucket.fqn, bucket.resource.fqn],
    [secret.secretId, secret.resource.id],
    [secret.secretName, secret.resource.name],
    [pull.pullSecretId, pull.resource.id],
    [key.keyId, key.resource.id],
    [key.accessKeyId, key.resource.accessKeyId],
    [key.secretAccessKey, key.resource.secretAccessKey],
    [key.endpoint, key.resource.endpoint],
    [rotating.keyId, rotating.resource.id],
    [rotating.accessKeyId, current.accessKeyId],
    [rotating.secretAccessKey, current.secretAccessKey],
    [rotating.endpoint, current.endpoint],
    [rotating.rotatedAt, current.rotatedAt],
    [found.bucketId, data.id],
    [found.alias, data.alias],
    [found.endpoint, data.endpoint],
    [foundSecret.secretId, secretData.id],
    [foundSecret.secretName, secretData.name],
  ];
}

/** Uses of a reference: alone, in text, in a function, and in text in a function. */
const USES: readonly ((reference: string) => unknown)[] = [
  (reference) => reference,
  (reference) => `a ${reference} and ${reference}`,
  (reference) => Fn.upper(reference),
  (reference) => Fn.join('/', ['a', `s3://${reference}`]),
];

/** Puts every use of every reference into a separate output. */
function show(stack: TerraformStack, name: string, references: readonly string[]): void {
  for (const [index, reference] of references.entries()) {
    for (const [kind, use] of USES.entries()) {
      new TerraformOutput(stack, `${name}-${index}-${kind}`, { value: use(reference), sensitive: true });
    }
  }
}

/** The code of these outputs, in order. */
function shown(code: string, name: string): unknown[] {
  const { output } = JSON.parse(code) as { output: Record<string, { value: unknown }> };
  return Object.entries(output)
    .filter(([id]) => id.startsWith(`${name}-`))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { value }]) => value);
}

it.each<[title: string, repeat: (resource: Repeatable) => void]>([
  ['one', () => undefined],
  [
    'several by count',
    (resource) => {
      resource.count = TerraformCount.of(2);
    },
  ],
  [
    'several by for_each',
    (resource) => {
      resource.forEach = TerraformIterator.fromList(['a', 'b']);
    },
  ],
])('C11: a reference is written as CDKTF writes that of the low-level construct: %s', (_, repeat) => {
  const stack = makeStack();
  const references = pairs(stack, repeat);

  show(
    stack,
    'ours',
    references.map(([ours]) => ours),
  );
  show(
    stack,
    'theirs',
    references.map(([, theirs]) => theirs),
  );

  // Without validations, which refuse references to a repeated block.
  const code = Testing.synth(stack);
  expect(shown(code, 'ours')).toHaveLength(references.length * USES.length);
  expect(shown(code, 'ours')).toEqual(shown(code, 'theirs'));
});

it('C11: a reference crosses stacks as CDKTF has that of the low-level construct cross them', () => {
  const app = makeApp();
  const references = pairs(makeStack(app, 'service'));
  const web = makeStack(app, 'web');

  show(
    web,
    'ours',
    references.map(([ours]) => ours),
  );
  show(
    web,
    'theirs',
    references.map(([, theirs]) => theirs),
  );

  const { web: code = '' } = synthApp(app);
  expect(shown(code, 'ours')[0]).toContain('.outputs.cross-stack-output-');
  expect(shown(code, 'ours')).toEqual(shown(code, 'theirs'));
});
