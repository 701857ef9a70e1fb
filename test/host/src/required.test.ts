import { TerraformOutput, type TerraformStack } from 'cdktf';
import { expect, test, vi } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  GitLabCredentials,
  PullSecret,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { block, makeStack, onlyResource, synth } from './support';

/** A value of any type, as plain JavaScript passes it without an error. */
const given = (value: unknown) => value as never;

const BAD: readonly (readonly [what: string, sentence: string, build: (stack: TerraformStack) => unknown])[] = [
  ['no props', '"maxSize" is required (in app/X)', (stack) => new Bucket(stack, 'X', given(undefined))],
  ['no size', '"maxSize" is required (in app/X)', (stack) => new Bucket(stack, 'X', given({}))],
  [
    'a number as a size',
    '"maxSize" must be a Size, such as Size.gibibytes(10), got a number (in app/X)',
    (stack) => new Bucket(stack, 'X', given({ maxSize: 10 })),
  ],
  [
    'no iterator',
    '"iterator" is required (in app/X)',
    (stack) => Bucket.forEach(stack, 'X', given(undefined), { maxSize: Size.bytes(1) }),
  ],
  [
    'a list as an iterator',
    '"iterator" must be an iterator, such as TerraformIterator.fromList(names), got a object (in app/X)',
    (stack) => Secret.forEach(stack, 'X', given(['a']), { secretName: 's' }),
  ],
  ['no name', '"secretName" is required (in app/X)', (stack) => new Secret(stack, 'X', given({}))],
  ['no name and no props', '"secretName" is required (in app/X)', (stack) => new Secret(stack, 'X', given(null))],
  [
    'text as a secret',
    '"value" must be a SecretValue, such as SecretValue.fromVariable(this, "token"), got a string (in app/X)',
    (stack) => new Secret(stack, 'X', given({ secretName: 's', value: 'hunter2' })),
  ],
  [
    'no server and no password',
    '"server" is required (in app/X)\n"password" is required (in app/X)',
    (stack) => new PullSecret(stack, 'X', given({})),
  ],
  [
    'nothing for ECR',
    '"accountId" is required (in app/X)\n"region" is required (in app/X)\n"token" is required (in app/X)',
    (stack) => PullSecret.forEcr(stack, 'X', given(undefined)),
  ],
  [
    'text as a token',
    '"token" must be a SecretValue',
    (stack) => PullSecret.forGhcr(stack, 'X', given({ username: 'me', token: 'hunter2' })),
  ],
  ['no credentials', '"credentials" is required (in app/X)', (stack) => PullSecret.forGitLab(stack, 'X', given({}))],
  [
    'no token in the credentials',
    '"password" is required (in app/X)',
    (stack) => PullSecret.forGitLab(stack, 'X', { credentials: GitLabCredentials.deployToken('me', given(undefined)) }),
  ],
  ['no id', '"bucketId" is required (in app/X)', (stack) => Bucket.fromBucketId(stack, 'X', given(undefined))],
  [
    'no attributes',
    '"alias" is required (in app/X)\n"endpoint" is required (in app/X)',
    (stack) => Bucket.fromBucketAttributes(stack, 'X', given({ bucketId: 'b-1' })),
  ],
  [
    'no attributes of a secret',
    '"secretId" is required (in app/X)\n"secretName" is required (in app/X)',
    (stack) => Secret.fromSecretAttributes(stack, 'X', given({})),
  ],
  [
    'no id of a key',
    '"accessKeyId" is required (in app/X)',
    (stack) => AccessKey.fromAccessKeyId(stack, 'X', given(null)),
  ],
  ['no id of a secret', '"secretId" is required (in app/X)', (stack) => Secret.fromSecretId(stack, 'X', given(null))],
  [
    'a token of a provider that is text',
    '"token" must be a SecretValue',
    (stack) => new CofferProvider(stack, 'X', given({ alias: 'x', token: 'hunter2' })),
  ],
  [
    'no grantee',
    'bucket "app/X" can be opened to an access key or a BucketAccess, got nothing',
    (stack) => new Bucket(stack, 'X', { maxSize: Size.bytes(1) }).grantRead(given(undefined)),
  ],
  [
    'a stack as a grantee',
    'bucket "app/X" can be opened to an access key or a BucketAccess, got something else',
    (stack) => new Bucket(stack, 'X', { maxSize: Size.bytes(1) }).grantRead(given(stack)),
  ],
];

test.each(BAD)('plain JavaScript is told what is wrong: %s', (_what, sentence, build) => {
  const act = () => build(makeStack());

  expect(act).toThrow(sentence);
  expect(act).not.toThrow('hunter2');
});

test.each(['cdktf', 'cdktn'])('Python is told of a secret value in a string, as %s writes it', (flavour) => {
  const written = `<${flavour}_coffer.SecretValue object at 0x7f3a5c1d90>`;
  const stack = makeStack();
  new Secret(stack, 'Fine', { secretName: 's', value: SecretValue.fromVariable(stack, 'token') });
  new TerraformOutput(stack, 'url', { value: [`https://me:${written}@example.com`] });

  vi.stubEnv('JSII_AGENT', 'Python/3.11.2');
  const inPython = () => synth(stack);
  expect(inPython).toThrow(
    '"app/url" has a SecretValue in output.url.value.0, written as "<… SecretValue object at …>"',
  );
  vi.unstubAllEnvs();

  expect(block(stack, 'output', 'url')).toEqual({ value: [`https://me:${written}@example.com`] });
});

test('a key of plain JavaScript needs no props', () => {
  const stack = makeStack();

  new Bucket(stack, 'B', { maxSize: Size.bytes(1) }).grantRead(new AccessKey(stack, 'Key', given(undefined)));

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    permissions: { owner: false, read: true, write: false },
  });
});
