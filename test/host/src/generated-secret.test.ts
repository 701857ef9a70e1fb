import { type TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { ChangeDetection, Duration, Secret, type SecretGeneration, SecretValue } from '../../../src';
import { block, expr, makeStack, onlyResource, synth } from './support';

/** A stack with the providers that generate values. */
function withProviders(): TerraformStack {
  const stack = makeStack();
  for (const name of ['random', 'time'])
    stack.addOverride(`terraform.required_providers.${name}`, { source: `hashicorp/${name}` });
  return stack;
}

const secret = (stack: TerraformStack, generateValue: SecretGeneration, id = 'Password') =>
  new Secret(stack, id, { secretName: id.toLowerCase(), generateValue });

test('a version generates another value, too; without any it is generated once', () => {
  const stack = withProviders();

  secret(stack, { length: 8, version: '2', rotateAfter: Duration.hours(1) }, 'Both');
  secret(stack, { length: 8, version: '2', overrideSpecial: '-_' }, 'Version');
  secret(stack, { length: 8 }, 'Once');

  const versions = Object.values(block(stack, 'resource', 'coffer_secret') as Record<string, Record<string, string>>);
  expect(versions.map(({ name, value_wo_version }) => [name, value_wo_version]).sort()).toEqual([
    ['both', expect.stringMatching(/^generated\/2\/\$\{urlencode\(time_rotating\.\w+\.id\)\}$/)],
    ['once', 'generated'],
    ['version', 'generated/2'],
  ]);
});

test('a value is generated with the special characters that the program gives, or with all', () => {
  const stack = withProviders();

  secret(stack, { length: 8, overrideSpecial: '-_' }, 'Some');
  secret(stack, { length: 9 }, 'All');

  expect(Object.values(block(stack, 'ephemeral', 'random_password') as object)).toEqual(
    expect.arrayContaining([{ length: 8, override_special: '-_' }, { length: 9 }]),
  );
});

test('C7: tokens are left to Terraform', () => {
  const stack = withProviders();
  const number = (name: string) => new TerraformVariable(stack, name, { type: 'number' }).numberValue;

  secret(stack, { length: number('length'), rotateAfter: Duration.days(number('days')) });

  expect(Object.values(block(stack, 'ephemeral', 'random_password') as object)).toEqual([
    { length: expr('var.length') },
  ]);
  expect(Object.values(block(stack, 'resource', 'time_rotating') as object)).toEqual([
    { rotation_minutes: expect.stringContaining('var.days') },
  ]);
});

test('refuses what cannot be generated, and fingerprints of what is', () => {
  const stack = withProviders();
  const refused = (props: object) => () =>
    new Secret(new Construct(stack, `${count++}`), 'S', { secretName: 's', ...props });
  let count = 0;
  const generateValue = { length: 8 };
  const changeDetection = ChangeDetection.FINGERPRINT;
  const value = SecretValue.template('{p}!', { p: SecretValue.generated(stack, 'P', generateValue) });

  expect(refused({ generateValue: { length: 0 } })).toThrow(
    '"generateValue.length" must be a whole number of at least 1',
  );
  expect(refused({ generateValue: { length: 8, rotateAfter: Duration.seconds(90) } })).toThrow(
    '"generateValue.rotateAfter" must be at least one minute, and whole minutes, got 90s',
  );
  expect(refused({ generateValue, value })).toThrow(
    'only one of "value", "objectValue" and "generateValue" can be given',
  );
  for (const generated of [{ generateValue }, { value }])
    expect(refused({ ...generated, changeDetection })).toThrow('FINGERPRINT is not for a generated value');
  expect(() => SecretValue.generated(stack, 'Short', { length: 0 })).toThrow('"generateValue.length" must be');
});

test('a generated value is a part of a composition, and its generator has the id that the program gives', () => {
  const stack = withProviders();

  const password = SecretValue.generated(stack, 'Password', {
    length: 16,
    rotateAfter: Duration.days(30),
    version: '7',
  });
  new Secret(stack, 'Login', { secretName: 'login', objectValue: { user: 'app', password } });

  const [name] = Object.keys(block(stack, 'ephemeral', 'random_password') as object);
  const [rotation] = Object.keys(block(stack, 'resource', 'time_rotating') as object);
  expect(name).toMatch(/^Password_Generated_/);
  const { value_wo, value_wo_version } = onlyResource(stack, 'coffer_secret') as Record<string, string>;
  expect(value_wo).toContain(`ephemeral.random_password.${name}.result`);
  expect(value_wo_version).toMatch(/^[0-9a-f]{16}\//);
  expect(decodeURIComponent(String(value_wo_version))).toContain(`generated/7/`);
  expect(value_wo_version).toContain(`time_rotating.${rotation}.id`);
});

test('C8: a generated value in two secrets is an error, since each would get another one', () => {
  const stack = withProviders();
  const password = SecretValue.generated(stack, 'Password', { length: 16 });
  new Secret(stack, 'One', { secretName: 'one', value: password });
  synth(stack);
  new Secret(stack, 'Two', { secretName: 'two', objectValue: { password } });

  expect(() => synth(stack)).toThrow(/"app\/Two" and "app\/One" share one generated value/);
  stack.node.tryRemoveChild('One');
  synth(stack);
});
