import { TerraformProvider, type TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import { ChangeDetection, Duration, Secret, type SecretGeneration, SecretValue } from '../../../src';
import { block, expr, makeStack, onlyResource, synth } from './support';

class OtherProvider extends TerraformProvider {
  public constructor(scope: TerraformStack, type: string) {
    super(scope, type, {
      terraformResourceType: type,
      terraformGeneratorMetadata: { providerName: type, providerVersionConstraint: '>= 0' },
      terraformProviderSource: `hashicorp/${type}`,
    });
  }
}

function withProviders(...types: readonly string[]): TerraformStack {
  const stack = makeStack();
  for (const type of types) new OtherProvider(stack, type);
  return stack;
}

const secret = (stack: TerraformStack, generateValue: SecretGeneration, id = 'Password') =>
  new Secret(stack, id, { secretName: id.toLowerCase(), generateValue });

test('C3: has the value generated where Terraform runs, in no state, by time', () => {
  const stack = withProviders('random', 'time');

  secret(stack, { length: 32, special: false, rotateAfter: Duration.days(90) });

  const [password] = Object.keys(block(stack, 'ephemeral', 'random_password') as object);
  const [rotation] = Object.keys(block(stack, 'resource', 'time_rotating') as object);
  expect(block(stack, 'ephemeral', 'random_password', String(password))).toEqual({ length: 32, special: false });
  expect(block(stack, 'resource', 'time_rotating', String(rotation))).toEqual({ rotation_minutes: 129_600 });
  expect(onlyResource(stack, 'coffer_secret')).toEqual({
    name: 'password',
    value_wo: expr(`ephemeral.random_password.${password}.result`),
    value_wo_version: `generated/${expr(`urlencode(time_rotating.${rotation}.id)`)}`,
  });
});

test('a version generates another value, too; without any it is generated once', () => {
  const stack = withProviders('random', 'time');

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

test('C7: tokens are left to Terraform', () => {
  const stack = withProviders('random', 'time');
  const number = (name: string) => new TerraformVariable(stack, name, { type: 'number' }).numberValue;

  secret(stack, { length: number('length'), rotateAfter: Duration.days(number('days')) });

  expect(Object.values(block(stack, 'ephemeral', 'random_password') as object)).toEqual([
    { length: expr('var.length') },
  ]);
  expect(Object.values(block(stack, 'resource', 'time_rotating') as object)).toEqual([
    { rotation_minutes: expect.stringContaining('var.days') },
  ]);
});

test('refuses what cannot be generated', () => {
  const stack = withProviders('random', 'time');
  const define = (props: object) => () => new Secret(stack, 'S', { secretName: 's', ...props });
  const generateValue = { length: 8 };

  expect(define({ generateValue: { length: 0 } })).toThrow(
    '"generateValue.length" must be a whole number of at least 1, got 0 (in app/S)',
  );
  stack.node.tryRemoveChild('S');
  expect(define({ generateValue: { length: 8, rotateAfter: Duration.seconds(90) } })).toThrow(
    '"generateValue.rotateAfter" must be at least one minute, and whole minutes, got 90s',
  );
  stack.node.tryRemoveChild('S');
  expect(define({ generateValue, value: SecretValue.unsafePlainText('x') })).toThrow(
    'only one of "value", "objectValue" and "generateValue" can be given, got "value" and "generateValue"',
  );
  stack.node.tryRemoveChild('S');
  expect(define({ generateValue, changeDetection: ChangeDetection.FINGERPRINT })).toThrow(
    '"changeDetection" FINGERPRINT is not for a generated value',
  );
});

test('what is generated can be synthesized as JSON only', () => {
  const stack = withProviders('random');
  secret(stack, { length: 8 });

  expect(() => Testing.synthHcl(stack)).toThrow(
    '"app/Password/Generated" can be synthesized as JSON only: CDKTF has no HCL for its block',
  );
});

test('a generated value is a part of a composition, and its generator has the id that the program gives', () => {
  const stack = withProviders('random', 'time');

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
  const stack = withProviders('random');
  const password = SecretValue.generated(stack, 'Password', { length: 16 });
  new Secret(stack, 'One', { secretName: 'one', value: password });
  synth(stack);
  new Secret(stack, 'Two', { secretName: 'two', objectValue: { password } });

  expect(() => synth(stack)).toThrow(/"app\/Two" and "app\/One" share one generated value/);
  stack.node.tryRemoveChild('One');
  synth(stack);
});

test('refuses a generated value that cannot be, and fingerprints of one', () => {
  const stack = withProviders('random');

  expect(() => SecretValue.generated(stack, 'Short', { length: 0 })).toThrow(/"generateValue.length" must be/);
  const value = SecretValue.template('{p}!', { p: SecretValue.generated(stack, 'P', { length: 8 }) });
  expect(
    () => new Secret(stack, 'S', { secretName: 's', value, changeDetection: ChangeDetection.FINGERPRINT }),
  ).toThrow(/FINGERPRINT is not for a generated value/);
});
