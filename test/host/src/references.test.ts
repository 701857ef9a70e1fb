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

/** Shows every use of every reference. */
const show = (stack: TerraformStack, references: readonly [string, string][]) =>
  new TerraformOutput(stack, 'all', {
    value: references.map((pair) => USES.map((use) => pair.map(use))),
    sensitive: true,
  });

/** The code of these uses, each of ours with that of CDKTF. */
const shown = (code: string): [unknown, unknown][] => JSON.parse(code).output.all.value.flat();

it.each<[title: string, repeat: (resource: Repeatable) => void]>([
  ['one', () => undefined],
  ['several by count', (resource) => Object.assign(resource, { count: TerraformCount.of(2) })],
  ['several by for_each', (resource) => Object.assign(resource, { forEach: TerraformIterator.fromList(['a', 'b']) })],
])('C11: a reference is written as CDKTF writes that of the low-level construct: %s', (_, repeat) => {
  const stack = makeStack();
  const references = pairs(stack, repeat);

  show(stack, references);

  // Without validations, which refuse references to a repeated block.
  const uses = shown(Testing.synth(stack));
  expect(uses).toHaveLength(references.length * USES.length);
  expect(uses.map(([ours]) => ours)).toEqual(uses.map(([, theirs]) => theirs));
});

it('C11: a reference crosses stacks as CDKTF has that of the low-level construct cross them', () => {
  const app = makeApp();
  const references = pairs(makeStack(app, 'service'));

  show(makeStack(app, 'web'), references);

  const uses = shown(synthApp(app).web ?? '');
  expect(uses[0]?.[0]).toContain('.outputs.cross-stack-output-');
  expect(uses.map(([ours]) => ours)).toEqual(uses.map(([, theirs]) => theirs));
});
