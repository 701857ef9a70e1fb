import { Fn, TerraformIterator, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import { AccessKey, Bucket, CofferProvider, PullSecret, Secret, SecretValue, Size } from '../../../src';
import { expr, makeStack, synth } from './support';

const variable = (stack: TerraformStack, id: string, config: object = {}) =>
  new TerraformVariable(stack, id, { type: 'string', ...config });

function ephemeral(stack: TerraformStack, id: string): TerraformVariable {
  const declared = variable(stack, id);
  declared.addOverride('ephemeral', true);
  return declared;
}

test.each<[string, (stack: TerraformStack) => string]>([
  ['a variable', (stack) => variable(stack, 'pw').stringValue],
  ['a variable in text', (stack) => `postgres://app:${variable(stack, 'pw').stringValue}@host`],
  ['a variable as it is written', (stack) => expr(`var.${variable(stack, 'pw').friendlyUniqueId}`)],
  ['a function of it', (stack) => Fn.jsonencode({ user: 'app', password: variable(stack, 'pw').stringValue })],
])('C3: fromEphemeral of %s that is not ephemeral is an error that names both places and the cure', (_, make) => {
  const stack = makeStack();

  new Secret(stack, 'Secret', { secretName: 'secret', value: SecretValue.fromEphemeral(make(stack)) });

  expect(() => synth(stack)).toThrow(
    '"app/Secret" has a value of SecretValue.fromEphemeral that comes from variable "app/pw", which is not ephemeral: every plan ' +
      'holds it. Use SecretValue.fromVariable, or',
  );
});

test('fromEphemeral of a variable that is not ephemeral is an error wherever the value goes', () => {
  const stack = makeStack();
  const value = SecretValue.fromEphemeral(variable(stack, 'pw').stringValue);

  new CofferProvider(stack, 'eu', { alias: 'eu', token: value });
  new PullSecret(stack, 'Pull', { server: 's', username: 'u', password: value });

  expect(() => synth(stack)).toThrow(/"app\/eu" has a value of[\s\S]*"app\/Pull" has a value of/);
});

test.each(
  Object.entries<(stack: TerraformStack) => string>({
    'a variable that the stack makes ephemeral': (stack) => {
      stack.addOverride('variable.pw.ephemeral', true);
      return variable(stack, 'pw').stringValue;
    },
    'a variable that is ephemeral beside one that is not': (stack) =>
      `${variable(stack, 'user').stringValue}:${ephemeral(stack, 'pw').stringValue}`,
    'a choice by a variable': (stack) =>
      expr(`var.${variable(stack, 'on').friendlyUniqueId} ? ephemeral.v.a : ephemeral.v.b`),
    'an ephemeral value in text beside a variable': (stack) =>
      Fn.join('', [variable(stack, 'user').stringValue, expr('ephemeral.vault.db.password')]),
    'the environment of a key in the state': (stack) => {
      const key = new AccessKey(stack, 'Key');
      const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
      bucket.grantRead(key);
      return Fn.jsonencode(bucket.environment(key, { region: variable(stack, 'region').stringValue }));
    },
  }),
)('fromEphemeral of %s is fine', (_, make) => {
  const stack = makeStack();

  new Secret(stack, 'Secret', { secretName: 'secret', value: SecretValue.fromEphemeral(make(stack)) });

  expect(synth(stack)).toContain('value_wo');
});

const PASSWORDS = TerraformIterator.fromMap({ orders: 'hunter2' });

test.each<[string, string]>([
  ['the value of an element', PASSWORDS.value],
  ['an attribute of one, in a function', Fn.jsonencode({ password: PASSWORDS.getString('password') })],
])('C3: fromEphemeral of %s is an error, since no for_each is ephemeral', (_, value) => {
  const stack = makeStack();

  Secret.forEach(stack, 'Map', PASSWORDS, { secretName: PASSWORDS.key, value: SecretValue.fromEphemeral(value) });

  expect(() => synth(stack)).toThrow(
    '"app/Map" has a value of SecretValue.fromEphemeral that comes from its "for_each" alone, which cannot be ephemeral: every plan holds it',
  );
});
