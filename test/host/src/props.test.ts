import { TerraformIterator, type TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  CofferProvider,
  CofferTesting,
  EphemeralAccessKey,
  GitLabCredentials,
  Policy,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { bucketIn, expr, makeStack, onlyResource } from './support';

/** A value of any type, as plain JavaScript passes it without an error. */
const given = (value: unknown) => value as never;

const BAD: Readonly<Record<string, readonly [sentence: string, build: (stack: TerraformStack) => unknown]>> = {
  'no props': ['"maxSize" is required (in app/X)', (stack) => new Bucket(stack, 'X', given(undefined))],
  'a number as a size': [
    '"maxSize" must be a Size, such as Size.gibibytes(10), got a number (in app/X)',
    (stack) => new Bucket(stack, 'X', given({ maxSize: 10 })),
  ],
  'no iterator': [
    '"iterator" is required (in app/X)',
    (stack) => Bucket.forEach(stack, 'X', given(undefined), { maxSize: Size.bytes(1) }),
  ],
  'a list as an iterator': [
    '"iterator" must be an iterator, such as TerraformIterator.fromList(names), got a object (in app/X)',
    (stack) => Secret.forEach(stack, 'X', given(['a']), { secretName: 's' }),
  ],
  'no name and no props': ['"secretName" is required (in app/X)', (stack) => new Secret(stack, 'X', given(null))],
  'text as a secret': [
    '"value" must be a SecretValue, such as SecretValue.fromVariable(this, "token"), got a string (in app/X)',
    (stack) => new Secret(stack, 'X', given({ secretName: 's', value: 'hunter2' })),
  ],
  'no server and no password': [
    '"server" is required (in app/X)\n"password" is required (in app/X)',
    (stack) => new PullSecret(stack, 'X', given({})),
  ],
  'nothing for ECR': [
    '"accountId" is required (in app/X)\n"region" is required (in app/X)\n"token" is required (in app/X)',
    (stack) => PullSecret.forEcr(stack, 'X', given(undefined)),
  ],
  'text as a token': [
    '"token" must be a SecretValue',
    (stack) => PullSecret.forGhcr(stack, 'X', given({ username: 'me', token: 'hunter2' })),
  ],
  'no credentials': ['"credentials" is required (in app/X)', (stack) => PullSecret.forGitLab(stack, 'X', given({}))],
  'no token in the credentials': [
    '"password" is required (in app/X)',
    (stack) => PullSecret.forGitLab(stack, 'X', { credentials: GitLabCredentials.deployToken('me', given(undefined)) }),
  ],
  'no id': ['"bucketId" is required (in app/X)', (stack) => Bucket.fromBucketId(stack, 'X', given(undefined))],
  'no attributes': [
    '"alias" is required (in app/X)\n"endpoint" is required (in app/X)',
    (stack) => Bucket.fromBucketAttributes(stack, 'X', given({ bucketId: 'b-1' })),
  ],
  'no attributes of a secret': [
    '"secretId" is required (in app/X)\n"secretName" is required (in app/X)',
    (stack) => Secret.fromSecretAttributes(stack, 'X', given({})),
  ],
  'no id of a key': [
    '"accessKeyId" is required (in app/X)',
    (stack) => AccessKey.fromAccessKeyId(stack, 'X', given(null)),
  ],
  'a token of a provider that is text': [
    '"token" must be a SecretValue',
    (stack) => new CofferProvider(stack, 'X', given({ alias: 'x', token: 'hunter2' })),
  ],
  'no grantee': [
    'bucket "app/X" can be opened to an access key or a BucketAccess, got nothing',
    (stack) => new Bucket(stack, 'X', { maxSize: Size.bytes(1) }).grantRead(given(undefined)),
  ],
};

test.each(Object.entries(BAD))('plain JavaScript is told what is wrong: %s', (_what, [sentence, build]) => {
  const act = () => build(makeStack());

  expect(act).toThrow(sentence);
  expect(act).not.toThrow('hunter2');
});

/** What a program takes from YAML or JSON, where no compiler looks at it. */
const WRONG = 'PROTECT' as never;

const bucket = (stack: TerraformStack, props: object) => new Bucket(stack, 'X', { maxSize: Size.bytes(1), ...props });
const secret = (stack: TerraformStack, props: object) => new Secret(stack, 'X', { secretName: 'x', ...props });
const key = (stack: TerraformStack) => new AccessKey(stack, 'X');

test.each<[what: string, build: (stack: TerraformStack) => unknown, choices: string]>([
  ['removalPolicy', (stack) => bucket(stack, { removalPolicy: WRONG }), 'PROTECT ("protect")'],
  ['removalPolicy', (stack) => secret(stack, { removalPolicy: WRONG }), 'DESTROY ("destroy")'],
  ['removalPolicy', (stack) => bucket(stack, {}).applyRemovalPolicy(WRONG), 'RETAIN ("retain")'],
  ['waitFor', (stack) => bucket(stack, { waitFor: WRONG }), 'LISTED ("listed")'],
  ['destroyCheck', (stack) => bucket(stack, { destroyCheck: WRONG }), 'S3 ("s3")'],
  ['encoding', (stack) => secret(stack, { encoding: WRONG }), 'BASE64 ("base64")'],
  ['changeDetection', (stack) => secret(stack, { changeDetection: WRONG }), 'VERSION ("version")'],
  ['permission', (stack) => new AccessKey(stack, 'X', { permission: WRONG }), 'OWNER ("owner")'],
  ['permission', (stack) => new RotatingAccessKey(stack, 'X', { permission: WRONG }), 'READ ("read")'],
  ['permission', (stack) => new EphemeralAccessKey(stack, 'X', { permission: WRONG }), 'WRITE ("write")'],
  [
    'permission',
    (stack) => bucketIn(stack, 'X').grant(new AccessKey(stack, 'Y'), WRONG),
    'READ_WRITE ("read and write")',
  ],
  ['permission', (stack) => bucketIn(stack, 'X').grant(new AccessKey(stack, 'Y'), undefined as never), 'READ ("read")'],
  ['permission', (stack) => new BucketAccess(stack, 'X').keyFor(WRONG), 'READ ("read")'],
  ['permission', (stack) => CofferTesting.hasGrant(key(stack), bucketIn(stack), WRONG), 'READ ("read")'],
  ['permission', (stack) => CofferTesting.requireGrant(key(stack), bucketIn(stack), WRONG), 'READ ("read")'],
  ['format', (stack) => key(stack).storeIn('s', { format: WRONG }), 'ENV ("env")'],
  ['rule', (stack) => Policy.suppress(key(stack), WRONG, 'why'), 'MAX_QUOTA ("max-quota")'],
  ['lostCreates', (stack) => new CofferProvider(stack, 'X', { lostCreates: WRONG }), 'ADOPT ("adopt")'],
  ['pullSecretApi', (stack) => new CofferProvider(stack, 'X', { pullSecretApi: WRONG }), 'FULL ("full")'],
  ['s3Addressing', (stack) => new CofferProvider(stack, 'X', { s3Addressing: WRONG }), 'PATH ("path")'],
])('C13: a value that is no choice is an error with path and choices: %s', (prop, build, choice) => {
  const act = () => build(makeStack());

  expect(act).toThrow(`"${prop}" must be one of `);
  expect(act).toThrow(choice);
  expect(act).toThrow('(in app/X)');
});

test('C13: so is the encoding of a template', () => {
  const pw = SecretValue.fromVariable(makeStack(), 'pw');

  expect(() => SecretValue.template('x://{pw}', { pw }, { encoding: 'TEXT' as never })).toThrow(
    '"encoding" must be one of TEXT ("text"), URL ("url"), got "TEXT"',
  );
});

test('C13: a choice that Terraform makes is passed on, unless synthesis depends on it', () => {
  const stack = makeStack();
  bucket(stack, { waitFor: expr('var.wait') });

  expect(onlyResource(stack, 'coffer_bucket')).toMatchObject({ wait_for: expr('var.wait') });
  expect(() => bucket(makeStack(), { removalPolicy: expr('var.policy') })).toThrow(', got a token (in app/X)');
});

test('each kind of construct is recognized', () => {
  const stack = makeStack();
  const elements = TerraformIterator.fromList(['a']);
  const made = {
    bucket: bucketIn(stack),
    secret: new Secret(stack, 'S', { secretName: 's' }),
    key: key(stack),
    rotating: new RotatingAccessKey(stack, 'R'),
    pull: PullSecret.forNgc(stack, 'P', { token: SecretValue.fromVariable(stack, 'pw') }),
  };
  const others = [
    made.bucket.resource,
    Bucket.fromBucketAlias(stack, 'F', 'found'),
    Bucket.forEach(stack, 'M', elements, { maxSize: Size.bytes(1) }),
    Secret.fromSecretName(stack, 'G', 'found'),
    Secret.forEach(stack, 'N', elements, { secretName: 'n' }),
    AccessKey.fromAccessKeyId(stack, 'I', 'id'),
    ...[stack, undefined, null, 'x', {}],
  ];
  const all = [...Object.values(made), ...others];

  expect(all.filter(Bucket.isBucket)).toEqual([made.bucket]);
  expect(all.filter(Secret.isSecret)).toEqual([made.secret]);
  expect(all.filter(AccessKey.isAccessKey)).toEqual([made.key]);
  expect(all.filter(RotatingAccessKey.isRotatingAccessKey)).toEqual([made.rotating]);
  expect(all.filter(PullSecret.isPullSecret)).toEqual([made.pull]);
});
