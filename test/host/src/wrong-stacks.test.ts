import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Aspects, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  AccessKey,
  ArtifactRegistryCredentials,
  Bucket,
  CofferProvider,
  EphemeralAccessKey,
  l1,
  MaxQuota,
  NoPlainTextSecrets,
  Permission,
  PullSecret,
  RemovalPolicy,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { filesWith, makeApp, makeStack, synth, synthApp } from './support';

/** Builds a wrong stack named `app`; another stack is named `other`. */
type Build = (stack: TerraformStack, other: TerraformStack, app: App) => unknown;

const bucket = (stack: TerraformStack, id = 'Bucket') => new Bucket(stack, id, { maxSize: Size.gibibytes(1) });
const token = (stack: TerraformStack) => SecretValue.fromVariable(stack, 'token', { version: '1' });

/** Common mistakes, each with a sentence of the error, which names the construct and comes before Terraform runs. */
const WRONG_STACKS: readonly (readonly [what: string, sentence: string, build: Build])[] = [
  [
    'grants that would widen each other',
    'AccessKey "app/Key" has one permission for all its buckets, but they were opened to it differently: read on "app/A"',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      bucket(stack, 'A').grantRead(key);
      bucket(stack, 'B').grantWrite(key);
    },
  ],
  [
    'a grant on an imported key',
    'bucket "app/Bucket" cannot be opened to "app/Old" (read): the buckets of a key are fixed',
    (stack) => bucket(stack).grantRead(AccessKey.fromAccessKeyId(stack, 'Old', 'AK1')),
  ],
  [
    'one key over two providers',
    'AccessKey "app/Key" is managed by provider "coffer", but bucket "app/Eu" by "coffer.eu"',
    (stack) => {
      const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
      new Bucket(stack, 'Eu', { maxSize: Size.bytes(1), provider }).grantRead(new AccessKey(stack, 'Key'));
    },
  ],
  [
    'one key over two services, in two stacks',
    'AccessKey "app/Key" is made at https://us.example, but bucket "other/Eu" is at https://eu.example',
    (stack, other) => {
      const eu = new CofferProvider(other, 'eu', { alias: 'eu', baseUrl: 'https://eu.example' });
      const us = new CofferProvider(stack, 'us', { alias: 'us', baseUrl: 'https://us.example' });
      const far = new Bucket(other, 'Eu', { maxSize: Size.bytes(1), provider: eu });
      far.grantRead(new AccessKey(stack, 'Key', { provider: us }));
    },
  ],
  [
    'one key over two services, in two stacks, with a password in a base URL',
    'AccessKey "app/Key" is made at (hidden), but bucket "other/Eu" is at https://eu.example',
    (stack, other) => {
      const eu = new CofferProvider(other, 'eu', { alias: 'eu', baseUrl: 'https://eu.example' });
      const us = new CofferProvider(stack, 'us', { alias: 'us', baseUrl: 'https://user:canary%40us.example' });
      const far = new Bucket(other, 'Eu', { maxSize: Size.bytes(1), provider: eu });
      far.grantRead(new AccessKey(stack, 'Key', { provider: us }));
    },
  ],
  [
    'one key over the projects of two providers, in two stacks (C7)',
    'AccessKey "app/Key" is made in project "p-us", but bucket "other/Eu" is in project "p-eu"',
    (stack, other) => {
      const eu = new CofferProvider(other, 'eu', { alias: 'eu', projectId: 'p-eu' });
      const us = new CofferProvider(stack, 'us', { alias: 'us', projectId: 'p-us' });
      const far = new Bucket(other, 'Eu', { maxSize: Size.bytes(1), provider: eu });
      far.grantRead(new AccessKey(stack, 'Key', { provider: us }));
    },
  ],
  [
    'one key over two projects',
    'AccessKey "app/Key" is made in project "p-1", but bucket "app/There" is in project "p-2"',
    (stack) => {
      const there = new Bucket(stack, 'There', { maxSize: Size.bytes(1), projectId: 'p-2' });
      there.grantRead(new AccessKey(stack, 'Key', { projectId: 'p-1' }));
    },
  ],
  [
    'a construct that forgets its provider where all have an alias',
    '"app/Bucket", "app/Key" of stack "app" would use a CofferProvider without an alias, but there is only "app/eu" (alias "eu")',
    (stack) => {
      stack.node.tryRemoveChild('coffer');
      new CofferProvider(stack, 'eu', { alias: 'eu' });
      new EphemeralAccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] });
    },
  ],
  [
    'a construct that forgets its provider where low-level ones have an alias',
    '"app/Bucket" of stack "app" would use a CofferProvider without an alias, but there is only "app/eu" (alias "eu")',
    (stack) => {
      stack.node.tryRemoveChild('coffer');
      new l1.CofferProvider(stack, 'eu', { alias: 'eu', baseUrl: 'https://eu.example' });
      bucket(stack);
    },
  ],
  [
    'no provider at all',
    'make sure to add provider constructs',
    (stack) => {
      stack.node.tryRemoveChild('coffer');
      bucket(stack);
    },
  ],
  [
    'constructs that forget their provider, the first five of which are named',
    '"app/B0", "app/B1", "app/B2", "app/B3", "app/B4" and 2 more of stack "app" would use a CofferProvider without an alias',
    (stack) => {
      stack.node.tryRemoveChild('coffer');
      new CofferProvider(stack, 'eu', { alias: 'eu' });
      for (let n = 0; n < 7; n++) bucket(stack, `B${n}`);
    },
  ],
  [
    'a key whose buckets are set beside its grants',
    'AccessKey "app/Key" was opened "app/Bucket", but "bucketIds" of its resource was set to something else',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      bucket(stack).grantRead(key);
      key.resource.bucketIds = ['b-1'];
    },
  ],
  [
    'a key whose permission is overridden by less',
    'AccessKey "app/Key" has the permission read and write, but "permissions" of its resource was set without write',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      key.resource.addOverride('permissions.write', false);
      bucket(stack).grantReadWrite(key);
    },
  ],
  [
    'a variable of somebody else, of the same name',
    'variable "token" of "app/token" and that of SecretValue.fromVariable in "app" would be merged into one',
    (stack) => {
      new Secret(stack, 'Secret', { secretName: 's', value: token(stack) });
      new TerraformVariable(stack, 'token', { type: 'string', default: 'theirs' });
    },
  ],
  [
    'one name in one project that is said in two ways',
    'Secret "app/Two" and "app/One" have the same "secretName" "db": a name is unique in its project',
    (stack) => {
      const provider = new CofferProvider(stack, 'eu', { alias: 'eu', projectId: 'p-1' });
      new Secret(stack, 'One', { secretName: 'db', provider });
      new Secret(stack, 'Two', { secretName: 'db', provider, projectId: 'p-1' });
    },
  ],
  [
    'a key in a secret whose value is managed in the same app',
    'AccessKey "app/Key" is stored in secret "app/Secret", whose value is managed here',
    (stack) => {
      const secret = new Secret(stack, 'Secret', { secretName: 's', value: token(stack) });
      new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] }).storeInSecret(secret);
    },
  ],
  [
    'the provider of another stack',
    '"provider" must be of stack "app", got "other/eu": define a CofferProvider in every stack (in app/Bucket)',
    (stack, other) =>
      new Bucket(stack, 'Bucket', {
        maxSize: Size.bytes(1),
        provider: new CofferProvider(other, 'eu', { alias: 'eu' }),
      }),
  ],
  [
    'two secrets of one name',
    'Secret "app/Two" and "app/One" have the same "secretName" "db-password"',
    (stack) => ['One', 'Two'].map((id) => new Secret(stack, id, { secretName: 'db-password', value: token(stack) })),
  ],
  [
    'one object taken over twice',
    '"importId" "b-1" of "app/Two" is taken over by "app/One" already',
    (stack) => ['One', 'Two'].map((id) => new Bucket(stack, id, { maxSize: Size.bytes(1), importId: 'b-1' })),
  ],
  [
    'credentials of a key that was taken over',
    'the credentials of AccessKey "app/Key" cannot be output: the key is imported',
    (stack) =>
      new AccessKey(stack, 'Key', {
        permission: Permission.READ,
        buckets: [bucket(stack)],
        importId: 'k-1',
      }).outputCredentials(),
  ],
  [
    'the secret half of a key that is stored in a secret',
    'RotatingAccessKey "app/Key" is stored in a secret, so its secret half is not in the state',
    (stack) => {
      const key = new RotatingAccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] });
      key.storeIn('reader');
      key.outputCredentials();
    },
  ],
  [
    'two keys in one secret',
    'AccessKey "app/Two" and "app/One" are stored in one secret, "app/Shared"',
    (stack) => {
      const shared = Secret.fromSecretId(stack, 'Shared', 's-1');
      const props = { permission: Permission.READ, buckets: [bucket(stack)] };
      for (const id of ['One', 'Two']) new AccessKey(stack, id, props).storeInSecret(shared);
    },
  ],
  [
    'a key in a secret whose name is taken',
    'Secret "app/Secret" and "app/Key" have the same "secretName" "reader"',
    (stack) => {
      new Secret(stack, 'Secret', { secretName: 'reader', value: token(stack) });
      new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] }).storeIn('reader');
    },
  ],
  [
    'a key in a secret of another provider',
    'AccessKey "app/Key" is managed by provider "coffer", but secret "app/There" by "coffer.eu"',
    (stack) => {
      const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
      const secret = Secret.fromSecretName(stack, 'There', 'reader', { provider });
      new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] }).storeInSecret(secret);
    },
  ],
  [
    'the environment for a key that does not open the bucket',
    '"environment" of bucket "app/B" was asked for AccessKey "app/Key", which does not open it',
    (stack) => {
      const key = new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack, 'A')] });
      bucket(stack, 'B').environment(key);
    },
  ],
  [
    'the alias of a bucket that is known by its id',
    'the alias of bucket "app/Old" is not known, since it is referred to by its id',
    (stack) => Bucket.fromBucketId(stack, 'Old', 'b-1').alias,
  ],
  [
    'a policy that promises what nothing can keep (C7)',
    '"removalPolicy" RETAIN has no effect once the construct is removed from the code: use RemovalPolicy.PROTECT',
    (stack) => new Secret(stack, 'Secret', { secretName: 's', removalPolicy: RemovalPolicy.RETAIN }),
  ],
  [
    'an account that is none',
    '"accountId" must be an AWS account: 12 digits, such as "123456789012", got "acme" (in app/Image)',
    (stack) => PullSecret.forEcr(stack, 'Image', { accountId: 'acme', region: 'eu-central-1', token: token(stack) }),
  ],
  [
    'a registry of someone else',
    '"location" must be a location such as "europe-west1" or a host such as "eu.gcr.io", got "quay.io" (in app/Image)',
    (stack) =>
      PullSecret.forArtifactRegistry(stack, 'Image', {
        location: 'quay.io',
        credentials: ArtifactRegistryCredentials.jsonKey(token(stack)),
      }),
  ],
  [
    'a quota above the limit',
    'Bucket "app/Bucket" has a quota of 1 GiB, which is above 1 MiB',
    (stack) => {
      Aspects.of(stack).add(new MaxQuota(Size.mebibytes(1)));
      bucket(stack);
    },
  ],
];

/** The error text that practitioners see. */
function errorOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return '';
}

test.each(WRONG_STACKS)(
  'refuses %s, naming the construct, and leaves nothing for Terraform',
  (_what, sentence, build) => {
    const app = makeApp();
    const [stack, other] = [makeStack(app), makeStack(app, 'other')];

    const error = errorOf(() => {
      build(stack, other, app);
      synthApp(app);
    });

    expect(error).toContain(sentence);
    expect(error.split('\n').filter((line) => line.startsWith('  ['))).toHaveLength(error.includes('  [') ? 1 : 0);
    expect(existsSync(join(app.outdir, 'stacks/app/cdk.tf.json'))).toBe(false);
  },
);

test('there are at least twenty of them, each with a sentence of its own', () => {
  const sentences = new Set(WRONG_STACKS.map(([, sentence]) => sentence));

  expect(sentences.size).toBe(WRONG_STACKS.length);
  expect(sentences.size).toBeGreaterThanOrEqual(20);
});

test('all problems of a stack are told at once', () => {
  const app = makeApp();
  const stack = makeStack(app);
  const key = new AccessKey(stack, 'One');
  bucket(stack, 'A').grantRead(key);
  bucket(stack, 'B').grantWrite(key);
  bucket(stack).grantRead(AccessKey.fromAccessKeyId(stack, 'Two', 'AK1'));

  const error = errorOf(() => synthApp(app));

  for (const path of ['app/One', 'app/Two']) expect(error).toContain(`[${path}] `);
});

test('no text of a secret value is in any synthesized file, except that of unsafePlainText, which the aspect reports', () => {
  const [loud, quiet] = ['canary-loud', 'canary-quiet'];
  vi.stubEnv('TF_VAR_token', quiet);
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = makeApp();
  const stack = makeStack(app);
  new Secret(stack, 'Loud', { secretName: 'loud', value: SecretValue.unsafePlainText(loud) });
  new Secret(stack, 'Quiet', { secretName: 'quiet', value: token(stack) });
  PullSecret.forDigitalOcean(stack, 'Image', { token: token(stack) });

  synthApp(app);
  Aspects.of(stack).add(new NoPlainTextSecrets());
  const found = errorOf(() => synth(stack));

  expect(filesWith(app.outdir, loud)).toEqual(['stacks/app/cdk.tf.json']);
  expect(filesWith(app.outdir, quiet)).toEqual([]);
  expect(filesWith(app.outdir, 'quiet')).toEqual(['stacks/app/cdk.tf.json']);
  expect(found).toContain('"app/Loud" has plain text as "value"');
  expect(found).not.toContain(loud);
});
