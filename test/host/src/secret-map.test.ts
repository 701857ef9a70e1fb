import {
  Fn,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  type TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { expect, test } from 'vitest';
import {
  Bucket,
  Duration,
  RemovalPolicy,
  RotatingAccessKey,
  Secret,
  type SecretMap,
  type SecretProps,
  SecretValue,
  Size,
} from '../../../src';
import { block, expr, makeStack, onlyResource, resources, synth } from './support';

const ITERATOR = TerraformIterator.fromMap({ orders: '1', users: '2' });

const mapIn = (stack: TerraformStack, props: Partial<SecretProps> = {}): SecretMap =>
  Secret.forEach(stack, 'Password', ITERATOR, { secretName: `password-${ITERATOR.key}`, ...props });

const addressOf = ({ resource }: SecretMap) => `coffer_secret.${resource.friendlyUniqueId}`;

const show = (stack: TerraformStack, value: unknown): unknown => {
  new TerraformOutput(stack, 'shown', { value });
  return block(stack, 'output', 'shown', 'value');
};

test('has one resource with for_each, at the address of a secret of that id', () => {
  const before = makeStack();
  new Secret(before, 'Password', { secretName: 'password' });
  const stack = makeStack();
  const values = new TerraformVariable(stack, 'values', { type: 'map(string)', sensitive: true });
  values.addOverride('ephemeral', true);

  mapIn(stack, {
    value: SecretValue.fromEphemeral(expr('var.values[each.key]'), { version: Token.asString(ITERATOR.value) }),
    deletionProtection: true,
  }).applyRemovalPolicy(RemovalPolicy.PROTECT);

  expect(Object.keys(resources(stack, 'coffer_secret'))).toEqual(Object.keys(resources(before, 'coffer_secret')));
  expect(onlyResource(stack, 'coffer_secret')).toEqual({
    for_each: { orders: '1', users: '2' },
    name: `password-${expr('each.key')}`,
    value_wo: expr('var.values[each.key]'),
    value_wo_version: expect.stringMatching(/^[0-9a-f]{16}\/\$\{urlencode\(each\.value\)\}$/),
    deletion_protection: true,
    lifecycle: { prevent_destroy: true },
  });
});

test('attributes are maps by key, and references are to one of them', () => {
  const stack = makeStack();
  const secrets = mapIn(stack);

  const references = [secrets.at('orders'), secrets.each].map(({ secretId, secretName }) => [secretId, secretName]);

  const address = addressOf(secrets);
  expect(show(stack, { ids: secrets.secretIds, names: secrets.secretNames, references })).toEqual({
    ids: expr(`{ for key, one in ${address} : key => one.id }`),
    names: expr(`{ for key, one in ${address} : key => one.name }`),
    references: [
      [expr(`${address}["orders"].id`), expr(`${address}["orders"].name`)],
      [expr(`${address}[each.key].id`), expr(`${address}[each.key].name`)],
    ],
  });
  expect(secrets.at('orders')).toBe(secrets.at('orders'));
});

test('C3: each of them has a value of its own generated, by time', () => {
  const stack = makeStack();
  for (const name of ['random', 'time']) {
    stack.addOverride(`terraform.required_providers.${name}`, { source: `hashicorp/${name}` });
  }

  mapIn(stack, { generateValue: { length: 32, rotateAfter: Duration.days(90), version: '1' } });

  const [[password, generated]] = Object.entries(block(stack, 'ephemeral', 'random_password') as object) as [
    [string, object],
  ];
  const [[rotation, rotating]] = Object.entries(resources(stack, 'time_rotating')) as [[string, object]];
  const forEach = { orders: '1', users: '2' };
  expect(generated).toEqual({ for_each: forEach, length: 32 });
  expect(rotating).toEqual({ for_each: forEach, rotation_minutes: 129_600 });
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({
    for_each: forEach,
    value_wo: expr(`ephemeral.random_password.${password}[each.key].result`),
    value_wo_version: `generated/1/${expr(`urlencode(time_rotating.${rotation}[each.key].id)`)}`,
  });
});

test('one of them takes a key, and each of several keys has its own', () => {
  const stack = makeStack();
  const secrets = mapIn(stack);
  const key = new RotatingAccessKey(stack, 'One', { dependsOn: [secrets, secrets.at('users')] });
  key.storeInSecret(secrets.at('users'));
  const keys = new RotatingAccessKey(stack, 'Own');
  keys.resource.forEach = ITERATOR;
  keys.storeInSecret(secrets.each);
  for (const each of [key, keys]) each.resource.bucketIds = ['b-1'];

  const code = JSON.parse(Testing.synth(stack)) as Record<string, Record<string, Record<string, object>>>;

  const address = addressOf(secrets);
  expect(Object.values(code.resource?.coffer_rotating_access_key ?? {})).toMatchObject([
    { store_in: { secret_id: expr(`${address}["users"].id`) }, depends_on: [address, address] },
    { store_in: { secret_id: expr(`${address}[each.key].id`) }, for_each: { orders: '1', users: '2' } },
  ]);
});

/** Makes an iterator in a stack. */
type MakeIterator = (stack: TerraformStack) => TerraformIterator;

const inLocal = (stack: TerraformStack, value: unknown) => new TerraformLocal(stack, 'local', value);

const aliasesOf = (stack: TerraformStack, tenants: readonly string[]) =>
  TerraformIterator.fromResources(
    Bucket.forEach(stack, 'Tenant', TerraformIterator.fromList([...tenants]), { maxSize: Size.bytes(1) }).resource,
  );

test.each<[what: string, iterate: MakeIterator]>([
  ['a map', () => ITERATOR],
  [
    'a map of two with a key that only Terraform knows',
    () => TerraformIterator.fromMap({ [expr('var.x')]: 1, a: 1, b: 1 }),
  ],
  ['a list', () => TerraformIterator.fromList(['a', 'a', 'b'])],
  ['a list with what only Terraform knows', () => TerraformIterator.fromList([Fn.lower('A'), 'b', 'c'])],
  ['a complex list', () => TerraformIterator.fromComplexList(tenants('a', Fn.lower('B')), 'name')],
])('C8: several secrets of one name are an error: %s', (_what, iterate) => {
  const stack = makeStack();
  const iterator = iterate(stack);
  const secrets = Secret.forEach(stack, 'Password', iterator as typeof ITERATOR, { secretName: 'same' });

  expect(() => synth(stack)).toThrow(
    'Secret "app/Password" has several instances of one "secretName": a name is unique in its project. Name each by what it is ' +
      'repeated for, such as secretName: iterator.key',
  );

  secrets.resource.addOverride('name', ITERATOR.key);
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ name: expr('each.key') });
});

const tenants = (...names: readonly string[]) => names.map((name) => ({ name, ports: [1, { a: '}, {' }] })) as never;

test.each<[what: string, iterate: MakeIterator]>([
  ['no element', () => TerraformIterator.fromMap({})],
  ['one element', () => TerraformIterator.fromList(['only'])],
  ['one element, twice', () => TerraformIterator.fromList(['only', 'only'])],
  ['one element of a complex list', () => TerraformIterator.fromComplexList(tenants('a, [b'), 'name')],
  ['one element that only Terraform knows', () => TerraformIterator.fromMap({ [expr('var.x')]: 1 })],
  ['elements that may be one', () => TerraformIterator.fromList([Fn.upper('A'), Fn.lower('A'), 'a'])],
  ['a map that only Terraform knows', () => TerraformIterator.fromMap(Token.asAnyMap(expr('var.names')))],
  ['a choice', () => TerraformIterator.fromMap(Token.asAnyMap(expr('var.on ? { only = "1" } : {}')))],
  [
    'elements of which some are left out',
    () => TerraformIterator.fromMap(Token.asAnyMap(expr('{ for k, v in ["a", "b"]: v => v if v == var.x }'))),
  ],
  ['a list of one in a local value', (stack) => TerraformIterator.fromList(inLocal(stack, ['a']).asList)],
  ['the bucket of a map', (stack) => aliasesOf(stack, ['a'])],
])('one secret at most may have any name: %s', (_what, iterate) => {
  const stack = makeStack();
  const iterator = iterate(stack);

  Secret.forEach(stack, 'One', iterator as typeof ITERATOR, { secretName: 'one' });

  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ name: 'one' });
});
