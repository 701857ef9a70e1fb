import type { TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  CofferProvider,
  CofferTesting,
  EphemeralAccessKey,
  Policy,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { bucketIn, expr, makeStack, onlyResource } from './support';

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

test('each kind of construct is recognized, from any copy of the library', () => {
  const stack = makeStack();
  const all = [
    key(stack),
    new RotatingAccessKey(stack, 'R'),
    AccessKey.fromAccessKeyId(stack, 'I', 'id'),
    stack,
    undefined,
  ];

  expect(all.map(AccessKey.isAccessKey)).toEqual([true, false, false, false, false]);
  expect(all.map(RotatingAccessKey.isRotatingAccessKey)).toEqual([false, true, false, false, false]);
  const password = SecretValue.fromVariable(stack, 'pw');
  const pull = new PullSecret(stack, 'P', { server: 'r.example.com', username: 'u', password });
  expect([pull, ...all].map(PullSecret.isPullSecret)).toEqual([true, false, false, false, false, false]);
});
