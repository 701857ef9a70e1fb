import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  type CofferProviderProps,
  EphemeralAccessKey,
  Permission,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { makeApp, makeStack, synthApp } from './support';

/** Builds a wrong stack named `app`; another stack is named `other`. */
type Build = (stack: TerraformStack, other: TerraformStack, app: App) => unknown;

const bucket = (stack: TerraformStack, id = 'Bucket') => new Bucket(stack, id, { maxSize: Size.gibibytes(1) });
const token = (stack: TerraformStack) => SecretValue.fromVariable(stack, 'token', { version: '1' });

/** A key of a provider, and a bucket of another provider in another stack. */
const over =
  (here: CofferProviderProps, there: CofferProviderProps): Build =>
  (stack, other) => {
    const provider = new CofferProvider(other, 'eu', { alias: 'eu', ...there });
    const far = new Bucket(other, 'Eu', { maxSize: Size.bytes(1), provider });
    const us = new CofferProvider(stack, 'us', { alias: 'us', ...here });
    far.grantRead(new AccessKey(stack, 'Key', { provider: us }));
  };

/** Common mistakes, each with a sentence of the error, which names the construct and comes before Terraform runs. */
const WRONG_STACKS: Readonly<Record<string, readonly [sentence: string, build: Build]>> = {
  'a grant on an imported key': [
    'bucket "app/Bucket" cannot be opened to "app/Old" (read): the buckets of a key are fixed',
    (stack) => bucket(stack).grantRead(AccessKey.fromAccessKeyId(stack, 'Old', 'AK1')),
  ],
  'one key over two providers': [
    'AccessKey "app/Key" is managed by provider "coffer", but bucket "app/Eu" by "coffer.eu"',
    (stack) => {
      const provider = new CofferProvider(stack, 'eu', { alias: 'eu' });
      new Bucket(stack, 'Eu', { maxSize: Size.bytes(1), provider }).grantRead(new AccessKey(stack, 'Key'));
    },
  ],
  'one key over two services, in two stacks': [
    'AccessKey "app/Key" is made at https://us.example, but bucket "other/Eu" is at https://eu.example',
    over({ baseUrl: 'https://us.example' }, { baseUrl: 'https://eu.example' }),
  ],
  'one key over two services, in two stacks, with a password in a base URL': [
    'AccessKey "app/Key" is made at (hidden), but bucket "other/Eu" is at https://eu.example',
    over({ baseUrl: 'https://user:canary%40us.example' }, { baseUrl: 'https://eu.example' }),
  ],
  'one key over the projects of two providers, in two stacks': [
    'AccessKey "app/Key" is made in project "p-us", but bucket "other/Eu" is in project "p-eu"',
    over({ projectId: 'p-us' }, { projectId: 'p-eu' }),
  ],
  'one key over two projects': [
    'AccessKey "app/Key" is made in project "p-1", but bucket "app/There" is in project "p-2"',
    (stack) => {
      const there = new Bucket(stack, 'There', { maxSize: Size.bytes(1), projectId: 'p-2' });
      there.grantRead(new AccessKey(stack, 'Key', { projectId: 'p-1' }));
    },
  ],
  'a construct that forgets its provider where all have an alias': [
    '"app/Bucket", "app/Key" of stack "app" would use a CofferProvider without an alias, but there is only "app/eu" (alias "eu")',
    (stack) => {
      stack.node.tryRemoveChild('coffer');
      new CofferProvider(stack, 'eu', { alias: 'eu' });
      new EphemeralAccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] });
    },
  ],
  'no provider at all': [
    'make sure to add provider constructs',
    (stack) => {
      stack.node.tryRemoveChild('coffer');
      bucket(stack);
    },
  ],
  'a key whose buckets are set beside its grants': [
    'AccessKey "app/Key" was opened "app/Bucket", but "bucketIds" of its resource was set to something else',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      bucket(stack).grantRead(key);
      key.resource.bucketIds = ['b-1'];
    },
  ],
  'a key whose permission is overridden by less': [
    'AccessKey "app/Key" has the permission read and write, but "permissions" of its resource was set without write',
    (stack) => {
      const key = new AccessKey(stack, 'Key');
      key.resource.addOverride('permissions.write', false);
      bucket(stack).grantReadWrite(key);
    },
  ],
  'a variable of somebody else, of the same name': [
    'variable "token" of "app/token" and that of SecretValue.fromVariable in "app" would be merged into one',
    (stack) => {
      new Secret(stack, 'Secret', { secretName: 's', value: token(stack) });
      new TerraformVariable(stack, 'token', { type: 'string', default: 'theirs' });
    },
  ],
  'the provider of another stack': [
    '"provider" must be of stack "app", got "other/eu": define a CofferProvider in every stack (in app/Bucket)',
    (stack, other) =>
      new Bucket(stack, 'Bucket', {
        maxSize: Size.bytes(1),
        provider: new CofferProvider(other, 'eu', { alias: 'eu' }),
      }),
  ],
  'two secrets of one name': [
    'Secret "app/Two" and "app/One" have the same "secretName" "db-password"',
    (stack) => ['One', 'Two'].map((id) => new Secret(stack, id, { secretName: 'db-password', value: token(stack) })),
  ],
  'one object taken over twice': [
    '"importId" "b-1" of "app/Two" is taken over by "app/One" already',
    (stack) => ['One', 'Two'].map((id) => new Bucket(stack, id, { maxSize: Size.bytes(1), importId: 'b-1' })),
  ],
  'a key in a secret whose name is taken': [
    'Secret "app/Secret" and "app/Key" have the same "secretName" "reader"',
    (stack) => {
      new Secret(stack, 'Secret', { secretName: 'reader', value: token(stack) });
      new AccessKey(stack, 'Key', { permission: Permission.READ, buckets: [bucket(stack)] }).storeIn('reader');
    },
  ],
};

/** The error text that practitioners see. */
function errorOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return '';
}

test.each(Object.entries(WRONG_STACKS))(
  'refuses %s, naming the construct, and leaves nothing for Terraform',
  (_what, [sentence, build]) => {
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
